/** Screens to configure and operate: policies, lists, agreements, connections. They load together. */
export { EventLog } from './connect/events.tsx';
export { ApiKeys } from './connect/keys.tsx';
export { Members } from './connect/members.tsx';
export { Settings } from './connect/settings.tsx';
export { Webhook } from './connect/webhook.tsx';
export { Webhooks } from './connect/webhooks.tsx';
export { DocumentScreen } from './documents/document.tsx';
export { Documents } from './documents/documents.tsx';
export { ScreeningList } from './lists/list.tsx';
export { Lists } from './lists/lists.tsx';
export { Policies } from './policies/policies.tsx';
export { Policy } from './policies/policy.tsx';
export { PolicyVersion } from './policies/policy-version.tsx';
export { Contexts } from './sources/contexts.tsx';
export { Sources } from './sources/sources.tsx';
export { TemplateScreen } from './templates/template.tsx';
export { Templates } from './templates/templates.tsx';
