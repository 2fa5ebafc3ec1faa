import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { referenceToRun } from '#shared/screening/provenance.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { checkResultOf } from '#shared/verification/screening-check.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { ago, aWorld, done, eventTypes } from '#test/support/risk-world.ts';
import { checksOf, MAYBE_LISTED, screenedAttempt } from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** What a check says of the screening it tells of. */
const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry()]);
  return aWorld();
});

type Screening = NonNullable<Parameters<typeof checkResultOf>[0]>;
const aMatch = (changes: Partial<Screening['matches'][number]> = {}) => ({
  listKind: 'sanctions' as const,
  score: 95,
  decision: 'pending' as const,
  ...changes,
});
const aScreening = (status: Screening['status'], matches: Screening['matches'] = []): Screening => ({
  status,
  matches,
  policy: { matchScore: 90 },
});

describe('the check of a screening', () => {
  test.each<[string, Screening | undefined, string, string | null]>([
    ['that found no entry', aScreening('clear'), 'clear', 'clear'],
    ['that could not look everywhere', aScreening('incomplete'), 'review_required', 'review'],
    ['that failed', aScreening('error'), 'error', null],
    ['that never was', undefined, 'error', null],
    ['that matched', aScreening('match', [aMatch()]), 'match', 'block'],
    [
      'whose match was marked false beside a possible one',
      aScreening('possible_match', [aMatch({ decision: 'false_positive' }), aMatch({ score: 70 })]),
      'review_required',
      'review',
    ],
    [
      'of which a low match was confirmed',
      aScreening('match', [aMatch({ score: 70, decision: 'confirmed' })]),
      'match',
      'block',
    ],
    [
      'that confirmed a politically exposed person',
      aScreening('match', [aMatch({ listKind: 'pep', decision: 'confirmed' })]),
      'review_required',
      'review',
    ],
  ])('%s gives the check its status', (_case, screening, status, outcome) => {
    expect(checkResultOf(screening)).toMatchObject({ status, outcome });
  });
});

describe('a decision on a match', () => {
  const decide = async (sessionId: string, decision: string) => {
    const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
      query: { sessionId },
    });
    await done(world.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: items[0].matches[0].id },
      body: { decision, reason: 'Looked at it.' },
    });
  };
  const importedValue = async (subjectId: string, checkId: string) =>
    (
      await done(world.client, riskRoutes.importSessionCheck, {
        params: { id: subjectId },
        body: { checkId },
      })
    ).data.value;
  const shownBySession = async (id: string) =>
    (await done(world.client, verificationRoutes.readSession, { params: { id } })).data.checks;

  test.each([
    ['false_positive', 'clear', 'clear'],
    ['confirmed', 'match', 'block'],
  ])('as %s updates the check wherever it is returned', async (decision, status, outcome) => {
    const { sessionId, subjectId, check } = await screenedAttempt(world, MAYBE_LISTED);

    await decide(sessionId, decision);

    expect(check.data).toMatchObject({ status: 'review_required', outcome: 'review' });
    expect(await checksOf(world, sessionId)).toEqual([
      {
        ...check,
        data: {
          ...check.data,
          status,
          outcome,
          screening: expect.objectContaining({ capped: false }),
        },
      },
    ]);
    expect(await shownBySession(sessionId)).toEqual([{ id: check.id, kind: 'pep_sanctions', status }]);
    expect(await importedValue(subjectId, check.id)).toBe(outcome);
    expect(await eventTypes(world, check.id)).toEqual(['verification.check.created', 'verification.check.changed']);
  });

  test('can be reverted, and the check follows', async () => {
    const { sessionId, check } = await screenedAttempt(world, MAYBE_LISTED);
    await decide(sessionId, 'false_positive');

    await decide(sessionId, 'confirmed');

    expect(await checksOf(world, sessionId)).toMatchObject([
      { id: check.id, data: { status: 'match', outcome: 'block' } },
    ]);
  });

  test('does not change a check that a client reported with the same reference', async () => {
    const { sessionId, check } = await screenedAttempt(world, MAYBE_LISTED);
    const { providerRef } = check.data;
    const body = { kind: 'pep_sanctions', status: 'completed', outcome: 'review', providerRef };
    const reported = await done(world.client, verificationRoutes.createCheck, {
      params: { id: sessionId },
      body: { ...body, observedAt: ago(1_000) },
    });

    await decide(sessionId, 'false_positive');

    const [own, other] = await checksOf(world, sessionId);
    expect(own.data).toMatchObject({ status: 'clear', providerRef });
    expect(other).toEqual(reported);
    expect(providerRef).toMatch(referenceToRun(''));
  });
});
