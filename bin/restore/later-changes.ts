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
import { restoreClient } from './clients.ts';

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
  /** API keys revoked since then, which are valid again. */
  revokedKeyIds: string[];
}

/** Later than any deletion. */
const ANY_TIME = new Date('9999-12-31T00:00:00.000Z');

/**
 * Compares the source's current `identity` table with that of the new stage, and copies deletions
 * and retirements of master keys. Undefined if the source's table is gone. Runs against the new
 * stage, before its workers run.
 */
export async function carryOverLaterChanges(
  sourceTable: string,
  organizationIds: ReadonlySet<string>,
  now: Date,
): Promise<LaterChanges | undefined> {
  const source = await rowsOfInterest(sourceTable);
  if (!source) return undefined;
  const marks = new Set(source.map(({ pk }) => pk).filter((pk) => pk.startsWith('erased#')));
  const isErased = (id: string) => marks.has(`erased#${sha256Hex(id)}`);
  const requested = source.filter(({ pk }) => pk === 'deletions').map((row) => Deletion.parse(row));
  const retired = source.filter(({ pk }) => pk === RETIRED_KEYS).flatMap(retiredIn);
  for (const number of retired) await recordRetirement(dynamoStore, number);
  const restored = await listDueDeletions(dynamoStore, ANY_TIME);

  const isIn = (list: readonly Deletion[]) => (one: Deletion) =>
    list.some((it) => it.organizationId === one.organizationId && it.requestedAt === one.requestedAt);
  const outdated = restored.filter((one) => !isIn(requested)(one));
  for (const deletion of outdated) await dynamoStore.writeOne(revokeDeletion(deletion));
  const added = requested.filter((one) => !isIn(restored)(one));
  for (const deletion of added) await dynamoStore.writeOne(requestDeletion(deletion));
  return {
    erased: await eraseAgain([...organizationIds].filter(isErased), now),
    deletionRequested: added.map(({ organizationId }) => organizationId),
    deletionRevoked: outdated
      .map(({ organizationId }) => organizationId)
      .filter((id) => !isErased(id) && !added.some(({ organizationId }) => organizationId === id)),
    revokedKeyIds: await validAgain(source),
  };
}

async function rowsOfInterest(table: string): Promise<Item[] | undefined> {
  const rows: Item[] = [];
  const input = {
    TableName: table,
    FilterExpression: 'begins_with(pk, :mark) OR pk IN (:deletions, :retired) OR attribute_type(revokedAt, :text)',
    ExpressionAttributeValues: toRow({
      ':mark': 'erased#',
      ':deletions': 'deletions',
      ':retired': RETIRED_KEYS,
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

/** An organization with a mark has been handled, or was erased before the moment. */
async function eraseAgain(organizationIds: readonly string[], now: Date): Promise<string[]> {
  const marks = await dynamoStore.getMany(organizationIds.map(erasureRead));
  const again = organizationIds.filter((_, index) => marks[index] === undefined);
  for (const organizationId of again) {
    await dynamoStore.writeOne(openJob({ organizationId, requestedAt: now.toISOString() }));
    await dynamoStore.writeOne(markErased(organizationId, now));
  }
  return again;
}

async function validAgain(source: readonly Item[]): Promise<string[]> {
  const keys = source.filter(({ revokedAt }) => typeof revokedAt === 'string');
  const restored = await dynamoStore.getMany(keys.map(({ pk, sk }) => ({ table: 'identity', key: { pk, sk } })));
  return restored.flatMap((row) => (row && row.revokedAt === null ? [String(row.id)] : []));
}
