import { hash } from 'node:crypto';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Problem } from '#shared/platform/problem.ts';
import type { Write } from '#shared/platform/store/store.ts';

/**
 * Names that only one record may have. A row of the name exists as long as the record does, and the
 * condition on it is what refuses a second one.
 */
export const NAMED = ['subjects', 'contexts', 'sources'] as const;
const SHARDS = 16;

const partition = (scope: Scope, kind: (typeof NAMED)[number], shard: number) =>
  `${scopeKey(scope)}#${kind}-names#${shard}`;

export const namePartitionsOf = (scope: Scope) =>
  NAMED.flatMap((kind) =>
    Array.from({ length: SHARDS }, (_, shard) => partition(scope, kind, shard)),
  );

export function claimName(
  scope: Scope,
  { kind, name, id }: { kind: (typeof NAMED)[number]; name: string; id: string },
  taken: (holderId: string) => Problem,
): Write {
  const shard = (hash('sha256', name, 'buffer')[0] ?? 0) % SHARDS;
  return {
    table: 'risk',
    put: { pk: partition(scope, kind, shard), sk: name, id },
    when: 'absent',
    otherwise: (standing) => taken(String(standing?.id)),
  };
}
