/** What a webhook can filter by. Beside the catalogue, which says what each event has. */
export const FILTER_NAMES = ['subjectIds', 'decisions', 'policyKeys', 'lists', 'statuses'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
