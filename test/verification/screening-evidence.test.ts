import { describe, expect, test } from 'vitest';
import { handler } from '#functions/workers/screen-session.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type AwsCall, holding, withFaults } from '#test/support/faults.ts';
import { streamEvent, worked } from '#test/support/lambda-events.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list, newPolicy, newSubject } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  LISTED,
  MAYBE_LISTED,
  NOT_LISTED,
  newScreeningWorkflow,
  screenedAttempt,
  screenedByStream,
  shownByStream,
} from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { screen } from '#test/support/screening-world.ts';
import { evidenceAbout, newRun, policyOver, resolutionOf } from '#test/support/verification-world.ts';

/** What screenings of several attempts say of the one subject they are linked to. */
const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry()]);
  return aWorld();
});

const SOURCE = 'service:screening:eu_fsf:r70:m90';

/** What a policy that reads the lists makes of the subject now. */
async function sanctionsOf(subjectId: string): Promise<unknown> {
  const input = { key: 'screening.sanctions', type: 'string', maxAgeSeconds: 3_600 };
  const policyId = await newPolicy(world, policyOver([{ ...input, acceptedSources: [SOURCE] }]));
  return (await resolutionOf(world, subjectId, policyId))['screening.sanctions'];
}

async function runOf(sessionId: string) {
  const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId },
  });
  return items[0];
}

const decideMatchOf = async (sessionId: string, decision: string) => {
  const { matches } = await runOf(sessionId);
  const body = { decision, reason: 'Looked at it.' };
  await done(world.owner, screeningRoutes.decideScreeningMatch, {
    params: { id: matches[0].id },
    body,
  });
};

/** Two sessions of one subject, of which the second has the word. */
async function olderAndNewer() {
  const workflow = await newScreeningWorkflow(world);
  const subjectId = await newSubject(world);
  const older = await begun(world, workflow, subjectId);
  return { subjectId, older, newer: await begun(world, workflow, subjectId) };
}

test('screening evidence: a late screening of an older session is stored and records no evidence', async () => {
  const { subjectId, older, newer } = await olderAndNewer();
  await identify(world, newer, LISTED);
  await screenedByStream(newer.runId);

  await identify(world, older, NOT_LISTED);
  await screenedByStream(older.runId);

  expect(await checksOf(world, older.sessionId)).toMatchObject([{ data: { status: 'clear' } }]);
  expect(await runOf(older.sessionId)).toMatchObject({ riskSubjectId: subjectId, riskSources: [] });
  expect(await sanctionsOf(subjectId)).toBe('match');
});

test('screening evidence: a decision on such a screening records no evidence either', async () => {
  const { subjectId, older, newer } = await olderAndNewer();
  await identify(world, newer, LISTED);
  await screenedByStream(newer.runId);
  await identify(world, older, MAYBE_LISTED);
  await screenedByStream(older.runId);

  await decideMatchOf(older.sessionId, 'false_positive');

  expect(await sanctionsOf(subjectId)).toBe('match');
});

test('screening evidence: a decision on the latest screening is recorded, despite late ones', async () => {
  const { subjectId, older, newer } = await olderAndNewer();
  await identify(world, newer, LISTED);
  await screenedByStream(newer.runId);
  await identify(world, older, MAYBE_LISTED);
  await screenedByStream(older.runId);

  await decideMatchOf(newer.sessionId, 'false_positive');

  expect(await sanctionsOf(subjectId)).toBe('clear');
});

test('screening evidence: a running screening records nothing if a newer attempt starts meanwhile', async () => {
  const workflow = await newScreeningWorkflow(world);
  const subjectId = await newSubject(world);
  const older = await begun(world, workflow, subjectId);
  await identify(world, older, NOT_LISTED);
  const event = streamEvent(await shownByStream(older.runId), 'MODIFY');
  const isCommit = ({ command }: AwsCall) => command === 'TransactWriteItems';
  const { plan, reached, release } = holding(isCommit);

  const late = withFaults(plan, () => worked(handler, event));
  await reached;
  const newer = await begun(world, workflow, subjectId);
  release();
  await late;

  expect(await checksOf(world, older.sessionId)).toMatchObject([{ data: { status: 'clear' } }]);
  expect(await sanctionsOf(subjectId)).toBe('no_evidence');
  await identify(world, newer, LISTED);
  await screenedByStream(newer.runId);
  expect(await sanctionsOf(subjectId)).toBe('match');
});

