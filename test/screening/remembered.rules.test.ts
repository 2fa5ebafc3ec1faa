import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiryOf, factorsDigestOf, recalled, type StoredRemembered } from '#shared/screening/remembered.ts';
import { ScreeningMatch } from '#shared/screening/run.ts';
import { runs } from '#test/support/soak.ts';

/** Whether a match inherits a decision, without a store. */
const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-19T12:00:00.000Z');
const TERMS = { screenedDigest: 'data', now: NOW, expiresAfterDays: 30 };

const entryWith = (digest: string): ScreeningMatch['entry'] => ({
  kind: 'person',
  names: [],
  births: [],
  birthPlaces: [],
  countries: [],
  identifiers: [],
  addresses: [],
  programmes: [],
  references: [],
  measures: [],
  listedOn: null,
  endsOn: null,
  titles: [],
  remarks: null,
  links: [],
  truncated: false,
  digest,
});

const factor = fc.record({
  code: fc.constantFrom('name_same', 'dob_same_day', 'nationality_other'),
  points: fc.integer({ min: -20, max: 90 }),
  detail: fc.string({ maxLength: 8 }),
});

const found = fc.record({
  score: fc.integer({ min: 1, max: 100 }),
  factors: fc.array(factor, { maxLength: 4 }) as fc.Arbitrary<ScreeningMatch['factors']>,
  digest: fc.string({ minLength: 1, maxLength: 8 }),
  decision: fc.constantFrom('confirmed', 'false_positive'),
  ageDays: fc.integer({ min: 0, max: 29 }),
});

type Found = typeof found extends fc.Arbitrary<infer Value> ? Value : never;

const matchOf = ({ score, factors, digest }: Found, changes: Partial<ScreeningMatch> = {}): ScreeningMatch =>
  ({
    id: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02',
    source: 'eu_fsf',
    sourceEntryId: 'EU.1',
    listedName: 'Ambrose Quillfeather',
    matchedName: 'Ambrose Quillfeather',
    score,
    factors,
    decision: 'pending',
    listKind: 'sanctions',
    pep: null,
    group: null,
    entry: entryWith(digest),
    ...changes,
  }) as ScreeningMatch;

const rememberedOf = (one: Found, changes: Partial<StoredRemembered> = {}): StoredRemembered => ({
  id: 'id',
  subject: null,
  source: 'eu_fsf',
  sourceEntryId: 'EU.1',
  listedName: 'Ambrose Quillfeather',
  listKind: 'sanctions',
  score: one.score,
  entryDigest: one.digest,
  screenedDigest: 'data',
  factorsDigest: factorsDigestOf(one.factors),
  decision: one.decision as StoredRemembered['decision'],
  reason: 'Looked at it.',
  runId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
  matchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
  decidedBy: 'user:one',
  decidedAt: new Date(NOW.getTime() - one.ageDays * DAY_MS).toISOString(),
  proposedBy: null,
  ...changes,
});

describe('a remembered decision', () => {
  test('is inherited by an equal match, with where it comes from; the order of factors and a lower score do not matter', () => {
    fc.assert(
      fc.property(found, fc.integer({ min: 0, max: 10 }), (one, lower) => {
        const match = matchOf(one, { score: one.score - lower, factors: one.factors.toReversed() });
        const after = recalled(match, rememberedOf(one), TERMS);
        expect(after).toEqual({
          ...match,
          decision: one.decision,
          rememberedFrom: {
            runId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
            matchId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e01',
            decision: one.decision,
            decidedBy: 'user:one',
            decidedAt: rememberedOf(one).decidedAt,
          },
        });
        expect(ScreeningMatch.parse(after)).toEqual(after);
      }),
      runs(200),
    );
  });

  const differences: [
    string,
    (one: Found) => { match?: Partial<ScreeningMatch>; known?: Partial<StoredRemembered> },
  ][] = [
    ['remembered_entry_changed', ({ digest }) => ({ match: { entry: entryWith(`${digest}+`) } })],
    ['remembered_entry_changed', () => ({ match: { entry: null } })],
    ['remembered_subject_changed', () => ({ known: { screenedDigest: 'other data' } })],
    [
      'remembered_scorer_changed',
      ({ factors }) => ({
        match: { factors: [...factors, { code: 'name_same', points: 0, detail: 'more than before' }] },
      }),
    ],
    ['remembered_score_rose', ({ score }) => ({ match: { score: score + 1 } })],
    ['remembered_expired', () => ({ known: { decidedAt: new Date(NOW.getTime() - 30 * DAY_MS).toISOString() } })],
    ['remembered_expired', () => ({ known: { expired: { by: 'user:two', at: NOW.toISOString() } } })],
  ];

  test.each(differences)('is not inherited after a single difference: %s', (reviewReason, differing) => {
    fc.assert(
      fc.property(found, (one) => {
        const { match: changes, known } = differing(one);
        const match = matchOf(one, changes);
        expect(recalled(match, rememberedOf(one, known), TERMS)).toEqual({ ...match, reviewReason });
      }),
      runs(100),
    );
  });

  test('says nothing of another list, another entry, a decided match, or a match that was never decided', () => {
    fc.assert(
      fc.property(found, (one) => {
        for (const known of [
          undefined,
          rememberedOf(one, { source: 'uk_sanctions' }),
          // An own list of the same key, which was deleted since.
          rememberedOf(one, { listKind: 'watch' }),
          rememberedOf(one, { sourceEntryId: 'EU.2' }),
        ])
          expect(recalled(matchOf(one), known, TERMS)).toEqual(matchOf(one));
        const decided = matchOf(one, { decision: 'confirmed' });
        expect(recalled(decided, rememberedOf(one), TERMS)).toEqual(decided);
      }),
      runs(50),
    );
  });

  test('expires at the very time that the list states, by the setting of now', () => {
    const one = { score: 80, factors: [], digest: 'd', decision: 'confirmed', ageDays: 10 } as Found;
    const known = rememberedOf(one);
    const at = expiryOf(known, 30);
    const decisionAt = (now: Date, days = 30) =>
      recalled(matchOf(one), known, { ...TERMS, now, expiresAfterDays: days }).decision;
    expect(decisionAt(new Date(at.getTime() - 1))).toBe('confirmed');
    expect(decisionAt(at)).toBe('pending');
    expect(decisionAt(at, 31)).toBe('confirmed');
    expect(decisionAt(NOW, 10)).toBe('pending');
  });
});
