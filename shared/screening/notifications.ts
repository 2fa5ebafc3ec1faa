import * as z from 'zod';
import { ScreeningBatch } from './batch.ts';
import { PepStanding, ScreeningMatch, ScreeningRun } from './run.ts';

/**
 * The payloads of screening events. They never contain a name, a date of birth or an identifier.
 */
const { status, incomplete, errorCode, trigger, sessionId, riskSubjectId } = ScreeningRun.shape;

const about = {
  subjectId: z.uuid().nullable().describe('The same as `riskSubjectId`.'),
  resourceId: z.uuid().describe('The run.'),
  runId: z.uuid().describe('The run.'),
};

const aboutWatch = {
  subjectId: z.uuid().nullable().describe('The risk subject of the watch, if any.'),
  resourceId: z.uuid().describe('The watch.'),
  watchId: z.uuid().describe('The watch.'),
  version: z
    .int()
    .describe('Of the watch.')
    .meta({ examples: [1] }),
};

const FoundMatch = z.object({
  id: z.uuid().meta({ examples: ['019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01'] }),
  entryId: ScreeningMatch.shape.sourceEntryId.describe('Id of the entry in its list.').meta({ examples: ['EU.27.28'] }),
  list: ScreeningMatch.shape.source.describe('The key of the list.').meta({ examples: ['eu_fsf'] }),
  listKind: ScreeningMatch.shape.listKind,
  score: ScreeningMatch.shape.score.meta({ examples: [80] }),
  pepStanding: PepStanding.optional().describe('For matches on the PEP list.'),
});

export const screeningNotifications = {
  'screening.list.held': z.object({
    subjectId: z.null().describe('Always null: a list has no subject.'),
    resourceId: z.uuid().describe('The held version.'),
    list: ScreeningMatch.shape.source.describe('The key of the list.').meta({ examples: ['eu_fsf'] }),
  }),
  'screening.run.completed': z.object({
    ...about,
    status: status.meta({ examples: ['possible_match'] }),
    incomplete: incomplete.meta({ examples: [false] }),
    errorCode,
    trigger,
    sessionId: sessionId.describe('The verification session it screened for, if any.'),
    riskSubjectId: riskSubjectId.describe('Risk subject on which the outcome was recorded, if any.'),
    matchCount: z.int().describe('How many matches the run has.'),
    rememberedCount: z
      .int()
      .optional()
      .describe('How many of them have inherited an earlier decision. Absent if none has.'),
  }),
  'screening.batch.completed': z.object({
    subjectId: z.null().describe('Always null: the runs of a batch name their subjects.'),
    resourceId: z.uuid().describe('The batch.'),
    batchId: z.uuid().describe('The batch.'),
    total: ScreeningBatch.shape.total.meta({ examples: [100] }),
    failed: ScreeningBatch.shape.failed.meta({ examples: [0] }),
    byStatus: ScreeningBatch.shape.byStatus.meta({
      examples: [{ match: 0, possible_match: 2, clear: 98, incomplete: 0, error: 0 }],
    }),
  }),
  'screening.run.attached': z.object({
    ...about,
    status: status.meta({ examples: ['possible_match'] }),
    incomplete: incomplete.meta({ examples: [false] }),
    riskSubjectId: riskSubjectId.describe('The risk subject that the run is evidence of now.'),
    matchCount: z.int().describe('How many matches the run has.'),
  }),
  'screening.watch.created': z.object(aboutWatch),
  'screening.watch.updated': z.object(aboutWatch),
  'screening.watch.deleted': z.object(aboutWatch),
  'screening.match.found': z.object({
    ...about,
    matches: z
      .array(FoundMatch)
      .describe('Highest score first, without those that have inherited an earlier decision.'),
  }),
};
