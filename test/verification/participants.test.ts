import { expect, test } from 'vitest';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  identify,
  LISTED,
  newScreeningWorkflow,
  screenedByStream,
} from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import {
  anAttempt,
  aStep,
  decide,
  evidenceAbout,
  newRun,
  newWorkflow,
  reported,
  runOf,
  standingOf,
} from '#test/support/verification-world.ts';

/** Sessions of those who take part in something that is itself the subject. */
const world = preparedForFile(async () => {
  await loadList('eu_fsf', [anEntry()]);
  return aWorld();
});

const director = { participantKey: 'director' };

test('participant: outputs are stored and are not evidence of the subject', async () => {
  const subjectId = await newSubject(world);
  const attempt = await begun(world, await newWorkflow(world, [aStep('check')]), subjectId, director);

  await reported(world, attempt, 'check', 'found');

  expect((await runOf(world, attempt)).data).toMatchObject({
    status: 'completed',
    steps: { check_step: { outputs: { check_output: 'found' } } },
  });
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('participant: attempts do not withdraw evidence of the subject', async () => {
  const { workflow, subjectId, ...own } = await anAttempt(world, [aStep('check'), aStep('risk')]);
  await reported(world, own, 'check', 'of the subject');

  const { sessionId } = await begun(world, workflow, subjectId, director);
  await newRun(world, sessionId);
  await begun(world, workflow, subjectId, { participantKey: 'owner' });
  await reported(world, own, 'risk', 'as well');

  expect(await standingOf(world, subjectId)).toEqual({
    check_output: { status: 'available', value: 'of the subject' },
    risk_output: { status: 'available', value: 'as well' },
  });
});

test('participant: a screening is a check of the participant, and not a fact of the subject', async () => {
  const subjectId = await newSubject(world);
  const attempt = await begun(world, await newScreeningWorkflow(world), subjectId, director);
  await identify(world, attempt, LISTED);

  await screenedByStream(attempt.runId);

  const [check] = await checksOf(world, attempt.sessionId);
  expect(check.data).toMatchObject({ ...director, status: 'match' });
  const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId: attempt.sessionId },
  });
  expect(items).toMatchObject([{ status: 'match', riskSubjectId: null, riskSources: [] }]);
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});

test('participant: an attempt cannot be decided for the subject', async () => {
  const subjectId = await newSubject(world);
  const attempt = await begun(world, await newWorkflow(world, [aStep('extract')]), subjectId, director);
  await reported(world, attempt, 'extract');

  const response = await decide(world, subjectId, attempt, 'approved');

  expect(response).toMatchObject({ status: 422, body: { code: 'participant_session' } });
  expect(await evidenceAbout(world, subjectId)).toEqual([]);
});
