import type { Api } from '../api/client.ts';

export type SubjectKind = NonNullable<Parameters<Api['risk']['createSubject']>[0]>['body']['kind'];

export const SUBJECT_KINDS: readonly (readonly [SubjectKind, string])[] = [
  ['person', 'Person'],
  ['business', 'Business'],
  ['account', 'Account'],
  ['transaction', 'Transaction'],
];

/** The subject of a kind with exactly this external id. */
export async function findSubject(api: Api, kind: SubjectKind, externalId: string) {
  const { items } = await api.risk.listRecords({ params: { resource: 'subjects' }, query: { externalId } });
  return items.find((record) => record.resource === 'subjects' && record.data.kind === kind);
}
