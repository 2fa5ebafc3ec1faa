import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { positionOf } from '#shared/platform/ids.ts';
import {
  findOwnRow,
  keyIn,
  type Listing,
  listPointers,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { PageRow } from '#shared/platform/store/paging.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { Assessment, type AssessmentRecord } from '../assessment.ts';
import { recordsAbout, recordsOf } from './collections.ts';

/**
 * Assessments contain their policy, evidence and explanation, up to 768 KiB, and are immutable.
 * They are stored compressed; what exceeds a row continues in rows of a separate partition.
 */
export const assessmentPartsOf = (scope: Scope, id: string) => `${scopeKey(scope)}#assessment-parts#${id}`;

/** Assessments that name an event as their cause. */
export const assessmentsOfEvent = (scope: Scope, eventId: string): Listing => ({
  table: 'risk',
  name: `${scopeKey(scope)}#assessments-of-event#${eventId}`,
  home: recordsOf(scope, 'assessments'),
});

export function createAssessment(scope: Scope, { id, data }: AssessmentRecord): Write[] {
  const [packed, ...rest] = pack(data);
  return [
    {
      table: 'risk',
      put: {
        ...keyIn(recordsOf(scope, 'assessments'), id),
        id,
        resource: 'assessments',
        subjectId: data.subjectId,
        eventIds: data.eventIds,
        packed,
        parts: rest.length,
      },
      when: 'absent',
    },
    ...rest.map((part, index): Write => {
      const pk = assessmentPartsOf(scope, id);
      return { table: 'risk', put: { pk, sk: String(index), packed: part } };
    }),
    { table: 'risk', put: pointerIn(recordsAbout(scope, 'assessments', data.subjectId), id) },
    ...data.eventIds.map((eventId): Write => {
      return { table: 'risk', put: pointerIn(assessmentsOfEvent(scope, eventId), id) };
    }),
  ];
}

export async function assessmentIn(store: Store, scope: Scope, row: Item): Promise<AssessmentRecord> {
  const id = String(row.id);
  const pk = assessmentPartsOf(scope, id);
  const reads = Array.from({ length: Number(row.parts) }, (_, index) => ({
    table: 'risk' as const,
    key: { pk, sk: String(index) },
  }));
  const rest = reads.length > 0 ? await store.getMany(reads) : [];
  const bytes = [row, ...rest].map((part) => part?.packed as Uint8Array);
  return { id, resource: 'assessments', data: Assessment.parse(unpack(bytes)) };
}

export async function readAssessment({ store, caller }: Context, id: string): Promise<AssessmentRecord> {
  const row = await findOwnRow(store, recordsOf(caller, 'assessments'), id);
  if (!row) throw notFound('assessment');
  return assessmentIn(store, caller, row);
}

export const assessmentRow =
  (store: Store, scope: Scope) =>
  async (row: Item): Promise<PageRow<AssessmentRecord>[]> => [
    { position: positionOf(String(row.id)), value: await assessmentIn(store, scope, row) },
  ];

export const listAssessmentsOfEvent = ({ store, caller }: Context, eventId: string, { offset, order }: Paging) =>
  listPointers(store, assessmentsOfEvent(caller, eventId), {
    offset,
    order,
    expand: assessmentRow(store, caller),
  });
