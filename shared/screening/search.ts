import * as z from 'zod';
import { SEARCHED_ENTRIES } from './limits.ts';
import { RequestedPolicy, withPolicyRules } from './policy-request.ts';
import { RunSource, ScreeningMatch, ScreeningRun } from './run.ts';
import { ScreenedSubject } from './run-request.ts';

/** A search has the subject of a run at its top level, and the same lists and scores. */
export const EntrySearch = withPolicyRules(z.strictObject({ ...ScreenedSubject.shape, ...RequestedPolicy })).meta({
  id: 'ScreeningSearch',
  examples: [{ name: 'Viktor Example Petrov', entityType: 'person', sources: ['eu_fsf', 'ofac_sdn'] }],
});
export type EntrySearch = z.infer<typeof EntrySearch>;

/** An entry that a run would report as a match; it is not stored, so it has no decision. */
const FoundEntry = ScreeningMatch.omit({ id: true, decision: true, group: true }).meta({
  id: 'ScreeningFoundEntry',
});

export const EntrySearchResult = z
  .object({
    items: z
      .array(FoundEntry)
      .max(SEARCHED_ENTRIES)
      .describe(`Up to ${SEARCHED_ENTRIES} entries with a score of \`reviewScore\` or more, highest first.`),
    total: z.int().describe('How many entries reach `reviewScore`, including those not shown.'),
    incomplete: z.boolean().describe('Part of the request was not searched: not a clear result.'),
    incompleteReasons: ScreeningRun.shape.incompleteReasons,
    errorCode: ScreeningRun.shape.errorCode,
    sources: z.array(RunSource),
    profile: ScreeningRun.shape.profile,
    scorerVersion: z.string(),
    attributions: z.array(z.string()).describe('Credit to state wherever entries are shown.'),
  })
  .meta({ id: 'ScreeningSearchResult' });
export type EntrySearchResult = z.infer<typeof EntrySearchResult>;
