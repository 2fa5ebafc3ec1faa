import { verifyWebhook } from '@assay/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import {
  assessmentsOf,
  refreshFromStream,
  subscriptionOf,
  tickUntilDone,
  watch,
} from '#test/support/monitored-subjects.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';
import { aWorld, done, newPolicy, newSubject, stateOf, type World } from '#test/support/risk-world.ts';
import {
  aStep,
  decided,
  newRun,
  newSession,
  newWorkflow,
  report,
  type Workflow,
} from '#test/support/verification-world.ts';
import { deliverAll, dispatchAll } from '#test/support/webhook-workers.ts';

/** One customer from the first document to a withdrawn approval, as the parts of the product meet. */
beforeAll(prepareEngine);

const STEPS = [
  aStep('extract', {
    key: 'passport',
    outputs: [
      { key: 'document.country', type: 'string' },
      { key: 'holder.age', type: 'number' },
    ],
  }),
  aStep('check', { key: 'liveness', outputs: [{ key: 'liveness.score', type: 'number' }] }),
];

/** Every input as the catalog gives it, so that the policy is bound to what is really there. */
async function boundPolicy(world: World): Promise<string> {
  const catalog = await done(world.client, riskRoutes.listVerificationInputs, {});
  const inputs = catalog.items.map((item: Record<string, unknown>) => ({
    key: item.key,
    type: item.type,
    maxAgeSeconds: 86_400,
    acceptedSources: [item.source],
    verification: item.binding,
  }));
  return newPolicy(world, {
    inputs,
    factors: [
      {
        key: 'liveness',
        match: 'first',
        weight: 1,
        defaultPoints: 0,
        cases: [{ all: [{ input: 'liveness.score', operator: 'lt', value: 0.5 }], points: 80 }],
      },
    ],
    aggregation: 'sum',
    bands: [
      { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
      { id: 'high', from: 50, effect: { decision: 'restrict', actions: ['hold_payouts'] } },
    ],
    missingEvidence: 'review',
    reviewAfterSeconds: 2_592_000,
  });
}

async function goThrough(world: World, sessionId: string, livenessScore: number) {
  const attempt = { sessionId, runId: await newRun(world, sessionId) };
  const said = {
    passport: { 'document.country': 'PT', 'holder.age': 34 },
    liveness: { 'liveness.score': livenessScore },
  };
  for (const [step, outputs] of Object.entries(said))
    expect((await report(world, attempt, step, { outputs })).status).toBe(200);
  return attempt;
}

async function subscribed(world: World): Promise<{ receiver: Receiver; secret: string }> {
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const { data } = await done(world.client, webhookRoutes.createWebhook, {
    body: { url: receiver.url, events: ['risk.assessment.created', 'risk.action.*'], mode: 'test' },
  });
  return { receiver, secret: data.secret };
}

test('customer story: from the first document to a revoked approval', async () => {
  const world = await aWorld();
  const { receiver, secret } = await subscribed(world);
  const workflow: Workflow = await newWorkflow(world, STEPS);
  const subjectId = await newSubject(world);
  const policyId = await boundPolicy(world);
  await watch(world, subjectId, policyId);
  const latest = async () => (await assessmentsOf(world, subjectId)).at(-1);
  const workersRun = async () => {
    await refreshFromStream();
    await tickUntilDone();
  };

  // Before anything is known, the policy can only ask for a look.
  await workersRun();
  expect((await latest()).data).toMatchObject({ outcome: 'incomplete', decision: 'review' });

  // The first attempt is complete, but what the document says waits for approval.
  const sessionId = await newSession(world, workflow, subjectId);
  const first = await goThrough(world, sessionId, 0.9);
  await workersRun();
  const pending = await latest();
  expect(pending.data).toMatchObject({ outcome: 'incomplete', score: null, decision: 'review' });

  await decided(world, subjectId, first, 'approved');
  await workersRun();
  const approved = await latest();
  expect(approved.data).toMatchObject({ outcome: 'complete', score: 0, decision: 'none' });
  expect(await stateOf(world, approved.id)).toMatchObject({ current: true, effectiveDecision: 'none' });

  // A second attempt inherits nothing, and goes badly.
  const second = await goThrough(world, sessionId, 0.1);
  await workersRun();
  expect((await latest()).data).toMatchObject({ outcome: 'incomplete', score: null });
  expect(await stateOf(world, approved.id)).toMatchObject({
    current: false,
    effectiveDecision: 'reassessment_required',
  });
  await decided(world, subjectId, second, 'approved');
  await workersRun();
  const risky = await latest();
  expect(risky.data).toMatchObject({ outcome: 'complete', score: 80, decision: 'restrict' });
  const [actionId] = risky.data.actionIds;

  // The customer's own systems hear of it, and can tell that it was us.
  await dispatchAll();
  await deliverAll();
  const heard = await Promise.all(
    receiver.received.map(({ headers, body }) =>
      verifyWebhook({ secret, headers: headers as Record<string, string>, body }),
    ),
  );
  expect(heard.map(({ event, data }) => [event, data.resourceId])).toContainEqual(['risk.action.requested', actionId]);
  expect(heard.map(({ event, data }) => [event, data.resourceId])).toContainEqual([
    'risk.assessment.created',
    risky.id,
  ]);

  // The approval is withdrawn: nothing earlier comes back, and what was decided no longer holds.
  await decided(world, subjectId, second, 'revoked');
  expect(await stateOf(world, risky.id)).toMatchObject({ current: false, effectiveDecision: 'reassessment_required' });
  await workersRun();
  const last = await latest();
  expect(last.data).toMatchObject({ outcome: 'incomplete', score: null, decision: 'review' });
  expect(last.data.previousAssessmentId).toBe(risky.id);
  expect(await subscriptionOf(world, subjectId)).toMatchObject({ enabled: true, lastError: null });
});
