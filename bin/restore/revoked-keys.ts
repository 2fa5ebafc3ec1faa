import { randomUUID } from 'node:crypto';
import { BatchGetItemCommand, QueryCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { placeOf, shardOf } from '#shared/platform/ids.ts';
import { fromRow, toRow } from '#shared/platform/store/dynamo-calls.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { restoreClient } from './clients.ts';

const REVOKED = 'organization.api_key.revoked';
/** All numbers of shards that a plan may have: the plan of the stage is not known here. */
const SHARDS = [1, 2, 4, 8, 16, 32, 64];

/**
 * Revokes API keys that were revoked in the source after the moment, with the event that tells of it, in one
 * transaction. If the source has lost the event the key is revoked nevertheless, and the audit reports it.
 */
export async function revokeAgain(
  source: readonly Item[],
  sourceJournal: string,
  note: (id: string) => Promise<void>,
): Promise<void> {
  const revoked = source.filter(({ revokedAt }) => typeof revokedAt === 'string');
  const restored = await dynamoStore.getMany(revoked.map(({ pk, sk }) => ({ table: 'identity', key: { pk, sk } })));
  for (const [index, key] of revoked.entries()) {
    if (restored[index]?.revokedAt !== null) continue;
    const id = String(key.id);
    await note(id);
    const history = await eventRows(key, sourceJournal);
    const revocation: Write = {
      table: 'identity',
      update: { pk: key.pk, sk: key.sk },
      set: { revokedAt: key.revokedAt },
      when: { id, revokedAt: null },
    };
    const writes: Write[] = [revocation, ...history.map((put): Write => ({ table: 'journal', put }))];
    await dynamoStore.transact(writes, randomUUID());
  }
}

/** The row of the event and the pointer to it, without what would announce it. */
async function eventRows({ id, organizationId, mode }: Item, journal: string): Promise<Item[]> {
  const scope = `${organizationId}#${mode}`;
  try {
    const { Items = [] } = await restoreClient().send(
      new QueryCommand({
        TableName: journal,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: toRow({ ':pk': `${scope}#events-about#${id}` }),
      }),
    );
    for (const pointer of Items.map(fromRow)) {
      const row = await eventRow(journal, scope, String(pointer.id));
      const events = ((row?.events ?? []) as { type: string; resourceId: string }[]).filter(
        ({ type, resourceId }) => type === REVOKED && resourceId === id,
      );
      if (!row || events.length === 0) continue;
      const { subscribers, dueShard, dueAt, ...told } = row;
      return [{ ...told, events }, pointer].map((one) => ({ ...one, isCarriedOver: true }));
    }
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
  return [];
}

async function eventRow(journal: string, scope: string, id: string): Promise<Item | undefined> {
  const shards = new Set(SHARDS.map((count) => shardOf(id, count)));
  const Keys = [...shards].map((shard) => toRow({ pk: `${scope}#events#${shard}`, sk: placeOf(id) }));
  const { Responses = {} } = await restoreClient().send(
    new BatchGetItemCommand({ RequestItems: { [journal]: { Keys } } }),
  );
  return Responses[journal]?.map(fromRow).find((row) => row.id === id);
}
