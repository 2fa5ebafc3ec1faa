import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allReasons,
  type MatchDecision,
  runStatus,
  type SourceCondition,
  sourceReasons,
} from '../../src/matching/run-status.ts';
import { DEFAULT_POLICY } from './builders.ts';

const at = (score: number, decision: MatchDecision = 'pending') => ({ score, decision });
const status = (matches: ReturnType<typeof at>[], isIncomplete = false, hasFailed = false) =>
  runStatus({ hasFailed, matches, isIncomplete, policy: DEFAULT_POLICY });

describe('the table of statuses', () => {
  test.each([
    ['an entry at the match score', [at(90)], 'match'],
    ['an entry below it that a reviewer confirmed', [at(70, 'confirmed')], 'match'],
    ['an entry at the review score', [at(70)], 'possible_match'],
    ['an entry just below the match score', [at(89)], 'possible_match'],
    ['nothing', [], 'clear'],
    ['every hit marked false', [at(100, 'false_positive'), at(75, 'false_positive')], 'clear'],
    ['a match marked false beside a possible one', [at(95, 'false_positive'), at(75)], 'possible_match'],
    ['a possible match confirmed beside one marked false', [at(95, 'false_positive'), at(75, 'confirmed')], 'match'],
  ])('%s: %o is %s', (_case, matches, expected) => {
    expect(status(matches)).toBe(expected);
  });

  test.each([
    ['nothing found', [], 'incomplete'],
    ['every hit marked false', [at(100, 'false_positive')], 'incomplete'],
    ['a possible match', [at(75)], 'possible_match'],
    ['a match', [at(95)], 'match'],
  ])('when the search was not complete, %s: %o is %s', (_case, matches, expected) => {
    expect(status(matches, true)).toBe(expected);
  });

  test('a failed screening is an error, whatever else holds', () => {
    expect(status([], false, true)).toBe('error');
    expect(status([], true, true)).toBe('error');
  });

  test('the order of matches does not matter, and only an incomplete search is incomplete', () => {
    const anyMatch = fc.record({
      score: fc.integer({ min: 70, max: 100 }),
      decision: fc.constantFrom<MatchDecision>('pending', 'confirmed', 'false_positive'),
    });
    fc.assert(
      fc.property(fc.array(anyMatch, { maxLength: 5 }), fc.boolean(), (matches, isIncomplete) => {
        const before = status(matches, isIncomplete);
        const shuffled = status(matches.toReversed(), isIncomplete);

        expect(shuffled).toBe(before);
        if (before === 'clear') expect(isIncomplete).toBe(false);
        if (before === 'incomplete') expect(isIncomplete).toBe(true);
      }),
    );
  });
});

describe('reasons of an incomplete search', () => {
  const healthy: SourceCondition = {
    listKind: 'sanctions',
    missing: false,
    stale: false,
    attention: false,
    droppedEntries: 0,
    reindexPending: false,
  };

  test.each([
    [{}, []],
    [{ missing: true, stale: true }, ['source_missing']],
    [{ stale: true }, ['source_stale']],
    [{ attention: true }, ['source_attention']],
    [{ droppedEntries: 1 }, ['source_dropped_entries']],
    [{ reindexPending: true }, ['source_reindex_pending']],
    [{ stale: true, droppedEntries: 3 }, ['source_stale', 'source_dropped_entries']],
  ])('a source that is %o', (condition, reasons) => {
    expect(sourceReasons({ ...healthy, ...condition })).toEqual(reasons);
  });

  test('each reason is reported once, in a fixed order', () => {
    expect(
      allReasons({
        sanctions: ['name_terms_capped', 'source_stale', 'source_stale'],
        pep: ['pep_candidates_capped', 'source_missing', 'name_terms_capped'],
        watch: ['source_missing'],
      }),
    ).toEqual(['source_missing', 'source_stale', 'pep_candidates_capped', 'name_terms_capped']);
  });
});
