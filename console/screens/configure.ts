/** Screens to configure and operate: policies, lists, agreements, connections. They load together. */
export { Contexts } from './contexts/contexts.tsx';
export { DocumentScreen } from './documents/document.tsx';
export { Documents } from './documents/documents.tsx';
export { ApiKeys } from './keys/keys.tsx';
export { ScreeningList } from './lists/list.tsx';
export { Lists } from './lists/lists.tsx';
export { Members } from './members/members.tsx';
export { Policies } from './policies/policies.tsx';
export { Policy } from './policies/policy.tsx';
export { PolicyVersion } from './policies/policy-version.tsx';
export { Settings } from './settings/settings.tsx';
export { Sources } from './sources/sources.tsx';
export { TemplateScreen } from './templates/template.tsx';
export { Templates } from './templates/templates.tsx';
export { Webhook } from './webhooks/webhook.tsx';
export { Webhooks } from './webhooks/webhooks.tsx';
