import { describe, expect, test } from 'vitest';
import type { PepStanding } from '#packages/watchlist/src/matching/pep-standing.ts';
import type { MatchDecision } from '#packages/watchlist/src/matching/run-status.ts';
import { DEFAULT_POLICY } from '#packages/watchlist/test/matching/builders.ts';
import {
  type FactInput,
  type FactMatch,
  parseRiskSource,
  riskFacts,
  withMatchesInForce,
} from '#shared/screening/risk-facts.ts';

const SANCTIONS = { key: 'ofac_sdn', listKind: 'sanctions' } as const;
const UK = { key: 'uk_sanctions', listKind: 'sanctions' } as const;
const PEP = { key: 'service_pep', listKind: 'pep' } as const;

const sanctioned = (score: number, decision: MatchDecision = 'pending'): FactMatch => ({
  score,
  decision,
  listKind: 'sanctions',
  pepStanding: null,
});
const exposed = (standing: PepStanding, score: number, decision: MatchDecision = 'pending'): FactMatch => ({
  score,
  decision,
  listKind: 'pep',
  pepStanding: standing,
});

/** Without measures, which have tests of their own. */
const facts = (matches: FactMatch[], rest: Partial<FactInput> = {}) =>
  riskFacts({
    sources: [SANCTIONS, PEP],
    policy: DEFAULT_POLICY,
    lookbackMonths: 12,
    hasFailed: false,
    isIncomplete: { sanctions: false, pep: false },
    matches,
    ...rest,
  }).filter(({ fact }) => fact !== 'screening.measures');

const valuesOf = (...all: Parameters<typeof facts>) =>
  Object.fromEntries(facts(...all).map(({ fact, value }) => [fact.replace('screening.', ''), value]));

describe('sources', () => {
  test('name the lists, the scores and, for PEPs, the look-back', () => {
    const policy = { reviewScore: 60, matchScore: 95 };

    const told = facts([], { sources: [SANCTIONS, UK, PEP], policy, lookbackMonths: 24 });

    expect(told.map(({ fact, source }) => [fact, source])).toEqual([
      ['screening.sanctions', 'service:screening:ofac_sdn+uk_sanctions+service_pep:r60:m95'],
      ['screening.pep', 'service:screening:service_pep:r60:m95:l24'],
    ]);
  });

  test('are read back as the lists and scores that they name', () => {
    const policy = { reviewScore: 60, matchScore: 95 };
    const parsed = facts([], { sources: [SANCTIONS, UK, PEP], policy }).map(({ source }) => parseRiskSource(source));

    expect(parsed).toEqual([
      { lists: ['ofac_sdn', 'uk_sanctions', 'service_pep'], policy },
      { lists: ['service_pep'], policy },
    ]);
    expect(parseRiskSource('registered:screening:ofac_sdn:r60:m95')).toBeUndefined();
  });

  test('a kind of list that was not requested records no fact', () => {
    expect(Object.keys(valuesOf([], { sources: [SANCTIONS] }))).toEqual(['sanctions']);
    expect(Object.keys(valuesOf([], { sources: [PEP] }))).toEqual(['pep']);
  });
});

describe('screening.sanctions', () => {
  test.each([
    [[], 'clear'],
    [[sanctioned(75)], 'possible_match'],
    [[sanctioned(75, 'confirmed')], 'match'],
    [[sanctioned(90)], 'match'],
    [[sanctioned(95, 'false_positive')], 'clear'],
  ])('%o is %s', (matches, value) => {
    expect(valuesOf(matches)).toMatchObject({ sanctions: value });
  });

  test('a PEP is never a sanctions hit', () => {
    expect(valuesOf([exposed('pep', 100)])).toEqual({ sanctions: 'clear', pep: 'pep' });
  });
});