describe('a newer attempt', () => {
  test('withdraws the evidence of the earlier screening, even if it is decided later', async () => {
    const { sessionId, runId, subjectId } = await screenedAttempt(world, MAYBE_LISTED);

    const nextRunId = await newRun(world, sessionId);
    await decideMatchOf(sessionId, 'false_positive');

    expect(await sanctionsOf(subjectId)).toBe('unavailable');
    const receipts = await evidenceAbout(world, subjectId);
    expect(receipts.at(-1)?.data).toMatchObject({
      fact: 'screening.sanctions',
      source: SOURCE,
      status: 'unavailable',
      value: null,
      evidenceClass: 'screening',
      providerRef: `verification-run:${nextRunId}`,
    });
    expect(nextRunId).not.toBe(runId);
  });

  test('withdraws evidence that a decision changed', async () => {
    const { sessionId, subjectId } = await screenedAttempt(world, MAYBE_LISTED);
    await decideMatchOf(sessionId, 'false_positive');
    const decided = await sanctionsOf(subjectId);

    await newRun(world, sessionId);

    expect([decided, await sanctionsOf(subjectId)]).toEqual(['clear', 'unavailable']);
  });

  test('and a concurrent decision leave no evidence of the screening', { tags: 'full' }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const { sessionId, subjectId } = await screenedAttempt(world, MAYBE_LISTED);

      await Promise.all([decideMatchOf(sessionId, 'false_positive'), newRun(world, sessionId)]);

      expect(await sanctionsOf(subjectId)).toBe('unavailable');
    }
  });

  test('does not withdraw evidence of other screenings of the same lists', async () => {
    const { sessionId, subjectId } = await screenedAttempt(world, LISTED);
    await decideMatchOf(sessionId, 'false_positive');
    const subject = { name: NOT_LISTED.full_name };
    await screen(world, subject, { sources: ['eu_fsf'], riskSubjectId: subjectId });
    await newRun(world, sessionId);
    const ofRequest = await sanctionsOf(subjectId);
    const elsewhere = await begun(world, await newScreeningWorkflow(world), subjectId);
    await identify(world, elsewhere, LISTED);
    await screenedByStream(elsewhere.runId);
    await newRun(world, sessionId);

    expect([ofRequest, await sanctionsOf(subjectId)]).toEqual(['clear', 'match']);
  });

  test('does not repeat receipts that are already unavailable', async () => {
    const { sessionId, subjectId } = await screenedAttempt(world, NOT_LISTED);
    await newRun(world, sessionId);
    const once = await evidenceAbout(world, subjectId);

    await newRun(world, sessionId);

    expect(once.filter(({ data }) => data.source === SOURCE)).toHaveLength(2);
    expect(await evidenceAbout(world, subjectId)).toEqual(once);
  });

  test.each(['pending', 'confirmed'])('keeps a %s match in force, and says so', async (decision) => {
    const { sessionId, subjectId } = await screenedAttempt(world, LISTED);
    if (decision === 'confirmed') await decideMatchOf(sessionId, decision);
    const screening = await runOf(sessionId);

    const nextRunId = await newRun(world, sessionId);
    const once = await evidenceAbout(world, subjectId);
    await newRun(world, sessionId);

    expect(await sanctionsOf(subjectId)).toBe('match');
    expect(once.at(-1)?.data).toMatchObject({
      fact: 'screening.sanctions',
      status: 'available',
      value: 'match',
      providerRef: `verification-run:${nextRunId}`,
    });
    expect(await evidenceAbout(world, subjectId)).toEqual(once);
    const { body } = await list(world, 'events', { subjectId });
    const kept = body.items.filter(({ data }: { data: { type: string } }) => data.type === 'screening.fact.kept');
    expect(kept).toMatchObject([
      {
        data: {
          resourceId: screening.id,
          details: {
            value: 'match',
            found: null,
            earlier: [{ runId: screening.id, matchId: screening.matches[0].id }],
          },
        },
      },
    ]);
  });

  test('screens another person without weakening the match of the attempt before', async () => {
    const { sessionId, subjectId } = await screenedAttempt(world, LISTED);
    await decideMatchOf(sessionId, 'confirmed');
    const runId = await newRun(world, sessionId);
    await identify(world, { sessionId, runId }, NOT_LISTED);
    await screenedByStream(runId);
    const kept = await sanctionsOf(subjectId);
    const { notices, status } = await runOf(sessionId);
    const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
      query: { sessionId },
    });
    await done(world.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: items[1].matches[0].id },
      body: { decision: 'false_positive', reason: 'Another person.' },
    });

    expect([status, kept]).toEqual(['clear', 'match']);
    expect(notices).toContainEqual(expect.objectContaining({ code: 'earlier_match_confirmed', runId: items[1].id }));
    expect(await sanctionsOf(subjectId)).toBe('clear');
  });
});
