import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '#functions/workers/screen-session.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { streamEvent, worked } from '#test/support/lambda-events.ts';
import { aWorld, done, list, newSubject, type World } from '#test/support/risk-world.ts';
import {
  begun,
  checksOf,
  DOCUMENT,
  identify,
  LISTED,
  newScreeningWorkflow,
  screenedByStream,
  screeningStep,
  shownByStream,
} from '#test/support/screened-sessions.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { aStep, newRun, newWorkflow, report, saveWorkflow } from '#test/support/verification-world.ts';

/** A workflow that screens whom it has identified. */
let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  await loadList('eu_fsf', [anEntry()]);
  await loadList('service_pep', [
    anEntry({
      id: 'Q1',
      names: [{ text: 'Greta Stapler', isWeak: false }],
      births: [{ from: '1961-04-17', to: '1961-04-17', isCirca: false }],
      pep: {
        positions: [
          {
            category: 'minister',
            title: 'Minister of Paper',
            country: 'IS',
            startedOn: '2015',
            endedOn: null,
            isCurrent: true,
            roster: 'invented',
          },
        ],
        relatedTo: [],
      },
    }),
  ]);
});

const screening = (providerConfig: Record<string, unknown> = {}) =>
  screeningStep({ sources: ['eu_fsf', 'service_pep'], ...providerConfig });

/** A session whose document was read. */
async function identified(
  outputs: Record<string, string>,
  status = 'completed',
  step: ReturnType<typeof screening> = screening(),
) {
  const subjectId = await newSubject(world);
  const attempt = await begun(world, await newScreeningWorkflow(world, step), subjectId);
  await identify(world, attempt, outputs, status);
  return { ...attempt, subjectId };
}

/** Steps as an earlier version would have saved them, which today's refuses. */
async function rewriteSteps(workflowId: string, rewritten: (steps: string) => string) {
  for (const row of await everyRow('verification')) {
    if (row.id !== workflowId || row.resource !== 'workflows') continue;
    const data = row.data as { steps: string };
    const put = { ...row, data: { ...data, steps: rewritten(data.steps) } };
    expect(await dynamoStore.writeOne({ table: 'verification', put })).toBe(true);
  }
}

const sessionOf = (id: string) => done(world.client, verificationRoutes.readSession, { params: { id } });

const factsOf = async (subjectId: string) =>
  Object.fromEntries(
    (await list(world, 'evidence', { subjectId })).body.items
      .filter(({ data }: { data: { fact: string } }) => data.fact.startsWith('screening.'))
      .map(({ data }: { data: Record<string, unknown> }) => [data.fact, data.value]),
  );

test('screening step: runs by itself when the document is read, and completes the attempt', async () => {
  const { sessionId, runId, subjectId } = await identified(LISTED);

  await screenedByStream(runId);

  const [check] = await checksOf(world, sessionId);
  expect(check.data).toMatchObject({
    kind: 'pep_sanctions',
    status: 'match',
    outcome: 'block',
    participantKey: null,
    providerRef: expect.stringMatching(/^screening-run:/),
  });
  const session = await sessionOf(sessionId);
  expect(session.data).toMatchObject({ status: 'completed', checks: [{ id: check.id }] });
  const run = await done(world.client, screeningRoutes.readScreeningRun, {
    params: { id: check.data.providerRef.slice('screening-run:'.length) },
  });
  expect(run).toMatchObject({ status: 'match', trigger: 'workflow', sessionId, riskSubjectId: subjectId });
  expect(await factsOf(subjectId)).toEqual({ 'screening.sanctions': 'match', 'screening.pep': 'none' });
  const bySession = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId },
  });
  expect(bySession.items).toMatchObject([{ id: run.id }]);
});

test.each<[string, Record<string, string>, string, string, string | null]>([
  ['no listed person', { full_name: 'Somebody Else' }, 'completed', 'clear', 'clear'],
  ['a name alone', { full_name: 'Ambrose Quillfeather' }, 'completed', 'review_required', 'review'],
  [
    'a politically exposed person, to the day',
    { full_name: 'Greta Stapler', date_of_birth: '1961-04-17' },
    'completed',
    'review_required',
    'review',
  ],
  ['a document that gave no name', {}, 'completed', 'error', null],
  ['a document that could not be read', {}, 'failed', 'error', null],
])('%s gives the check its status', async (_case, outputs, documentStatus, status, outcome) => {
  const { sessionId, runId } = await identified(outputs, documentStatus);

  await screenedByStream(runId);

  const [check] = await checksOf(world, sessionId);
  expect(check.data).toMatchObject({ status, outcome });
});

test('screening step: a list that is not loaded requires a review of the check', async () => {
  const step = screening({ sources: ['eu_fsf', 'uk_sanctions'] });
  const { sessionId, runId } = await identified({ full_name: 'Nobody' }, 'completed', step);

  await screenedByStream(runId);

  const [check] = await checksOf(world, sessionId);
  expect(check.data).toMatchObject({ status: 'review_required', outcome: 'review' });
});

