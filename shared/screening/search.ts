import * as z from 'zod';
import { NEAR_MISS_POINTS, NEAR_MISSES, SEARCHED_ENTRIES } from './limits.ts';
import { RequestedPolicy, withPolicyRules } from './policy-request.ts';
import { RunSource, ScreeningMatch, ScreeningRun } from './run.ts';
import { ScreenedSubject } from './run-request.ts';

/** A search has the subject of a run at its top level, and the same lists and scores. */
export const EntrySearch = withPolicyRules(
  z.strictObject({
    ...ScreenedSubject.shape,
    ...RequestedPolicy,
    nearMisses: z
      .boolean()
      .optional()
      .describe(
        `Also returns up to ${NEAR_MISSES} entries that score less than \`reviewScore\`, by up to ${NEAR_MISS_POINTS} ` +
          'points. They are no matches and do not change the rest of the response.',
      ),
  }),
).meta({
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
    nearMisses: z
      .array(FoundEntry)
      .max(NEAR_MISSES)
      .optional()
      .describe('Entries below `reviewScore`, highest first. Present if the request asks for them.'),
    reviewScore: z.int().describe('The score that the search used, of the request, its profile or the default.'),
    matchScore: ScreeningRun.shape.policy.shape.matchScore,
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
