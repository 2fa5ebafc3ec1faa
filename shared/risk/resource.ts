import * as z from 'zod';

/** What the API calls its records. */
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
] as const;

export const Resource = z.enum(RESOURCES);
export type Resource = z.infer<typeof Resource>;

/** Which list parameters a resource knows; any other is refused rather than ignored. */
export const LIST_FILTERS: Record<Resource, readonly ListFilter[]> = {
  sources: [],
  contexts: ['search', 'kind', 'externalId'],
  subjects: ['search', 'kind', 'externalId'],
  policies: ['search', 'key', 'status'],
  evidence: ['subjectId'],
  assessments: ['subjectId'],
  overrides: ['subjectId'],
  actions: ['subjectId'],
  events: ['subjectId', 'resourceId'],
  investigations: [],
  'investigation-reviews': ['investigationId'],
};

export type ListFilter =
  | 'search'
  | 'kind'
  | 'externalId'
  | 'key'
  | 'status'
  | 'subjectId'
  | 'resourceId'
  | 'investigationId';
