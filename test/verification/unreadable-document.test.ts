import { describe, expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list } from '#test/support/risk-world.ts';
import { checksOf, screenedAttempt } from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';

/** What the screening step makes of documents as they are printed. */
const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry()]);
  return aWorld();
});

const runOf = async (sessionId: string) =>
  (await done(world.client, screeningRoutes.listScreeningRuns, { query: { sessionId } })).items[0];

const factOf = async (subjectId: string) => (await list(world, 'evidence', { subjectId })).body.items.at(-1)?.data;

describe('screening with a date of birth', () => {
  test.each(['1961-04-17', '17.04.1961', '17 APR 1961', '610417', '04/17/1961'])(
    '%s makes the listed person a match',
    async (date_of_birth) => {
      const { check } = await screenedAttempt(world, { full_name: 'Ambrose Quillfeather', date_of_birth });

      expect(check.data).toMatchObject({
        status: 'match',
        screening: { incomplete: false, unreadable: [], sanctions: { match: 1, possibleMatch: 0 } },
      });
    },
  );

  test('that is unreadable makes a run without matches incomplete, and its fact unavailable', async () => {
    const { check, sessionId, subjectId } = await screenedAttempt(world, {
      full_name: 'Somebody Else',
      date_of_birth: '07.09.2503',
      nationality: 'D<<',
    });

    expect(await runOf(sessionId)).toMatchObject({
      status: 'incomplete',
      incomplete: true,
      incompleteReasons: ['subject_unreadable'],
    });
    expect(check.data).toMatchObject({
      status: 'review_required',
      outcome: 'review',
      screening: {
        runStatus: 'incomplete',
        incomplete: true,
        capped: false,
        incompleteReasons: ['subject_unreadable'],
        unreadable: ['dateOfBirth'],
      },
    });
    expect(await factOf(subjectId)).toMatchObject({ fact: 'screening.sanctions', status: 'unavailable', value: null });
    expect(JSON.stringify([check, await runOf(sessionId)])).not.toContain('2503');
  });

  test('that is unreadable does not change a possible match', async () => {
    const { check, sessionId, subjectId } = await screenedAttempt(world, {
      full_name: 'Ambrose Quillfeather',
      date_of_birth: 'unknown',
    });

    expect(await runOf(sessionId)).toMatchObject({ status: 'possible_match', incomplete: true });
    expect(check.data.status).toBe('review_required');
    expect(await factOf(subjectId)).toMatchObject({ status: 'available', value: 'possible_match' });
  });
});

test('check: follows each decision on its run, even if its status stays the same', async () => {
  await loadList('eu_fsf', [anEntry(), anEntry()]);
  const { sessionId, check } = await screenedAttempt(world, { full_name: 'Ambrose Quillfeather' });
  const { matches } = await runOf(sessionId);

  await done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: matches[0].id },
    body: { decision: 'false_positive', reason: 'Another person.' },
  });

  expect(check.data.screening).toMatchObject({
    runStatus: 'possible_match',
    errorCode: null,
    capped: false,
    sanctions: { match: 0, possibleMatch: 2, falsePositive: 0 },
    pep: { match: 0, possibleMatch: 0, falsePositive: 0 },
  });
  const [after] = await checksOf(world, sessionId);
  expect(after.data).toMatchObject({
    status: 'review_required',
    screening: { sanctions: { match: 0, possibleMatch: 1, falsePositive: 1 } },
  });
});

test('check: reported by a client has no screening', async () => {
  const { sessionId } = await screenedAttempt(world, { full_name: 'Somebody Else' });

  const observedAt = new Date(Date.now() - 1_000).toISOString();
  const body = { kind: 'liveness', status: 'completed', outcome: 'clear', observedAt };

  const reported = await done(world.client, verificationRoutes.createCheck, {
    params: { id: sessionId },
    body,
  });

  expect(reported.data.screening).toBeNull();
});
