import * as z from 'zod';
import { MatchSubject } from './match-list.ts';
import { ScreeningMatch, ScreeningRun } from './run.ts';

/** A match as it was before anyone decided it. Members are named one by one: one that is added later is not shown. */
export const BlindMatch = z
  .object({
    match: ScreeningMatch.pick({
      id: true,
      source: true,
      sourceEntryId: true,
      listedName: true,
      matchedName: true,
      score: true,
      factors: true,
      listKind: true,
      pep: true,
      entry: true,
    }),
    run: ScreeningRun.pick({ id: true, createdAt: true }),
    subject: MatchSubject.nullable().describe('The risk subject of the run, if it has one.'),
  })
  .meta({ id: 'BlindMatch' });
export type BlindMatch = z.infer<typeof BlindMatch>;
