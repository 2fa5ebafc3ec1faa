import { conflict, notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  type Collection,
  findOwnRow,
  keyIn,
  listCollection,
  oneRecord,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';
import type { Key, Store, Write } from '#shared/platform/store/store.ts';
import { ContextRecord, MembershipRecord, Pins } from '../context.ts';
import { recordsAbout, recordsOf } from './collections.ts';

export async function readContext({ store, caller }: Context, id: string) {
  const row = await findOwnRow(store, recordsOf(caller, 'contexts'), id);
  if (!row) throw notFound('context');
  return ContextRecord.parse(row);
}

export const membershipsOf = (scope: Scope, contextId: string): Collection => ({
  table: 'risk',
  name: `${scopeKey(scope)}#memberships#${contextId}`,
  shards: shardPlanOf('records'),
});

/** Subjects that are already members. Prevents duplicate memberships. */
export const memberNamesOf = (scope: Scope, contextId: string) => `${scopeKey(scope)}#member-names#${contextId}`;

export const createMembership = (scope: Scope, membership: MembershipRecord): Write[] => {
  const { contextId, subjectId } = membership.data;
  return [
    {
      table: 'risk',
      put: { ...keyIn(membershipsOf(scope, contextId), membership.id), ...membership },
      when: 'absent',
    },
    {
      table: 'risk',
      put: { pk: memberNamesOf(scope, contextId), sk: subjectId, id: membership.id },
      when: 'absent',
      otherwise: (existing) =>
        conflict('already_member', 'The subject already belongs to this context.', {
          existingId: String(existing?.id),
        }),
    },
    { table: 'risk', put: pointerIn(recordsAbout(scope, 'contexts', subjectId), contextId) },
  ];
};

export const listMemberships = (
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  contextId: string,
  paging: Paging & { limit?: number },
) =>
  listCollection(store, membershipsOf(caller, contextId), {
    ...paging,
    expand: oneRecord((row) => MembershipRecord.parse(row)),
  });

export const pinsKey = (scope: Scope, contextId: string): Key => ({
  pk: `${scopeKey(scope)}#pins#${contextId}`,
  sk: 'pins',
});

export async function readPins(store: Store, scope: Scope, contextId: string): Promise<Pins> {
  const row = await store.get('risk', pinsKey(scope, contextId));
  return row ? Pins.parse(row) : { contextId, revision: 0, policyVersionIds: [] };
}

export const replacePins = (scope: Scope, before: Pins, after: Pins): Write => ({
  table: 'risk',
  put: { ...pinsKey(scope, after.contextId), ...after },
  when: before.revision === 0 ? 'absent' : { revision: before.revision },
});