test('screening step: saved with equal scores before they were refused, it ends in error and requires a review', async () => {
  const { sessionId, runId } = await identified({ full_name: 'Ambrose Quillfeather' });
  const { workflowId } = (await sessionOf(sessionId)).data;
  await rewriteSteps(workflowId, (steps) => steps.replace('"sources"', '"reviewScore":90,"matchScore":90,"sources"'));

  await screenedByStream(runId);

  const [check] = await checksOf(world, sessionId);
  expect(check.data).toMatchObject({
    status: 'error',
    outcome: null,
    providerRef: null,
    flags: [{ code: 'review_recommended', severity: 'review' }],
  });
});

test('screening step: the three-letter nationality of a document is compared', async () => {
  const { sessionId, runId } = await identified({
    full_name: 'Ambrose Quillfeather',
    date_of_birth: '1961-04-17',
    nationality: 'IRN',
  });

  await screenedByStream(runId);

  expect((await checksOf(world, sessionId))[0].data).toMatchObject({ status: 'match' });
});

test('screening step: screens once if it is repeated or killed anywhere', { tags: 'full' }, async () => {
  const { runId: observedRun } = await identified({ full_name: 'Somebody Else' });
  const rows = await shownByStream(observedRun);
  const { calls } = await observed(() => worked(handler, streamEvent(rows, 'MODIFY')));
  await worked(handler, streamEvent(rows, 'MODIFY'));

  for (const index of calls.keys()) {
    const { sessionId, runId } = await identified({ full_name: 'Somebody Else' });
    const event = streamEvent(await shownByStream(runId), 'MODIFY');
    await withFaults(crashAt(index, 'after'), () => worked(handler, event).catch(() => undefined));
    await worked(handler, event);
    await worked(handler, event);

    expect(await checksOf(world, sessionId)).toHaveLength(1);
    expect((await sessionOf(sessionId)).data.status).toBe('completed');
  }
  expect(calls.length).toBeGreaterThan(3);
});

test.each<[string, string[]]>([
  ['without a name', ['address']],
  ['of a name alone', ['full_name', 'address']],
])('screening step: reads the identity document, and not an extraction %s after it', async (_case, keys) => {
  const bill = aStep('extract', {
    key: 'bill',
    outputs: keys.map((key) => ({ key, type: 'string' })),
  });
  const workflow = await newWorkflow(world, [DOCUMENT, bill, screening()]);
  const attempt = await begun(world, workflow, await newSubject(world));
  const outputs = Object.fromEntries(keys.map((key) => [key, 'Somebody Else']));
  await report(world, attempt, 'bill', { outputs });
  const early = await shownByStream(attempt.runId);
  await identify(world, attempt, LISTED);

  await screenedByStream(attempt.runId);

  expect(early).toEqual([]);
  expect(await checksOf(world, attempt.sessionId)).toMatchObject([{ data: { status: 'match' } }]);
});

test('screening step: saved without a name output, it ends in error and does not wait forever', async () => {
  const workflow = await newScreeningWorkflow(world);
  await rewriteSteps(workflow.id, (steps) => steps.replaceAll('"full_name"', '"alias"'));
  const attempt = await begun(world, workflow, await newSubject(world));
  await identify(world, attempt, { alias: 'Ambrose' });

  await screenedByStream(attempt.runId);

  expect(await checksOf(world, attempt.sessionId)).toMatchObject([{ data: { status: 'error' } }]);
});

test('screening step: is skipped if a newer attempt exists', async () => {
  const { sessionId, runId } = await identified({ full_name: 'Ambrose Quillfeather' });
  const rows = await shownByStream(runId);
  await newRun(world, sessionId);

  await worked(handler, streamEvent(rows, 'MODIFY'));

  expect(await checksOf(world, sessionId)).toEqual([]);
});

describe('a workflow is refused', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['without lists', { sources: undefined }, 'sources'],
    ['with an unknown list', { sources: ['odd'] }, 'sources.0'],
    ['with a score out of bounds', { matchScore: 101 }, 'matchScore'],
    ['with equal scores', { reviewScore: 90 }, 'reviewScore'],
  ])('%s', async (_case, providerConfig, member) => {
    const { status, body } = await saveWorkflow(world, [DOCUMENT, screening(providerConfig)]);

    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(`steps.1.config.providerConfig.${member}`);
  });

  test('if its screening is before the document step', async () => {
    const { status, body } = await saveWorkflow(world, [screening(), DOCUMENT]);

    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'steps.0' }]);
  });

  test('if it reads no name before the screening', async () => {
    const unnamed = aStep('extract', { outputs: [{ key: 'date_of_birth', type: 'string' }] });
    const numbered = aStep('extract', { outputs: [{ key: 'full_name', type: 'number' }] });

    for (const document of [unnamed, numbered]) {
      const { status, body } = await saveWorkflow(world, [document, screening()]);

      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'invalid_workflow', errors: [{ path: 'steps.1' }] });
    }
  });

  test.each(['name', 'given_names', 'surname', 'native_name'])('but not if it reads %s', async (key) => {
    const document = aStep('extract', { outputs: [{ key, type: 'string' }] });

    expect((await saveWorkflow(world, [document, screening()])).status).toBe(201);
  });
});
