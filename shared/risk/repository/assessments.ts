import { notFound } from '@assay/foundation';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { positionOf } from '#shared/platform/ids.ts';
import {
  type Bounds,
  findOwnRow,
  keyIn,
  type Listing,
  listCollection,
  listPointers,
  type Paging,
  pointerIn,
} from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { PageRow } from '#shared/platform/store/paging.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { Assessment, type AssessmentRecord } from '../assessment.ts';
import { ComparedShadow, type DivergentAssessment, isDivergent } from '../shadow.ts';
import { recordsAbout, recordsOf } from './collections.ts';
import { packOne, unpackOne } from './one-part.ts';

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

/** What the indexes of assessments find: those of a version, and of these those of a band or with a decision. */
export interface VersionFilter {
  policyVersionId: string;
  band?: string | undefined;
  decision?: string | undefined;
}

type OfVersion = Pick<VersionFilter, 'policyVersionId'>;
const versionKey = (pk: string, { policyVersionId }: OfVersion) => `${pk}#${policyVersionId}`;
const outcomeKey = (pk: string, filter: OfVersion, outcome: string) => `${versionKey(pk, filter)}#${outcome}`;

/** `shadow` is a member of the row and no part of the record. */
export function createAssessment(scope: Scope, { id, data }: AssessmentRecord, shadow?: ComparedShadow): Write[] {
  const [packed, ...rest] = pack(data);
  const key = keyIn(recordsOf(scope, 'assessments'), id);
  return [
    {
      table: 'risk',
      put: {
        ...key,
        versionKey: versionKey(key.pk, data),
        ...(data.band !== null && { bandKey: outcomeKey(key.pk, data, data.band) }),
        decisionKey: outcomeKey(key.pk, data, data.decision),
        ...(shadow && { shadow: packOne(shadow) }),
        ...(shadow && isDivergent(shadow) && { shadowKey: versionKey(key.pk, shadow) }),
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

export const shadowIn = ({ shadow }: Item): ComparedShadow | undefined =>
  shadow === undefined ? undefined : ComparedShadow.parse(unpackOne(shadow));

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

/** Assessments with a version. The indexes are eventually consistent; assessments never change. */
export const listAssessmentsOfVersion = (
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  { offset, order, limit, bounds, ...filter }: Paging & VersionFilter & { limit?: number; bounds?: Bounds },
) =>
  listCollection(store, recordsOf(caller, 'assessments'), {
    offset,
    order,
    limit,
    bounds,
    part: partOf(filter),
    expand: assessmentRow(store, caller),
  });

function partOf(filter: VersionFilter) {
  const { band, decision } = filter;
  if (band !== undefined) return { index: 'band', keyOf: (pk: string) => outcomeKey(pk, filter, band) };
  if (decision !== undefined) return { index: 'decision', keyOf: (pk: string) => outcomeKey(pk, filter, decision) };
  return { index: 'version', keyOf: (pk: string) => versionKey(pk, filter) };
}

/** Rows that one page may read to find those of a cell. */
const FILTERED_DIVERGENT = 1_000;

/** Assessments that a shadow version decided otherwise, newest first. */
export function listDivergent(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  {
    policyVersionId,
    offset,
    limit,
    before,
    after,
  }: OfVersion & { offset: number; limit?: number; before?: string | undefined; after?: string | undefined },
) {
  const expand = (row: Item): PageRow<DivergentAssessment>[] => {
    const shadow = shadowIn(row);
    if (!shadow || (before ?? shadow.before.decision) !== shadow.before.decision) return [];
    if ((after ?? shadow.after.decision) !== shadow.after.decision) return [];
    const id = String(row.id);
    const value = { assessmentId: id, subjectId: String(row.subjectId), before: shadow.before, after: shadow.after };
    return [{ position: positionOf(id), value }];
  };
  return listCollection(store, recordsOf(caller, 'assessments'), {
    offset,
    order: 'newest',
    limit,
    maxRows: FILTERED_DIVERGENT,
    part: { index: 'shadow', keyOf: (pk) => versionKey(pk, { policyVersionId }) },
    expand,
  });
}

export const listAssessmentsOfEvent = ({ store, caller }: Context, eventId: string, { offset, order }: Paging) =>
  listPointers(store, assessmentsOfEvent(caller, eventId), {
    offset,
    order,
    expand: assessmentRow(store, caller),
  });
