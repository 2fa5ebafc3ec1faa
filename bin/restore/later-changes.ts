import { sha256Hex } from '@assay/foundation/canonical-json';
import { paginateScan, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import {
  Deletion,
  erasureRead,
  listDueDeletions,
  markErased,
  openJob,
  RETIRED_KEYS,
  recordRetirement,
  requestDeletion,
  retiredIn,
  revokeDeletion,
} from '#shared/identity/index.ts';
import { fromRow, toRow } from '#shared/platform/store/dynamo-calls.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item } from '#shared/platform/store/store.ts';
import type { TableName } from '#shared/tables.ts';
import { restoreClient } from './clients.ts';
import { revokeAgain } from './revoked-keys.ts';

/** Changes after the moment that a restore must not undo. */
export interface LaterChanges {
  /** Organizations erased since then: the new stage erases them again. */
  erased: string[];
  /**
   * Organizations with a deletion requested since then: the new stage deletes them at the same
   * time.
   */
  deletionRequested: string[];
  /** Organizations whose deletion was revoked since then: the new stage does not delete them. */
  deletionRevoked: string[];
  /** API keys revoked since then, which stay revoked. */
  revokedKeyIds: string[];
  /** Users whose role or account was changed since then. */
  changedMembers: string[];
}

export const LATER_KINDS = [
  'erased',
  'deletionRequested',
  'deletionRevoked',
  'revokedKeyIds',
  'changedMembers',
] as const satisfies (keyof LaterChanges)[];

interface CarryOver {
  /** The current tables of the source. */
  tables: Record<TableName, string>;
  /** All organizations with a restored row. */
  organizationIds: readonly string[];
  now: Date;
  /** Called before each change, so that none is forgotten in the report of a run that was resumed. */
  note: (kind: keyof LaterChanges, id: string) => Promise<void>;
}

/** Later than any deletion. */
const ANY_TIME = new Date('9999-12-31T00:00:00.000Z');

/**
 * Compares the source's current `identity` table with that of the new stage, and carries over what must not be undone,
 * the most dangerous first: a leaked master key or API key that is valid again. Every step can be repeated. False if the
 * source's table is gone. Runs against the new stage, before it takes requests and before its workers run.
 */
export async function carryOverLaterChanges({ tables, organizationIds, now, note }: CarryOver): Promise<boolean> {
  const source = await rowsOfInterest(tables.identity);
  if (!source) return false;
  const retired = source.filter(({ pk }) => pk === RETIRED_KEYS).flatMap(retiredIn);
  for (const number of retired) await recordRetirement(dynamoStore, number);
  await revokeAgain(source, tables.journal, (id) => note('revokedKeyIds', id));

  const marks = new Set(source.map(({ pk }) => pk).filter((pk) => pk.startsWith('erased#')));
  const isErased = (id: string) => marks.has(`erased#${sha256Hex(id)}`);
  await eraseAgain(organizationIds.filter(isErased), now, (id) => note('erased', id));
  await carryOverDeletions(source, isErased, note);
  await carryOverMembers(source, (id) => note('changedMembers', id));
  return true;
}

async function rowsOfInterest(table: string): Promise<Item[] | undefined> {
  const rows: Item[] = [];
  const input = {
    TableName: table,
    FilterExpression:
      'begins_with(pk, :mark) OR pk IN (:deletions, :retired) OR attribute_type(revokedAt, :text) ' +
      'OR (contains(pk, :directory) AND attribute_type(changedAt, :text))',
    ExpressionAttributeValues: toRow({
      ':mark': 'erased#',
      ':deletions': 'deletions',
      ':retired': RETIRED_KEYS,
      ':directory': DIRECTORY,
      ':text': 'S',
    }),
  };
  try {
    for await (const { Items = [] } of paginateScan({ client: restoreClient() }, input))
      rows.push(...Items.map(fromRow));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
  return rows;
}

/**
 * An organization with a mark has been handled, or was erased before the moment. The mark is last, so that a run that
 * died before it repeats both.
 */
async function eraseAgain(ids: readonly string[], now: Date, note: (id: string) => Promise<void>): Promise<void> {
  const marks = await dynamoStore.getMany(ids.map(erasureRead));
  for (const organizationId of ids.filter((_, index) => marks[index] === undefined)) {
    await note(organizationId);
    await dynamoStore.writeOne(openJob({ organizationId, requestedAt: now.toISOString() }));
    await dynamoStore.writeOne(markErased(organizationId, now));
  }
}

async function carryOverDeletions(source: readonly Item[], isErased: (id: string) => boolean, note: CarryOver['note']) {
  const requested = source.filter(({ pk }) => pk === 'deletions').map((row) => Deletion.parse(row));
  const restored = await listDueDeletions(dynamoStore, ANY_TIME);
  const isIn = (list: readonly Deletion[]) => (one: Deletion) =>
    list.some((it) => it.organizationId === one.organizationId && it.requestedAt === one.requestedAt);
  const added = requested.filter((one) => !isIn(restored)(one));
  const isAdded = (id: string) => added.some(({ organizationId }) => organizationId === id);
  for (const deletion of restored.filter((one) => !isIn(requested)(one))) {
    const { organizationId } = deletion;
    if (!isErased(organizationId) && !isAdded(organizationId)) await note('deletionRevoked', organizationId);
    await dynamoStore.writeOne(revokeDeletion(deletion));
  }
  for (const deletion of added) {
    await note('deletionRequested', deletion.organizationId);
    await dynamoStore.writeOne(requestDeletion(deletion));
  }
}

const DIRECTORY = '#directory';

/**
 * Roles and disabled accounts are those of the issuer, which is not restored; the directory has to agree with it.
 * People who were invited since then are added when they sign in.
 */
async function carryOverMembers(source: readonly Item[], note: (id: string) => Promise<void>): Promise<void> {
  const people = source.filter(({ pk }) => pk.endsWith(DIRECTORY));
  const restored = await dynamoStore.getMany(people.map(({ pk, sk }) => ({ table: 'identity', key: { pk, sk } })));
  for (const [index, { pk, sk, changedAt, isDisabled, assignedRole }] of people.entries()) {
    const known = restored[index];
    if (!known || String(known.changedAt ?? '') >= String(changedAt)) continue;
    await note(sk);
    await dynamoStore.writeOne({
      table: 'identity',
      update: { pk, sk },
      set: { changedAt, isDisabled: isDisabled === true, ...(assignedRole !== undefined && { assignedRole }) },
      when: { changedAt: known.changedAt },
    });
  }
}
