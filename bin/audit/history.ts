import { isDeepStrictEqual } from 'node:util';
import { rowIdOf } from '#shared/platform/ids.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { actionsIn, NAMED, receiptsIn } from '#shared/risk/index.ts';
import { EVENT_CATALOGUE } from '#shared/webhooks/contract.ts';
import { type ActiveSubscription, selects } from '#shared/webhooks/index.ts';
import { type AuditedState, isRecord, nameOf, type StoredEvent, type StoredRow } from './stored-state.ts';

/** Checks that records, their history and the rows that refer to them agree. */

/** Events whose subject has no record of its own. */
const TOLD_ONLY = new Set([
  'events',
  'policy-selections',
  'investigation-ai-settings',
  'organizations',
  'organization-settings',
  'notes',
  // Lists belong to the installation; the event is in the journal of the organization that changed
  // it.
  'screening-lists',
]);
/** A batch is stored with its receipts. */
const homeOf = (resource: string) => (resource === 'evidence-batches' ? 'evidence' : resource);

export function eventsWithoutRecord({ rows, events }: AuditedState): string[] {
  const homes = Map.groupBy(rows.filter(isRecord), ({ kind, item }) => `${kind} ${item.id}`);
  const deleted = deletedIds(events);
  const people = peopleIn(rows);
  return events
    .filter(({ resource, resourceId }) => !TOLD_ONLY.has(resource) && !deleted.has(resourceId))
    .filter(({ resource, resourceId }) => resource !== 'members' || !people.has(resourceId))
    .filter(({ resource, resourceId, row }) => {
      const found = homes.get(`${homeOf(resource)} ${rowIdOf(resourceId)}`) ?? [];
      return !found.some((record) => isInScopeOf(record, row));
    })
    .map(({ type, resourceId }) => `tells of a record that is not there: ${type} ${resourceId}`);
}

/** User ids of the directory, which has a row per person instead of a record. */
export const peopleIn = (rows: AuditedState['rows']): ReadonlySet<unknown> =>
  new Set(rows.filter(({ kind }) => kind === 'directory').map(({ item }) => item.userId));

/** Drafts and templates can be deleted; their history remains. */
export const deletedIds = (events: AuditedState['events']): ReadonlySet<string> =>
  new Set(
    events
      .filter(({ type }) => type === 'template.deleted' || type === 'document.deleted')
      .map(({ resourceId }) => resourceId),
  );

const isInScopeOf = (one: StoredRow, other: StoredRow) =>
  one.organizationId === other.organizationId && (one.mode === other.mode || one.mode === '');

/**
 * The event that creates a record: recorded, requested, started or completed; otherwise created.
 */
const CREATION =
  /\.(created|evidence\.recorded|action\.requested|investigation\.(started|reviewed))$|^screening\.run\.completed$/;

export function recordsWithoutCreation({ events, records }: AuditedState): string[] {
  const created = Map.groupBy(
    events.filter(({ type }) => CREATION.test(type)),
    ({ resource, resourceId }) => `${resource} ${rowIdOf(resourceId)}`,
  );
  return records
    .filter(({ kind, item }) => {
      const told = created.get(`${kind} ${item.id}`)?.length;
      return told !== recordsIn(kind, item);
    })
    .map((row) => `has not exactly one event of its creation: ${nameOf(row)}`);
}

/** Number of records in a row: receipts and actions of one commit share a row. */
function recordsIn(kind: string, item: Item): number {
  if (kind === 'evidence') return receiptsIn(item).length;
  return kind === 'actions' ? actionsIn(item).length : 1;
}

export function pointersAstray({ rows, events }: AuditedState): string[] {
  const wanted = events.flatMap(({ row, resourceId, subjectId }) =>
    [rowIdOf(resourceId), ...(subjectId ? [subjectId] : [])].map(
      (about) => `${row.organizationId} ${row.mode} ${about} ${row.item.id}`,
    ),
  );
  const standing = rows
    .filter(({ kind }) => kind === 'events-about')
    .map(({ organizationId, mode, rest, item }) => `${organizationId} ${mode} ${rest} ${item.id}`);
  return differences(wanted, standing, 'pointer');
}

