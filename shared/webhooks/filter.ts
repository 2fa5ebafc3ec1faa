import { RecordId, refused } from '@assay/foundation';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { distinct } from '#shared/platform/http/list-rules.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { EVENT_CATALOGUE, EVENT_TYPES, type EventType } from './event-catalogue.ts';
import { FILTER_NAMES, type FilterName } from './filter-names.ts';
import { FILTERED_SUBJECTS, FILTERED_VALUES } from './limits.ts';
import { selects } from './subscribers.ts';

/** Of assessments and of verification attempts. Tests compare the values with those of their modules. */
export const DECISIONS = [
  'reject',
  'restrict',
  'review',
  'awaiting_evidence',
  'none',
  'approved',
  'rejected',
  'revoked',
] as const;
/** Of screening runs, investigations and verification attempts. */
export const STATUSES = [
  'match',
  'possible_match',
  'clear',
  'incomplete',
  'error',
  'completed',
  'passed',
  'failed',
] as const;

const values = <Shape extends z.ZodType<string>>(shape: Shape, max: number) => distinct(z.array(shape).min(1).max(max));

/**
 * Which of the selected events a webhook receives. An event must have one of the values of every member, so an event
 * type without a member is not sent: a filter never lets through what it cannot judge.
 */
export const Filter = z
  .strictObject({
    subjectIds: values(RecordId, FILTERED_SUBJECTS).optional().describe('Events about one of these risk subjects.'),
    decisions: values(z.enum(DECISIONS), FILTERED_VALUES)
      .optional()
      .describe('Assessments and verification decisions with one of these decisions.'),
    policyKeys: values(DefinitionKey, FILTERED_VALUES).optional().describe('Assessments with one of these policies.'),
    lists: values(z.string().regex(/^[a-z0-9_]{1,80}$/, 'must be the key of a list'), FILTERED_VALUES)
      .optional()
      .describe('Matches and held versions of one of these screening lists.'),
    statuses: values(z.enum(STATUSES), FILTERED_VALUES)
      .optional()
      .describe('Screening runs and investigations with this `status`, verification attempts with this `outcome`.'),
  })
  .describe(
    'Only events that have one of the values of every member are sent. An event without a member, such as a document ' +
      'with `decisions`, is not. `GET /webhooks/event-types` names the members of each event in `filters`.',
  )
  .meta({ id: 'WebhookFilter', examples: [{ decisions: ['reject'], policyKeys: ['onboarding'] }] });
export type Filter = z.infer<typeof Filter>;

/** As stored: a release that is rolled back may find members and values that it does not know. */
export const StoredFilter = z.record(z.string(), z.array(z.string()));
export type StoredFilter = z.infer<typeof StoredFilter>;

/** Without absent members. */
export const storedFilter = (filter: Filter | undefined): StoredFilter | undefined =>
  filter && StoredFilter.parse(Object.fromEntries(namesIn(filter).map((name) => [name, filter[name]])));

type FilteredEvent = Pick<RecordedEvent, 'type' | 'subjectId'> & {
  payload?: Record<string, unknown> | null | undefined;
  details?: Record<string, unknown> | null | undefined;
};

const VALUES: Record<FilterName, (event: FilteredEvent) => unknown[]> = {
  subjectIds: ({ subjectId }) => [subjectId],
  // The payload of an assessment has ids only; the history has its decision and policy.
  decisions: ({ payload, details }) => [payload?.decision ?? details?.decision],
  policyKeys: ({ details }) => [details?.policyKey],
  lists: ({ payload }) => [payload?.list, ...listsOf(payload?.matches)],
  statuses: ({ payload }) => [payload?.status ?? payload?.outcome],
};

const listsOf = (matches: unknown): unknown[] => (Array.isArray(matches) ? matches.map(({ list }) => list) : []);

const namesIn = (filter: Filter | StoredFilter): FilterName[] =>
  FILTER_NAMES.filter((name) => filter[name] !== undefined);

/** Whether the event is sent. A test event always is. */
export function matchesFilter(event: FilteredEvent, filter: StoredFilter | undefined): boolean {
  if (filter === undefined || event.type === 'webhook.ping') return true;
  const has = EVENT_CATALOGUE[event.type as EventType]?.filters ?? [];
  return namesIn(filter).every((name) => {
    const wanted: readonly unknown[] = filter[name] ?? [];
    return has.includes(name) && VALUES[name](event).some((value) => wanted.includes(value));
  });
}

/** A filter that no selected event can match would be silent for ever. */
export function assertFilter(events: readonly string[], filter: StoredFilter | undefined): void {
  const names = filter ? namesIn(filter) : [];
  const selected = EVENT_TYPES.filter((type) => selects({ events: [...events] }, type));
  const canMatch = selected.some((type) => names.every((name) => EVENT_CATALOGUE[type].filters.includes(name)));
  if (names.length === 0 || canMatch) return;
  const message = `no selected event has ${names.map((name) => `\`${name}\``).join(' and ')}`;
  throw refused('filter_never_matches', 'No selected event can match the filter. See `errors`.', [
    { path: 'filter', message },
  ]);
}
