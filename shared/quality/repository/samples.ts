import { notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, listPointers, oneRecord, pointerIn } from '#shared/platform/store/collection.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { monthOf } from '../figures.ts';
import { StoredSample } from '../sample.ts';
import { addFigure } from './figures.ts';
import { listOf, type SampleList, samplesOf } from './partitions.ts';

/** Fails if it was drawn before: the id follows from the draw. It is counted in the same transaction. */
export const createSample = (scope: Scope, sample: StoredSample): Write[] => [
  { table: 'risk', put: { ...keyIn(samplesOf(scope), sample.id), ...sample }, when: 'absent' },
  { table: 'risk', put: pointerIn(listOf(scope, 'unreviewed'), sample.id) },
  ...addFigure(scope, sample, { month: monthOf(sample.first.decidedAt), counter: 'drawn' }),
];

async function findSample(store: Store, scope: Scope, id: string): Promise<StoredSample | undefined> {
  const row = await findOwnRow(store, samplesOf(scope), id);
  return row && StoredSample.parse(row);
}

export async function readStoredSample({ store, caller }: Context, id: string): Promise<StoredSample> {
  const sample = await findSample(store, caller, id);
  if (!sample) throw notFound('sample');
  return sample;
}

/** Loses to another change of the sample. */
export const changeSample = (
  scope: Scope,
  { id, revision }: StoredSample,
  set: Partial<Pick<StoredSample, 'claim' | 'former' | 'review'>>,
): Write => ({
  table: 'risk',
  update: keyIn(samplesOf(scope), id),
  set: { ...set, revision: revision + 1 },
  when: { id, revision },
});

export const moveToReviewed = (scope: Scope, { id }: StoredSample): Write[] => {
  const { pk, sk } = pointerIn(listOf(scope, 'unreviewed'), id);
  return [
    { table: 'risk', remove: { pk, sk } },
    { table: 'risk', put: pointerIn(listOf(scope, 'reviewed'), id) },
  ];
};

/** Oldest first. A page can be short or empty if the samples it read are not wanted. */
export const listSamples = (
  store: Store,
  scope: Scope,
  { list, offset, isWanted }: { list: SampleList; offset: number; isWanted: (sample: StoredSample) => boolean },
): Promise<Page<StoredSample>> =>
  listPointers(store, listOf(scope, list), {
    offset,
    expand: (row) => oneRecord((one) => StoredSample.parse(one))(row).filter(({ value }) => isWanted(value)),
  });
