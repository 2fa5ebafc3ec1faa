import { paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { hasEnded, isDeleted, storedDocument } from '#shared/documents/index.ts';
import { apiKeyFrom, FIRST_KEY, isUsable } from '#shared/identity/index.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { tableNameOf } from '#shared/platform/environment.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { parseSubscription } from '#shared/webhooks/index.ts';

/** How much is derived from a master key and ends with it. */
export interface KeyUsage {
  apiKeys: number;
  webhooks: number;
  signingLinks: number;
  /** Uploaded batches whose rows are still kept. */
  batches: number;
}

/** By key number. Scans four tables in full. */
export async function masterKeyUsage(now: Date): Promise<Map<number, KeyUsage>> {
  const usage = new Map<number, KeyUsage>();
  const count = (kind: keyof KeyUsage, masterKeys: readonly (number | undefined)[]) => {
    for (const number of new Set(masterKeys.map((one) => one ?? FIRST_KEY))) {
      const counted = usage.get(number) ?? { apiKeys: 0, webhooks: 0, signingLinks: 0, batches: 0 };
      usage.set(number, { ...counted, [kind]: counted[kind] + 1 });
    }
  };
  for await (const row of rowsWith('identity', 'secretVersion')) {
    const key = apiKeyFrom(row);
    if (isUsable(key, now.getTime())) count('apiKeys', [key.masterKey]);
  }
  for await (const row of rowsWith('webhooks', 'secretVersion')) {
    const webhook = parseSubscription(row);
    const signing = webhook?.retiredSecrets.filter(({ until }) => now.toISOString() < until) ?? [];
    if (webhook)
      count(
        'webhooks',
        [webhook, ...signing].map(({ masterKey }) => masterKey),
      );
  }
  for await (const row of rowsWith('documents', 'signers')) {
    if (isDeleted(row)) continue;
    const { record } = storedDocument(row);
    if (hasEnded(record)) continue;
    for (const { linkHash, linkMasterKey } of record.signers)
      if (linkHash !== null) count('signingLinks', [linkMasterKey]);
  }
  for await (const { masterKey, expiresAtSeconds } of rowsWith('screening', 'wrapped'))
    if (Number(expiresAtSeconds) * 1000 > now.getTime()) count('batches', [Number(masterKey)]);
  return usage;
}

type Table = Parameters<typeof tableNameOf>[0];

/** All rows of a table that have an attribute. */
export async function* rowsWith(table: Table, attribute: string): AsyncGenerator<Item> {
  const scan = {
    TableName: tableNameOf(table),
    FilterExpression: 'attribute_exists(#attribute)',
    ExpressionAttributeNames: { '#attribute': attribute },
  };
  for await (const { Items = [] } of paginateScan({ client: dynamoClient() }, scan))
    for (const item of Items) yield unmarshall(item) as Item;
}
