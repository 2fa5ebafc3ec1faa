import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp, text } from '#shared/platform/http/shapes.ts';
import { BATCH_ITEMS, REFERENCE_CHARACTERS } from './limits.ts';
import { RequestedPolicy, withPolicyRules } from './policy-request.ts';
import { RunProfile, ScreeningRun, ScreeningStatus } from './run.ts';
import { ScreenedSubject } from './run-request.ts';

/** Several runs that are asked for at once, with the same lists and scores. */
const BatchItem = z.strictObject({
  subject: ScreenedSubject,
  riskSubjectId: RecordId.nullish().describe('The risk subject to record the outcome on. One item per risk subject.'),
  reference: text(REFERENCE_CHARACTERS)
    .nullish()
    .describe('Returned beside the run, for example a row number. It is stored: no name and no identifier.'),
});
export type BatchItem = z.infer<typeof BatchItem>;

export const NewBatch = withPolicyRules(
  z.strictObject({
    items: z.array(BatchItem).min(1).max(BATCH_ITEMS),
    ...RequestedPolicy,
  }),
).meta({
  id: 'NewScreeningBatch',
  examples: [
    {
      items: [
        { subject: { name: 'Viktor Example Petrov', entityType: 'person' }, reference: 'row 1' },
        { subject: { name: 'Example Trading Limited', entityType: 'entity' }, reference: 'row 2' },
      ],
      sources: ['eu_fsf', 'ofac_sdn'],
    },
  ],
});
export type NewBatch = z.infer<typeof NewBatch>;

const { incomplete, incompleteReasons, errorCode, topScore } = ScreeningRun.shape;

const ItemProblem = z.object({ code: z.string(), detail: z.string() });

const BatchedRun = z.object({
  reference: z.string().nullable(),
  riskSubjectId: z.uuid().nullable(),
  runId: z.uuid().nullable().describe('Null if the item was refused.'),
  status: ScreeningStatus.nullable(),
  incomplete: incomplete.nullable(),
  incompleteReasons,
  errorCode,
  topScore,
  matchCount: z.int(),
  problem: ItemProblem.optional().describe('Why the item was refused. The other items have their runs.'),
});
export type BatchedRun = z.infer<typeof BatchedRun>;

export const ScreeningBatch = z
  .object({
    id: z.uuid(),
    status: z.enum(['completed']),
    total: z.int().describe('Number of items.'),
    failed: z.int().describe('Items that were refused.'),
    byStatus: z
      .object({ match: z.int(), possible_match: z.int(), clear: z.int(), incomplete: z.int(), error: z.int() })
      .describe('How many runs had which status when they were made. Decisions do not change it.'),
    profile: RunProfile.optional().describe('The profile that the request named, in the version that was used.'),
    runs: z.array(BatchedRun).describe('One for each item, in their order, as the runs were when they were made.'),
    createdBy: z.string().describe('`user:<id>` or `api_key:<id>`.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ScreeningBatch' });
export type ScreeningBatch = z.infer<typeof ScreeningBatch>;

/** The answer of an item whose run was made. */
export const batchedRun = ({ reference, riskSubjectId }: BatchItem, run: ScreeningRun): BatchedRun => ({
  reference: reference ?? null,
  riskSubjectId: riskSubjectId ?? null,
  runId: run.id,
  status: run.status,
  incomplete: run.incomplete,
  incompleteReasons: run.incompleteReasons,
  errorCode: run.errorCode,
  topScore: run.topScore,
  matchCount: run.matches.length,
});

/** The answer of an item that was refused. */
export const refusedItem = (
  { reference, riskSubjectId }: BatchItem,
  problem: z.infer<typeof ItemProblem>,
): BatchedRun => ({
  reference: reference ?? null,
  riskSubjectId: riskSubjectId ?? null,
  runId: null,
  status: null,
  incomplete: null,
  incompleteReasons: [],
  errorCode: null,
  topScore: null,
  matchCount: 0,
  problem,
});

export function countsOf(runs: readonly BatchedRun[]): Pick<ScreeningBatch, 'total' | 'failed' | 'byStatus'> {
  const byStatus = { match: 0, possible_match: 0, clear: 0, incomplete: 0, error: 0 };
  for (const { status } of runs) if (status) byStatus[status] += 1;
  return { total: runs.length, failed: runs.filter(({ problem }) => problem).length, byStatus };
}
