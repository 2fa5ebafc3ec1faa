import { hash } from 'node:crypto';
import type { Problem } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { shardsUpTo } from '#shared/platform/store/shard-plan.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';

/**
 * Unique names. The row of a name exists as long as the record, and its condition refuses a second
 * record with the name.
 */
export const NAMED = ['subjects', 'contexts', 'sources'] as const;
const shardCount = () => shardsUpTo(shardPlanOf('names'));

const partition = (scope: Scope, kind: (typeof NAMED)[number], shard: number) =>
  `${scopeKey(scope)}#${kind}-names#${shard}`;

export const namePartitionsOf = (scope: Scope) =>
  NAMED.flatMap((kind) => Array.from({ length: shardCount() }, (_, shard) => partition(scope, kind, shard)));

/** Kind and external id identify a subject or context. */
export const nameOf = (kind: string, externalId: string) => `${kind}#${externalId}`;

const keyOf = (scope: Scope, kind: (typeof NAMED)[number], name: string): Key => {
  const shard = (hash('sha256', name, 'buffer')[0] ?? 0) % shardCount();
  return { pk: partition(scope, kind, shard), sk: name };
};

/** Ids of the records with these names, by name, in one round trip. */
export async function findIdsByName(
  store: Store,
  scope: Scope,
  kind: (typeof NAMED)[number],
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await store.getMany(names.map((name) => ({ table: 'risk' as const, key: keyOf(scope, kind, name) })));
  return new Map(names.flatMap((name, index) => (rows[index] ? [[name, String(rows[index].id)] as const] : [])));
}

export function claimName(
  scope: Scope,
  { kind, name, id }: { kind: (typeof NAMED)[number]; name: string; id: string },
  taken: (holderId: string) => Problem,
): Write {
  return {
    table: 'risk',
    put: { ...keyOf(scope, kind, name), id },
    when: 'absent',
    otherwise: (existing) => taken(String(existing?.id)),
  };
}
