import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { statePartition } from './subject-state.ts';

/** Users who have a subject open, in the partition of its state. The rows expire. */
const Viewer = z.object({ userId: z.string(), until: z.string() });
export type Viewer = z.infer<typeof Viewer>;

const PREFIX = 'viewer#';
/** Sorts after every key with the prefix, and is not a key itself. */
const PREFIX_END = 'viewer$';

const keyOf = (scope: Scope, subjectId: string, userId: string): Key => ({
  pk: statePartition(scope, subjectId),
  sk: PREFIX + userId,
});

export const putViewer = (
  scope: Scope,
  subjectId: string,
  { userId, until }: { userId: string; until: Date },
): Write => ({
  table: 'risk',
  put: {
    ...keyOf(scope, subjectId, userId),
    userId,
    until: until.toISOString(),
    expiresAtSeconds: Math.ceil(until.getTime() / 1000),
  },
});

export const removeViewer = (scope: Scope, subjectId: string, userId: string): Write => ({
  table: 'risk',
  remove: keyOf(scope, subjectId, userId),
});

/** DynamoDB removes expired rows up to two days late. */
export async function listViewers(store: Store, scope: Scope, subjectId: string, now: Date): Promise<Viewer[]> {
  const pk = statePartition(scope, subjectId);
  const { items } = await store.query('risk', { pk, from: PREFIX, upTo: PREFIX_END });
  return items.map((row) => Viewer.parse(row)).filter(({ until }) => until > now.toISOString());
}
