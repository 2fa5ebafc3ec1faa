import { sha256Hex } from '@assay/foundation/canonical-json';
import { rowIdOf } from '#shared/platform/ids.ts';
import { STORED_PROPOSALS } from '#shared/platform/proposals.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { batchIdOf, receiptsIn } from '#shared/risk/index.ts';
import { allRoutes } from '#shared/routes.ts';
import { deletedIds, peopleIn } from './history.ts';
import { type AuditedState, KINDS_WITH_HISTORY, nameOf } from './stored-state.ts';

/** Checks that rows of one commit exist together. */

/**
 * Rows without an organization: retired master keys, the shard plan, requested deletions, erasures, marks of erased
 * organizations, lists, rate limits and the state of a restore.
 */
const WITHOUT_ORGANIZATION =
  /^(master-keys|shard-plan|deletions|erasures|erased#[0-9a-f]{64}|lists|list-(?:history|uploads)#[a-z_]+|restore|rate#.*)$/;

export function rowsOutsideOrganizations({ rows }: AuditedState): string[] {
  return rows
    .filter(({ table, organizationId, mode }) => !organizationId || (!mode && table !== 'identity'))
    .filter(({ item }) => !WITHOUT_ORGANIZATION.test(item.pk))
    .map((row) => `stands outside every organization: ${nameOf(row)}`);
}

export function receiptsWithoutRecord({ rows, receipts, events }: AuditedState): string[] {
  const findings: string[] = [];
  const ids = new Set<unknown>([...rows.map(({ item }) => item.id), ...deletedIds(events), ...peopleIn(rows)]);
  for (const { answer } of receipts)
    if (answer?.documentId !== undefined && ids.has(answer.documentId)) ids.add(answer.id);
  // The id of a match begins as that of its run, which has the proposals about it.
  const runs = new Set(rows.map(({ kind, item }) => kind === 'screening-runs' && startOf(item.id)));
  for (const { answer } of receipts)
    if (answer?.matchId !== undefined && runs.has(startOf(answer.matchId))) ids.add(answer.id);
  for (const id of proposalIds(rows, events)) ids.add(id);
  for (const { resource, resourceId } of events) if (TOLD_ONLY.has(resource)) ids.add(resourceId);
  const eventsAbout = Map.groupBy(events, ({ resourceId }) => resourceId);
  for (const [id, about] of receiptsByAnswer(receipts)) {
    const resource = about[0]?.answer?.resource ?? '';
    const hasHistory = KINDS_WITH_HISTORY.has(resource);
    // An event that is itself the answer is recorded once.
    const told = resource === 'events' ? 1 : (eventsAbout.get(id)?.length ?? 0);
    if (!ids.has(id) && !(ids.has(rowIdOf(id)) && (hasHistory || eventsAbout.has(id))))
      findings.push(`answers with a record that is not there: ${id}`);
    if (hasHistory && about.length > told) findings.push(`has more receipts than events: ${id}`);
  }
  return findings;
}

/**
 * Proposals are stored in one row with what they are about. If that row is full, the oldest are in the history
 * only.
 */
function proposalIds(rows: AuditedState['rows'], events: AuditedState['events']): unknown[] {
  const stored = rows.filter(
    ({ kind, item }) =>
      kind === 'proposals' ||
      kind === 'profile-proposals' ||
      (kind === 'settings' && item.sk.startsWith('proposals')) ||
      (item.pk === 'lists' && item.sk.endsWith('#proposals')),
  );
  const proposalsIn = (item: Item) => item.proposals as { id: string }[];
  const full = new Set(
    stored.flatMap(({ rest, organizationId, item }) =>
      proposalsIn(item).length >= STORED_PROPOSALS ? [rest || organizationId] : [],
    ),
  );
  return [
    ...stored.flatMap(({ item }) => proposalsIn(item).map(({ id }) => id)),
    ...events.filter(({ resourceId }) => full.has(resourceId)).map(({ details }) => details?.proposalId),
  ];
}

const SHARED_CHARACTERS = 19;
const startOf = (id: unknown) => String(id).slice(0, SHARED_CHARACTERS);

function receiptsByAnswer(receipts: AuditedState['receipts']) {
  const receiptsAbout = Map.groupBy(receipts, ({ answer }) => answer?.id ?? '');
  receiptsAbout.delete('');
  return receiptsAbout;
}

/** Idempotency records expire after a month, so this rule holds for younger stages only. */
export function recordsWithoutReceipt({ receipts, records, events }: AuditedState): string[] {
  const findings: string[] = [];
  const eventsAbout = Map.groupBy(events, ({ resourceId }) => resourceId);
  const receiptsAbout = receiptsByAnswer(receipts);
  for (const { kind, item } of records.filter(({ kind }) => KEYED_KINDS.has(kind))) {
    if (kind === 'evidence' && isNative(item)) continue;
    const id = String(item.id);
    // Receipts of a batch have one idempotency record.
    const answered = kind === 'evidence' && !receiptsAbout.has(id) ? batchIdOf(id) : id;
    const creation = eventsAbout.get(answered)?.find(({ type }) => CREATION.test(type));
    const made = (receiptsAbout.get(answered) ?? []).filter(({ status }) => status === 201);
    const isOfService = creation?.actor.startsWith('service:');
    if (!isOfService && (made.length !== 1 || made[0]?.principal !== creation?.actor))
      findings.push(`has not exactly one receipt of its creation: ${kind} ${id}`);
  }
  return findings;
}

/** Evidence of the service itself is answered as a run, a step or a decision. */
const isNative = (item: Item) => receiptsIn(item).every(({ value }) => value.data.evidenceClass !== 'assertion');

/** The event type of a created record: recorded, started or reviewed; otherwise created. */
const CREATION = /(\.created|\.recorded|\.batch_recorded|investigation\.(started|reviewed))$/;

/** Stored in the history only. */
const TOLD_ONLY = new Set(['policy-selections', 'organizations']);

/** Kinds that only a POST with an idempotency key creates: the kinds that such a route returns. */
const KEYED_KINDS = new Set(
  allRoutes
    .filter(({ method, idempotency }) => method === 'POST' && idempotency === 'required')
    .filter(({ status }) => status === 201)
    .flatMap(({ result }) => kindAnsweredBy(result) ?? []),
);

function kindAnsweredBy(result: unknown): string | undefined {
  const { shape } = result as { shape?: { resource?: { value?: unknown } } };
  const kind = shape?.resource?.value;
  return typeof kind === 'string' ? kind : undefined;
}

export function unmarkedErasures({ rows }: AuditedState): string[] {
  const keys = new Set(rows.map(({ item }) => item.pk));
  return rows
    .filter(({ item }) => item.pk === 'erasures' && !keys.has(`erased#${sha256Hex(item.sk)}`))
    .map((row) => `is to be erased but still let in: ${nameOf(row)}`);
}
