export const SUBJECT = '019ced2c-0004-7000-8000-000000000001';
export const ID = '019ced2c-4000-7000-8000-5d3c2b1a0f00';

/** Every screen of the console: addresses to visit, by the path of the route. A test compares the paths with the routes. */
export const SCREENS: Readonly<Record<string, readonly string[]>> = {
  overview: ['overview'],
  inbox: ['inbox'],
  'matches/{-$id}': ['matches'],
  'screen/{-$id}': ['screen', `screen/${ID}`],
  proposals: ['proposals'],
  notifications: ['notifications'],
  subjects: ['subjects'],
  'subjects/$id/{-$tab}': [
    `subjects/${SUBJECT}`,
    `subjects/${SUBJECT}/evidence`,
    `subjects/${SUBJECT}/screening`,
    `subjects/${SUBJECT}/verification`,
    `subjects/${SUBJECT}/contexts`,
    `subjects/${SUBJECT}/investigations`,
    `subjects/${SUBJECT}/monitoring`,
    `subjects/${SUBJECT}/notes`,
  ],
  investigations: ['investigations'],
  // Leads to the subject.
  'assessments/$id': [`assessments/${ID}`],
  policies: ['policies'],
  'policies/$key/{-$view}/{-$which}': [
    'policies/onboarding',
    'policies/onboarding/versions/2',
    'policies/onboarding/compare/1...3',
  ],
  // Leads to the version of its policy.
  'policies/versions/$id': [`policies/versions/${ID}`],
  sources: ['sources'],
  contexts: ['contexts'],
  lists: ['lists'],
  'lists/$key': ['lists/ofac_sdn'],
  templates: ['templates'],
  'templates/new': ['templates/new'],
  'templates/$id/edit': [`templates/${ID}/edit`],
  'templates/$id/revisions': [`templates/${ID}/revisions`],
  'templates/$id': [`templates/${ID}`],
  documents: ['documents'],
  'documents/new': ['documents/new', `documents/new?template=${ID}`],
  'documents/$id/prepare': [`documents/${ID}/prepare`],
  'documents/$id': [`documents/${ID}`],
  webhooks: ['webhooks'],
  'webhooks/$id/{-$part}/{-$delivery}': [`webhooks/${ID}`, `webhooks/${ID}/deliveries/${ID}`],
  keys: ['keys'],
  members: ['members'],
  events: ['events'],
  exports: ['exports'],
  settings: ['settings'],
};
