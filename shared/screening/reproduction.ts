import { canonicalJson } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { RunSource, type ScreeningMatch, type ScreeningRun } from './run.ts';
import { ScreenedSubject } from './run-request.ts';

/** A run made again, from the archived versions of its lists, to show that its result was what they give. */
export const NewReproduction = z
  .strictObject({
    subject: ScreenedSubject.describe(
      'The subject as it was screened. A run stores a keyed digest of it, by which it is compared.',
    ),
  })
  .meta({
    id: 'NewReproduction',
    examples: [
      {
        subject: {
          name: 'Viktor Example Petrov',
          entityType: 'person',
          datesOfBirth: ['1970-05-17'],
          nationalities: ['RU'],
        },
      },
    ],
  });

const Difference = z.object({
  member: z.enum(['status', 'errorCode', 'incompleteReasons', 'topScore', 'match']),
  source: z.string().nullable().describe('The list of a match that differs.'),
  sourceEntryId: z.string().nullable(),
  recorded: z.unknown().describe('What the run has. Null for a match that it lacks.'),
  reproduced: z.unknown().describe('What the same query gives now. Null for a match that it does not find.'),
});
type Difference = z.infer<typeof Difference>;

export const Reproduction = z
  .object({
    runId: z.uuid(),
    reproduced: z.boolean().describe('Whether the same query gives the same result.'),
    differences: z.array(Difference).describe('Empty if it does.'),
    listVersions: z
      .array(RunSource.pick({ key: true, versionId: true, publishedAt: true }))
      .describe('The versions that were searched: those that the run names.'),
    scorerVersion: z.string(),
    screenedFor: z.iso.date().describe('The day by which terms of office were judged: that of the run.'),
  })
  .meta({
    id: 'ScreeningReproduction',
    examples: [
      {
        runId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        reproduced: true,
        differences: [],
        listVersions: [{ key: 'eu_fsf', versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00', publishedAt: '2026-03-14' }],
        scorerVersion: 'screening-score-v8',
        screenedFor: '2026-03-14',
      },
    ],
  });
export type Reproduction = z.infer<typeof Reproduction>;

type Outcome = Pick<ScreeningRun, 'status' | 'errorCode' | 'incompleteReasons' | 'topScore'> & {
  matches: readonly ComparedMatch[];
};
type ComparedMatch = Omit<ScreeningMatch, 'id' | 'decision' | 'group' | 'entry'>;

const OF_RUN = ['status', 'errorCode', 'incompleteReasons', 'topScore'] as const;

/** Decisions, groups and cut entries are not part of what a search gives. */
export function differencesBetween(recorded: Outcome, reproduced: Outcome): Difference[] {
  const ofRun = OF_RUN.filter((member) => canonicalJson(recorded[member]) !== canonicalJson(reproduced[member])).map(
    (member) => ({
      member,
      source: null,
      sourceEntryId: null,
      recorded: recorded[member],
      reproduced: reproduced[member],
    }),
  );
  const [before, after] = [matchesIn(recorded), matchesIn(reproduced)];
  const ofMatches = [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((key): Difference[] => {
    const [one, other] = [before.get(key) ?? null, after.get(key) ?? null];
    if (canonicalJson(one) === canonicalJson(other)) return [];
    const { source = null, sourceEntryId = null } = one ?? other ?? {};
    return [{ member: 'match', source, sourceEntryId, recorded: one, reproduced: other }];
  });
  return [...ofRun, ...ofMatches];
}

const matchesIn = ({ matches }: Outcome) =>
  new Map(matches.map((match) => [`${match.source}\n${match.sourceEntryId}`, searched(match)]));

const searched = ({
  source,
  sourceEntryId,
  listedName,
  matchedName,
  score,
  factors,
  listKind,
  pep,
}: ComparedMatch) => ({
  source,
  sourceEntryId,
  listedName,
  matchedName,
  score,
  factors,
  listKind,
  pep,
});