describe('screening.pep', () => {
  test.each([
    [[], 'none'],
    [[exposed('pep', 95)], 'pep'],
    [[exposed('pep', 75, 'confirmed')], 'pep'],
    [[exposed('family_member', 95)], 'family_member'],
    [[exposed('former_pep', 95)], 'former_pep'],
    [[exposed('none', 95)], 'none'],
    [[exposed('pep', 75)], 'possible_pep'],
    [[exposed('family_member', 75)], 'possible_pep'],
    [[exposed('former_pep', 75)], 'former_pep'],
    [[exposed('none', 75)], 'none'],
    [[exposed('pep', 95, 'false_positive')], 'none'],
    [[exposed('family_member', 95), exposed('pep', 95)], 'pep'],
    [[exposed('family_member', 95), exposed('pep', 75)], 'family_member'],
    [[exposed('former_pep', 95), exposed('family_member', 75)], 'possible_pep'],
    [[exposed('former_pep', 75), exposed('pep', 75)], 'possible_pep'],
  ])('%o is %s', (matches, value) => {
    expect(valuesOf(matches)).toMatchObject({ pep: value });
  });
});

describe('an incomplete search', () => {
  const pepIncomplete = { isIncomplete: { sanctions: false, pep: true } };
  const sanctionsIncomplete = { isIncomplete: { sanctions: true, pep: false } };

  test('without matches is unavailable, for that kind of list only', () => {
    expect(valuesOf([], sanctionsIncomplete)).toEqual({ sanctions: null, pep: 'none' });
    expect(valuesOf([], pepIncomplete)).toEqual({ sanctions: 'clear', pep: null });
  });

  test('a sanctions hit of an incomplete search is recorded', () => {
    expect(valuesOf([sanctioned(75)], sanctionsIncomplete).sanctions).toBe('possible_match');
    expect(valuesOf([sanctioned(95)], sanctionsIncomplete).sanctions).toBe('match');
  });

  test.each([
    [exposed('pep', 95), 'pep'],
    [exposed('pep', 75), 'possible_pep'],
    [exposed('family_member', 75), 'possible_pep'],
    [exposed('family_member', 95), null],
    [exposed('former_pep', 95), null],
    [exposed('none', 95), null],
  ])('of PEP screening only pep and possible_pep are recorded: %o', (match, value) => {
    expect(valuesOf([match], pepIncomplete).pep).toBe(value);
  });

  test('a run that could not screen records both as unavailable', () => {
    expect(facts([], { hasFailed: true })).toMatchObject([
      { fact: 'screening.sanctions', status: 'unavailable', value: null },
      { fact: 'screening.pep', status: 'unavailable', value: null },
    ]);
  });
});

describe('matches in force', () => {
  const withInForce = (fact: 'screening.sanctions' | 'screening.pep', value: string | null, matches: FactMatch[]) => {
    const status = value === null ? 'unavailable' : 'available';
    const before = { fact, source: 'service:screening:ofac_sdn:r70:m90', status, value } as const;
    const after = withMatchesInForce(before, DEFAULT_POLICY, matches);
    expect(after.status).toBe(after.value === null ? 'unavailable' : 'available');
    return after.value;
  };

  test.each<[string | null, FactMatch[], string | null]>([
    ['clear', [sanctioned(75)], 'possible_match'],
    ['possible_match', [sanctioned(90)], 'match'],
    [null, [sanctioned(75)], 'possible_match'],
    ['match', [sanctioned(75)], 'match'],
    ['clear', [sanctioned(69)], 'clear'],
    ['clear', [sanctioned(95, 'false_positive')], 'clear'],
    [null, [], null],
    ['clear', [exposed('pep', 100)], 'clear'],
  ])('a sanctions fact of %s with %o is %s', (value, matches, expected) => {
    expect(withInForce('screening.sanctions', value, matches)).toBe(expected);
  });

  test.each<[string | null, FactMatch[], string | null]>([
    ['none', [exposed('former_pep', 95)], 'former_pep'],
    ['family_member', [exposed('pep', 95)], 'pep'],
    ['pep', [exposed('family_member', 95)], 'pep'],
    [null, [exposed('none', 95)], null],
  ])('a PEP fact of %s with %o is %s', (value, matches, expected) => {
    expect(withInForce('screening.pep', value, matches)).toBe(expected);
  });
});
