import { classify, type StoredRow } from '#bin/audit/stored-state.ts';
import { memberId, placeOf, shardOf } from '#shared/platform/ids.ts';
import { pack } from '#shared/platform/store/packed.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';

/** Rows of one organization in their stored shape, generated and not written, for audits of any size. */

const ORGANIZATION = '3f1c6a52-7b1d-4c0e-9d6f-0a5b8f6e2c11';
const SCOPE = `${ORGANIZATION}#live`;
const KEY = 'api_key:01a1ef07-c727-7cd3-8774-5388cdd28f80';
const AT = '2026-11-18T14:20:26.907Z';
const START_MS = Date.parse('2026-06-01T00:00:00Z');
const SHARDS = 4;
const EVIDENCE_PER_SUBJECT = 3;

/** Generated rows per subject: 5 of the subject, and 6 of each item of evidence. */
const ROWS_PER_SUBJECT = 5 + EVIDENCE_PER_SUBJECT * 6;

/** The id of the nth record, in order and without a random part. */
function nthId(n: number): string {
  const ms = (START_MS + Math.floor(n / 64)).toString(16).padStart(12, '0');
  const tie = n % 64;
  const third = (0x7000 | (tie << 6)).toString(16);
  const tail = Math.imul(n, 0x9e3779b1) >>> 0;
  return `${ms.slice(0, 8)}-${ms.slice(8)}-${third}-8000-${tail.toString(16).padStart(10, '0')}00`;
}

const row = (table: TableName, item: Item): StoredRow => classify(table, item);
const recordKey = (kind: string, id: string) => ({
  pk: `${SCOPE}#${kind}#${shardOf(id, SHARDS)}`,
  sk: placeOf(id),
  id,
});
const pointer = (table: TableName, listing: string, id: string) =>
  row(table, { pk: `${SCOPE}#${listing}`, sk: placeOf(id), id, v: 1 });

interface Commit {
  eventId: string;
  type: string;
  resource: string;
  resourceId: string;
  subjectId: string;
}

/** Event, pointers and idempotency record of a commit. */
function* committed({ eventId, type, resource, resourceId, subjectId }: Commit): Generator<StoredRow> {
  const events = [{ type, resource, resourceId, subjectId }];
  const about = { actor: KEY, organizationId: ORGANIZATION, mode: 'live', occurredAt: AT, requestId: eventId };
  yield row('journal', { ...recordKey('events', eventId), ...about, events, v: 1 });
  for (const id of new Set([resourceId, subjectId])) yield pointer('journal', `events-about#${id}`, eventId);
  const answer = { id: resourceId, resource, data: { subjectId, createdAt: AT, externalId: `customer-${eventId}` } };
  yield row('journal', answerRow(`key-${eventId}`, pack(answer)[0]));
}

const answerRow = (sk: string, body: Uint8Array, parts = 1): Item => ({
  pk: `${SCOPE}#receipts#0`,
  sk,
  operation: 'POST /v1/risk',
  principal: KEY,
  bodyDigest: '0'.repeat(64),
  commitId: sk,
  status: 201,
  body,
  parts,
  expiresAtSeconds: Math.floor(START_MS / 1000) + 400 * 24 * 60 * 60,
  v: 1,
});

/** The same in every row: packing takes longer than an audit of the row, which does not compare it. */
const [EVIDENCE] = pack([
  {
    subjectId: '01a1ef07-c730-7fed-b41a-3d4eb8dc0b80',
    source: 'registered:01a1ef07-c745-750c-b750-36eef7bd1980',
    sourceRegistrationId: '01a1ef07-c745-750c-b750-36eef7bd1980',
    fact: 'email.age_days',
    status: 'available',
    value: 3,
    observedAt: AT,
    expiresAt: null,
    providerRef: null,
    receivedAt: AT,
    evidenceRevision: 1,
    supersedesId: null,
    bindingRevision: 1,
    submittedBy: KEY,
    adapterVersion: 'evidence-api-v1',
    evidenceClass: 'assertion',
    batchId: null,
  },
]);

function* subjectRows(n: number): Generator<StoredRow> {
  let next = n * (2 + EVIDENCE_PER_SUBJECT * 2);
  const newId = () => nthId(next++);
  const id = newId();
  const externalId = `customer-${n}`;
  const data = { externalId, createdAt: AT, kind: 'person' };
  yield row('risk', { ...recordKey('subjects', id), data, resource: 'subjects', searchable: externalId, v: 1 });
  yield row('risk', { pk: `${SCOPE}#subjects-names#${n % 16}`, sk: `person#${externalId}`, id, v: 1 });
  const created = { type: 'risk.subject.created', resource: 'subjects', resourceId: id, subjectId: id };
  yield* committed({ eventId: newId(), ...created });
  for (let item = 0; item < EVIDENCE_PER_SUBJECT; item += 1) {
    const evidenceId = newId();
    yield row('risk', {
      ...recordKey('evidence', evidenceId),
      resource: 'evidence',
      subjectId: id,
      receipts: EVIDENCE,
      v: 1,
    });
    yield pointer('risk', `evidence-about#${id}`, evidenceId);
    const recorded = { type: 'risk.evidence.recorded', resource: 'evidence', resourceId: evidenceId, subjectId: id };
    yield* committed({ eventId: newId(), ...recorded });
  }
}

/** Subjects with evidence, as many as have this number of rows. */
export function* generatedRows(rows: number): Generator<StoredRow> {
  for (let n = 0; n * ROWS_PER_SUBJECT < rows; n += 1) yield* subjectRows(n);
}

/** The second answer with a subject, so large that it has two parts. */
export function answerInParts(): StoredRow[] {
  const id = nthId(0);
  // Random enough to need two parts when compressed.
  const facts = Array.from({ length: 60_000 }, (_, n) => memberId(nthId(n * 7919), n % 128));
  const parts = pack({ id, resource: 'checks-of-none', data: { facts } });
  return [...parts.entries()].map(([part, body]) =>
    row('journal', part === 0 ? answerRow('large', body, parts.length) : answerRow(`large~${part}`, body)),
  );
}
