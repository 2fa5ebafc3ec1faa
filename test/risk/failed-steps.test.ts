import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { approvalFault } from '#shared/verification/approval.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { ago, aWorld, done, list, newSource, submit } from '#test/support/risk-world.ts';
import {
  anAttempt,
  aStep,
  decide,
  evidenceAbout,
  report,
  reported,
  runOf,
  statusesOf,
} from '#test/support/verification-world.ts';

/** An attempt with failed steps is approved only explicitly. */
const world = preparedForFile(aWorld);
const STEPS = ['extract', 'check'].map((type) => aStep(type));

/** A completed attempt of which these steps failed. */
async function attemptWith(failed: readonly string[], steps = STEPS) {
  const attempt = await anAttempt(world, steps);
  for (const { type, key } of steps)
    if (failed.includes(key)) await report(world, attempt, key, { status: 'failed' });
    else await reported(world, attempt, type);
  return attempt;
}

const approve = (
  { subjectId, sessionId, runId }: Awaited<ReturnType<typeof attemptWith>>,
  more: Record<string, unknown> = {},
) =>
  call(world.owner, riskRoutes.decideVerification, {
    params: { id: subjectId },
    body: {
      sessionWorkflowId: sessionId,
      workflowRunId: runId,
      decision: 'approved',
      reason: 'Seen in a video call.',
      ...more,
    },
  });

describe('an approval', () => {
  test('of an attempt with a failed step is refused, and names the step', async () => {
    const attempt = await attemptWith(['check_step']);

    const refused = await approve(attempt);

    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: 'failed_steps_not_accepted',
        detail: expect.stringContaining('`check_step`'),
        errors: [{ path: 'acceptFailedSteps', message: expect.stringContaining('`check_step`') }],
      },
    });
    expect((await runOf(world, attempt)).data.decision).toBeNull();
    expect(await statusesOf(world, attempt.subjectId)).toMatchObject({
      extract_output: 'unavailable',
    });
  });

  test('that accepts the failed steps is recorded with them', async () => {
    const attempt = await attemptWith(['check_step']);

    const { status, body } = await approve(attempt, { acceptFailedSteps: ['check_step'] });

    expect(status).toBe(201);
    expect(body.data).toMatchObject({ acceptedFailedSteps: ['check_step'], reason: 'Seen in a video call.' });
    expect((await runOf(world, attempt)).data.decisions).toMatchObject([
      { decision: 'approved', acceptedFailedSteps: ['check_step'] },
    ]);
    const { items } = (await list(world, 'events', { resourceId: body.id })).body;
    expect(items[0].data).toMatchObject({
      reason: 'Seen in a video call.',
      details: { acceptedFailedSteps: ['check_step'] },
    });
    expect(await statusesOf(world, attempt.subjectId)).toMatchObject({
      extract_output: 'available',
    });
  });

  test('cannot accept steps that did not fail, so that one list does not fit all attempts', async () => {
    const attempt = await attemptWith(['check_step']);

    const refused = await approve(attempt, { acceptFailedSteps: ['check_step', 'extract_step'] });

    expect(refused).toMatchObject({ status: 422, body: { code: 'step_not_failed' } });
  });

  test('of an attempt whose extract steps all failed is refused whatever it accepts', async () => {
    const attempt = await attemptWith(['extract_step']);

    const refused = await approve(attempt, { acceptFailedSteps: ['extract_step'] });

    expect(refused).toMatchObject({ status: 422, body: { code: 'nothing_to_approve' } });
    expect((await decide(world, attempt.subjectId, attempt, 'rejected')).status).toBe(201);
  });

  test.each(['rejected', 'revoked'])('is the only decision with accepted steps: %s', async (decision) => {
    const attempt = await attemptWith(['check_step']);

    const refused = await approve(attempt, { decision, acceptFailedSteps: ['check_step'] });

    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test.each<[string, string[], string[], string | undefined]>([
    ['no failed step', [], [], undefined],
    ['one of two extract steps failed', ['a'], ['a'], undefined],
    ['one of two failed steps not accepted', ['a', 'live'], ['live'], 'failed_steps_not_accepted'],
    ['both extract steps failed', ['a', 'b'], ['a', 'b'], 'nothing_to_approve'],
    ['an unknown step', [], ['constructor'], 'step_not_failed'],
  ])('rule: %s', (_case, failed, accepted, code) => {
    const steps = [
      { key: 'a', type: 'extract' as const },
      { key: 'b', type: 'extract' as const },
      { key: 'live', type: 'check' as const },
    ];
    const at = { observedAt: ago(1_000), reportedAt: ago(1_000) };
    const results = steps.map(({ key }) => [
      key,
      { status: failed.includes(key) ? ('failed' as const) : ('completed' as const), ...at },
    ]);

    expect(approvalFault(steps, { steps: Object.fromEntries(results) }, accepted)?.code).toBe(code);
  });
});

describe('the reported outputs', () => {
  test('are read before the decision by those who decide, and not by members', async () => {
    const attempt = await attemptWith([]);
    const read = async (as: Parameters<typeof call>[0]) =>
      (
        await done(as, verificationRoutes.readRun, {
          params: { id: attempt.sessionId, runId: attempt.runId },
        })
      ).data.steps.extract_step;

    expect(await read(world.owner)).toMatchObject({ outputs: { extract_output: 'extract value' } });
    expect(await read(world.client)).toHaveProperty('outputs');
    expect(await read(world.member)).toMatchObject({ status: 'completed' });
    expect(await read(world.member)).not.toHaveProperty('outputs');
  });

  test('are in no event and no evidence before the approval', async () => {
    const attempt = await attemptWith([]);

    const events = await list(world, 'events', { subjectId: attempt.subjectId });

    expect(JSON.stringify(events.body)).not.toContain('extract value');
    expect(JSON.stringify(await evidenceAbout(world, attempt.subjectId))).not.toContain('extract value');
  });

  test('are listed beside what other sources state about the same facts', async () => {
    const facts = [{ key: 'extract_output', type: 'string' }];
    const source = await newSource(world, facts);
    const attempt = await attemptWith([]);
    const receipt = await submit(source, attempt.subjectId, { fact: 'extract_output', value: 'stated elsewhere' });

    const { items } = await done(world.owner, verificationRoutes.listSubjectAttempts, {
      params: { id: attempt.subjectId },
    });

    expect(receipt.status).toBe(201);
    expect(items[0].known).toEqual([receipt.body]);
  });
});