export function notesAstray({ rows, events }: AuditedState): string[] {
  const wanted = events
    .filter(({ type }) => type === 'risk.note.added')
    .map(({ row, subjectId }) => `${row.organizationId} ${row.mode} ${subjectId} ${row.item.id}`);
  const standing = rows
    .filter(({ kind }) => kind === 'notes-about')
    .map(({ organizationId, mode, rest, item }) => `${organizationId} ${mode} ${rest} ${item.id}`);
  return differences(wanted, standing, 'note');
}

export function namesAstray({ rows, records }: AuditedState): string[] {
  const nameOfRow = (kind: string, { organizationId, mode, item }: StoredRow) =>
    `${organizationId} ${mode} ${kind} ${item.id}`;
  const wanted = NAMED.flatMap((kind) => records.filter((row) => row.kind === kind).map((row) => nameOfRow(kind, row)));
  const standing = NAMED.flatMap((kind) =>
    rows.filter((row) => row.kind === `${kind}-names`).map((row) => nameOfRow(kind, row)),
  );
  return differences(wanted, standing, 'name');
}

function differences(wanted: string[], standing: string[], what: string): string[] {
  const missing = new Set(wanted).difference(new Set(standing));
  const stray = new Set(standing).difference(new Set(wanted));
  return [
    ...[...missing].map((one) => `lacks its ${what}: ${one}`),
    ...[...stray].map((one) => `is a ${what} to nothing: ${one}`),
  ];
}

export function keysAgainstHistory({ records, events }: AuditedState): string[] {
  const revocations = events.filter(({ type }) => type === 'organization.api_key.revoked');
  return records
    .filter(({ kind, item }) => {
      const told = revocations.filter(({ resourceId }) => resourceId === item.id).length;
      return kind === 'api-keys' && told !== (item.revokedAt === null ? 0 : 1);
    })
    .map((row) => `is revoked without one event, or has one without being so: ${nameOf(row)}`);
}

/**
 * Every subscription of the scope receives exactly its events. After a change of subscriptions,
 * those at the time of a commit are unknown.
 */
export function outboxAstray({ rows, events }: AuditedState): string[] {
  const activeSets = rows.filter(({ kind }) => kind === 'active-subscriptions');
  const changed = events.filter(({ resource }) => resource === 'webhooks').map(({ row }) => row);
  return [...Map.groupBy(events, ({ row }) => row)]
    .filter(([row]) => !changed.some((one) => isInScopeOf(one, row)))
    .filter(([row, packed]) => {
      const active = activeSets.find((set) => isInScopeOf(set, row))?.item.subscriptions ?? [];
      const wanted = outboxFor(active as ActiveSubscription[], packed);
      const { subscribers = {}, dueShard, dueAt } = row.item;
      const isDue = dueShard !== undefined && dueAt !== undefined;
      return !isDeepStrictEqual(subscribers, wanted) || isDue !== Object.keys(wanted).length > 0;
    })
    .map(([row]) => `does not announce what it should to whom it should: ${nameOf(row)}`);
}

function outboxFor(active: ActiveSubscription[], packed: StoredEvent[]) {
  const wanted: Record<string, number[]> = {};
  for (const subscription of active) {
    const heard = packed.filter((event) => isHeard(event, subscription));
    if (heard.length > 0) wanted[subscription.id] = heard.map(({ member }) => member);
  }
  return wanted;
}

/** Events outside the catalogue are in the history only. */
const isHeard = ({ type }: StoredEvent, subscription: ActiveSubscription) =>
  Object.hasOwn(EVENT_CATALOGUE, type) && selects(subscription, type);
