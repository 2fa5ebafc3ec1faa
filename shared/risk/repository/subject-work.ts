import * as z from 'zod';
import type { Item } from '#shared/platform/store/store.ts';
import { SubjectKind } from '../subject.ts';
import { NO_WORK, Work } from '../work.ts';
import { Episodes } from '../work-episodes.ts';
import { WorkOverrides } from '../work-override.ts';
import { WaitingRequest } from '../work-request.ts';
import { WorkReview } from '../work-review.ts';
import { packOne, unpackOne } from './one-part.ts';

/** The open work of a subject, and to whom it is assigned. */
export interface SubjectWork {
  subjectId: string;
  kind: z.infer<typeof SubjectKind>;
  externalId: string;
  /** Incremented by every change; 0 if it is not stored yet. */
  revision: number;
  /** User id. */
  assignee: string | null;
  /** Incremented by every change of the assignee. */
  assignmentRevision: number;
  work: Work;
  /** Requests that wait for an answer, oldest first. Absent if there never was one. */
  requests?: WaitingRequest[] | undefined;
  /** Overrides that may be in force. Absent if none is. */
  overrides?: WorkOverrides | undefined;
  /** Reviews whose actions are open. Absent if there is none. */
  reviews?: WorkReview[] | undefined;
  /** Absent if the subject was never on the worklist. */
  episodes?: Episodes | undefined;
}

const StoredWork = z.object({
  kind: SubjectKind,
  externalId: z.string(),
  revision: z.number(),
  assignee: z.string().nullable(),
  assignmentRevision: z.number(),
  requests: z.array(WaitingRequest).optional(),
  overrides: WorkOverrides.optional(),
  reviews: z.array(WorkReview).optional(),
  episodes: Episodes.optional(),
  packed: z.instanceof(Uint8Array),
});

export function subjectWorkIn(subjectId: string, row: Item): SubjectWork {
  const { packed, ...rest } = StoredWork.parse(row);
  return { subjectId, ...rest, work: Work.parse(unpackOne(packed)) };
}

/** The attributes of a stored row, without its key. */
export const attributesOf = ({ subjectId, work, ...rest }: SubjectWork) => ({
  ...rest,
  packed: packOne(work),
});

export const newSubjectWork = (subject: {
  id: string;
  data: { kind: z.infer<typeof SubjectKind>; externalId: string };
}): SubjectWork => ({
  subjectId: subject.id,
  kind: subject.data.kind,
  externalId: subject.data.externalId,
  revision: 0,
  assignee: null,
  assignmentRevision: 0,
  work: NO_WORK,
});
