import { describe, expect, test } from 'vitest';
import { pack } from '#shared/platform/store/packed.ts';
import {
  afterDecision,
  afterLaterRun,
  inForceOf,
  isCoveredBy,
  isNothingInForce,
  MatchesInForce,
  matchesOn,
} from '#shared/screening/matches-in-force.ts';
import { matchIdOf } from '#shared/screening/repository/runs.ts';
import type { PepStanding, ScreeningRun } from '#shared/screening/run.ts';

/** The rules of matches in force, without a store. */
interface Found {
  list?: string;
  entry?: string;
  score?: number;
  decision?: 'pending' | 'confirmed' | 'false_positive';
  standing?: PepStanding;
}

interface Changes {
  data?: string;
  version?: string;
  review?: number;
  lookback?: number | null;
  status?: ScreeningRun['status'];
  missing?: boolean;
}

let runs = 0;

function aRun(found: Found[], changes: Changes = {}): ScreeningRun {
  runs += 1;
  const id = `019ced2c-0e65-7a4c-9b1d-${String(runs).padStart(12, '0')}`;
  const { data = 'same', version = 'v1', review = 70, lookback = null } = changes;
  return {
    id,
    status: changes.status ?? 'possible_match',
    incomplete: false,
    incompleteReasons: [],
    errorCode: null,
    trigger: 'api',
    sources: ['eu_fsf', 'service_pep'].map((key) => ({
      key,
      versionId: version,
      publishedAt: null,
      missing: changes.missing ?? false,
      stale: false,
      staleReasons: [],
      attention: false,
      droppedEntries: 0,
      reindexPending: false,
      termBuilderVersion: 3,
    })),
    policy: {
      reviewScore: review,
      matchScore: 99,
      scorerVersion: 's1',
      pepLookbackMonths: lookback,
    },
    riskSource: '',
    riskSources: [],
    notices: [],
    candidateCount: 1,
    topScore: null,
    matches: found.map(({ list = 'eu_fsf', entry = 'E1', score = 80, decision, standing }, at) => ({
      id: matchIdOf(id, at),
      source: list,
      sourceEntryId: entry,
      listedName: 'Ambrose Quillfeather',
      group: null,
      matchedName: 'Ambrose Quillfeather',
      score,
      factors: [],
      decision: decision ?? 'pending',
      listKind: standing ? 'pep' : 'sanctions',
      pep: standing ? { standing, flags: [], lastHeldUntil: null, positions: [], relatedPeps: [] } : null,
      entry: null,
    })),
    decisions: [],
    subjectDigest: data,
    riskSubjectId: null,
    sessionId: null,
    attributions: [],
    createdAt: '2026-03-14T09:26:53.589Z',
  };
}

const COMPLETE = { sanctions: false, pep: false };
const INCOMPLETE = { sanctions: true, pep: true };

const staysAfter = (earlier: ScreeningRun, later: ScreeningRun, isIncomplete = COMPLETE) =>
  !isNothingInForce(afterLaterRun(inForceOf(earlier), { run: later, isIncomplete }));

describe('an undecided match', () => {
  test.each<[string, boolean, Found[], Changes, typeof COMPLETE]>([
    ['stays after a run of other data', true, [{}], { data: 'other' }, COMPLETE],
    ['is replaced by a run of the same data that finds it', false, [{}], {}, COMPLETE],
    ['is replaced when found again, even by an incomplete run', false, [{}], {}, INCOMPLETE],
    ['is released when the changed list no longer has it', false, [], { version: 'v2' }, COMPLETE],
    ['stays when an incomplete run does not find it', true, [], { version: 'v2' }, INCOMPLETE],
    ['stays when a higher review score hides it', true, [], { review: 90 }, COMPLETE],
    ['stays when the list was not searched', true, [], { missing: true }, COMPLETE],
    ['stays after a failed run', true, [], { status: 'error' }, COMPLETE],
    ['stays when only another entry is found', true, [{ entry: 'E2' }], {}, INCOMPLETE],
  ])('%s', (_case, stays, found, changes, isIncomplete) => {
    expect(staysAfter(aRun([{}]), aRun(found, changes), isIncomplete)).toBe(stays);
  });

  test('on the PEP list is not replaced by a run with a shorter look-back', () => {
    const pep: Found = { list: 'service_pep', entry: 'Q1', standing: 'pep' };
    const former: Found = { ...pep, standing: 'former_pep' };

    const stays = (lookback: number) => staysAfter(aRun([pep], { lookback: 24 }), aRun([former], { lookback }));

    expect([stays(12), stays(24), stays(36)]).toEqual([true, false, false]);
  });

  test('that a later run has replaced does not come back with a decision', () => {
    const run = aRun([{ entry: 'E1' }, { entry: 'E2' }]);
    const replaced = afterLaterRun(inForceOf(run), {
      run: aRun(run.matches.map(({ sourceEntryId }) => ({ entry: sourceEntryId }))),
      isIncomplete: COMPLETE,
    });
    const [first, second] = run.matches;
    if (!first || !second) throw new Error('The run has two matches.');
    const decided = { ...run, matches: [{ ...first, decision: 'confirmed' as const }, second] };

    const after = matchesOn(['eu_fsf'], [afterDecision(replaced, decided)]);

    expect(after).toMatchObject([{ matchId: first.id, decision: 'confirmed' }]);
  });

  test('makes room only for a run that has it with at least its score', () => {
    const earlier = inForceOf(aRun([{ score: 80 }]));

    const covers = (found: Found[]) => isCoveredBy(aRun(found, { data: 'other' }), earlier);

    expect([covers([{ score: 80 }]), covers([{ score: 79 }]), covers([{ entry: 'E2' }])]).toEqual([true, false, false]);
  });
});

describe('a confirmed match', () => {
  test('stays after any run, with the row unchanged', () => {
    const row = MatchesInForce.parse(inForceOf(aRun([{ decision: 'confirmed' }])));

    for (const changes of [{}, { data: 'other' }, { version: 'v2' }, { status: 'error' as const }]) {
      const after = afterLaterRun(row, { run: aRun([], changes), isIncomplete: COMPLETE });
      expect(JSON.stringify(after)).toBe(JSON.stringify(row));
    }
  });

  test('on the PEP list takes the standing that the list gives later, with the same look-back', () => {
    const found: Found = {
      list: 'service_pep',
      entry: 'Q1',
      standing: 'pep',
      decision: 'confirmed',
    };
    const row = inForceOf(aRun([found], { lookback: 12 }));
    const standingAfter = (lookback: number) => {
      const run = aRun([{ ...found, standing: 'former_pep' }], { lookback, data: 'other' });
      const after = afterLaterRun(row, { run, isIncomplete: COMPLETE });
      return matchesOn(['service_pep'], [after])[0]?.pepStanding;
    };

    expect([standingAfter(12), standingAfter(24)]).toEqual(['former_pep', 'pep']);
  });
});

test('matches in force: a run with 1,200 open matches takes less than 20 KB', () => {
  const found = Array.from({ length: 1_200 }, (_, at) => ({
    entry: `EU.${at}.27`,
    score: 70 + (at % 29),
  }));

  const [packed, ...rest] = pack(inForceOf(aRun(found)));

  expect(rest).toEqual([]);
  expect(packed.length).toBeLessThan(20_000);
});
