import { createHash } from 'node:crypto';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { conflict } from '#shared/platform/problem.ts';
import type { Write } from '#shared/platform/store/store.ts';
import type { NewSubject } from '../subject.ts';

/** Kind and external id are unique together: a row of this name exists as long as the subject does. */
const SHARDS = 16;

export const subjectNamePartitionsOf = (scope: Scope) =>
  Array.from({ length: SHARDS }, (_, shard) => `${scopeKey(scope)}#subject-names#${shard}`);

export function claimName(scope: Scope, { kind, externalId }: NewSubject, id: string): Write {
  const name = `${kind}#${externalId}`;
  const shard = (createHash('sha256').update(name).digest()[0] ?? 0) % SHARDS;
  return {
    table: 'risk',
    put: { pk: `${scopeKey(scope)}#subject-names#${shard}`, sk: name, id },
    when: 'absent',
    otherwise: (standing) =>
      conflict('subject_exists', `There is already a ${kind} with this external id.`, {
        existingId: String(standing?.id),
      }),
  };
}
