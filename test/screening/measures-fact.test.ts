import { describe, expect, test } from 'vitest';
import { documentedValues } from '#packages/policy-engine/src/screening-facts.ts';
import { MEASURES } from '#packages/watchlist/src/listed-entry.ts';
import { DEFAULT_POLICY } from '#packages/watchlist/test/matching/builders.ts';
import { type FactMatch, isMoreSerious, riskFacts, withMatchesInForce } from '#shared/screening/risk-facts.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aDefinition, aWorld, done, newPolicy, newSubject } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { evidenceAbout } from '#test/support/verification-world.ts';

const LISTS = ['eu_fsf', 'uk_sanctions'];
const SOURCE = 'service:screening:eu_fsf+uk_sanctions:r70:m90';

const listed = (score: number, measures?: string[], decision: FactMatch['decision'] = 'pending'): FactMatch => ({
  score,
  decision,
  listKind: 'sanctions',
  pepStanding: null,
  measures,
});
const measuresOf = (matches: FactMatch[], isIncomplete = false) =>
  riskFacts({
    sources: [{ key: 'eu_fsf', listKind: 'sanctions' }],
    policy: DEFAULT_POLICY,
    lookbackMonths: 12,
    hasFailed: false,
    isIncomplete: { sanctions: isIncomplete, pep: false },
    matches,
  }).find(({ fact }) => fact === 'screening.measures');

describe('the rule', () => {
  test('measures: those of confirmed and definite matches count, each once', () => {
    const matches = [
      listed(95, ['travel_ban', 'asset_freeze']),
      listed(75, ['asset_freeze'], 'confirmed'),
      listed(80, ['sectoral']),
      listed(95, ['trade'], 'false_positive'),
    ];
    expect(measuresOf(matches)?.value).toEqual(['asset_freeze', 'travel_ban']);
  });

  test.each([[[]], [undefined]])('measures: a match whose list states %j counts as other', (measures) => {
    expect(measuresOf([listed(95, measures)])?.value).toEqual(['other']);
  });

  test('measures: an incomplete search that found none is no evidence, one that found some is', () => {
    expect(measuresOf([])).toMatchObject({ status: 'available', value: [] });
    expect(measuresOf([], true)).toMatchObject({ status: 'unavailable', value: null });
    expect(measuresOf([listed(95, ['trade'])], true)).toMatchObject({ status: 'available', value: ['trade'] });
  });

  test('measures: matches in force add to the set and take nothing from it', () => {
    const fact = measuresOf([listed(95, ['travel_ban'])]);
    if (!fact) throw new Error('no fact');
    const confirmed = [listed(70, ['asset_freeze'], 'confirmed')];
    expect(withMatchesInForce(fact, DEFAULT_POLICY, confirmed).value).toEqual(['asset_freeze', 'travel_ban']);
    expect(withMatchesInForce(fact, DEFAULT_POLICY, [listed(95, ['travel_ban'])])).toBe(fact);
    expect(isMoreSerious('screening.measures', ['trade'], null)).toBe(true);
    expect(isMoreSerious('screening.measures', [], ['trade'])).toBe(false);
  });

  test('measures: policies know the same ones as lists', () => {
    expect(documentedValues('screening.measures')).toEqual(MEASURES);
  });
});

const FROZEN = aDefinition(SOURCE, {
  inputs: [
    { key: 'screening.measures', type: 'list', itemType: 'string', maxAgeSeconds: 86_400, acceptedSources: [SOURCE] },
  ],
  factors: [],
  rules: [
    {
      key: 'frozen',
      reason: 'Assets are frozen.',
      forceBand: 'high',
      all: [{ input: 'screening.measures', operator: 'contains', value: 'asset_freeze' }],
    },
  ],
});

const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry({ id: 'EU.1', measures: ['asset_freeze'] })]);
  await loadList('uk_sanctions', [anEntry({ id: 'STA0001', measures: ['travel_ban'] })]);
  return aWorld();
});

const screenFor = (own: Awaited<ReturnType<typeof aWorld>>, riskSubjectId: string, name = 'Ambrose Quillfeather') =>
  done(own.client, screeningRoutes.createScreeningRun, { body: { subject: { name }, sources: LISTS, riskSubjectId } });
const recorded = async (own: Awaited<ReturnType<typeof aWorld>>, subjectId: string) =>
  (await evidenceAbout(own, subjectId)).findLast(({ data }) => data.fact === 'screening.measures')?.data.value;

describe('a run', () => {
  test('records measures where a published policy reads them, and none elsewhere', async () => {
    const own = world;
    const before = await newSubject(own);
    const unread = await screenFor(own, before);
    const policyId = await newPolicy(own, FROZEN);
    const subjectId = await newSubject(own);

    const run = await screenFor(own, subjectId);
    const found = await recorded(own, subjectId);
    for (const match of run.matches)
      await done(own.owner, screeningRoutes.decideScreeningMatch, {
        params: { id: match.id },
        body: { decision: match.source === 'uk_sanctions' ? 'confirmed' : 'false_positive', reason: 'Looked at it.' },
      });

    expect(unread.riskSources.map(({ fact }: { fact: string }) => fact)).toEqual(['screening.sanctions']);
    expect(await recorded(own, before)).toBeUndefined();
    expect(run.riskSources).toContainEqual(
      expect.objectContaining({
        fact: 'screening.measures',
        source: SOURCE,
        readByPolicies: [expect.objectContaining({ policyVersionId: policyId })],
      }),
    );
    expect(found).toEqual([]);
    expect(await recorded(own, subjectId)).toEqual(['travel_ban']);

    await screenFor(own, subjectId, 'Somebody Else');
    expect(await recorded(own, subjectId)).toEqual(['travel_ban']);
  });
});
