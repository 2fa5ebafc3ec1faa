import * as z from 'zod';

/** Resource names of the API. */
export const RESOURCES = [
  'sources',
  'contexts',
  'subjects',
  'policies',
  'evidence',
  'assessments',
  'overrides',
  'actions',
  'events',
  'investigations',
  'investigation-reviews',
  'outcomes',
  'outcome-withdrawals',
] as const;

export const Resource = z.enum(RESOURCES);
export type Resource = z.infer<typeof Resource>;

/** Filters of each resource. Any other filter is refused rather than ignored. */
export const LIST_FILTERS: Record<Resource, readonly ListFilter[]> = {
  sources: [],
  contexts: ['search', 'kind', 'externalId', 'subjectId'],
  subjects: ['search', 'kind', 'externalId', 'view'],
  policies: ['search', 'key', 'status'],
  evidence: ['subjectId'],
  assessments: ['subjectId', 'policyVersionId', 'band', 'decision', 'view'],
  overrides: ['subjectId'],
  actions: ['subjectId'],
  events: ['subjectId', 'resourceId', 'type', 'actor', 'text', 'outcome', 'from', 'to', 'view'],
  investigations: [],
  'investigation-reviews': ['investigationId'],
  outcomes: ['subjectId'],
  'outcome-withdrawals': [],
};

export type ListFilter =
  | 'search'
  | 'kind'
  | 'externalId'
  | 'key'
  | 'status'
  | 'subjectId'
  | 'resourceId'
  | 'type'
  | 'actor'
  | 'text'
  | 'outcome'
  | 'from'
  | 'to'
  | 'investigationId'
  | 'policyVersionId'
  | 'band'
  | 'decision'
  | 'view';
