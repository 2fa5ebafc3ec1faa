import { beforeAll, expect, test } from 'vitest';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { CANARY, createOneOfEachRecord } from '#test/support/one-of-each-risk-record.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { dispatchAll, everyDelivery } from '#test/support/webhook-workers.ts';

let world: World;
let happened: Awaited<ReturnType<typeof createOneOfEachRecord>>;
let payloads: { eventId: string; event: string; timestamp: string; data: object }[];
let texts: string[];

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  const all = await subscribe(world);
  await subscribe(await aWorld('live', world.organizationId));
  await subscribe(await aWorld());
  happened = await createOneOfEachRecord(world);
  await dispatchAll();
  const deliveries = await everyDelivery();
  expect(new Set(deliveries.map(({ webhookId }) => webhookId))).toEqual(new Set([all]));
  texts = deliveries.map(({ payload }) => payload);
  payloads = texts.map((text) => JSON.parse(text));
});

/** An address, so that no name server is asked. */
const subscribe = async ({ client, mode }: World): Promise<string> =>
  (
    await done(client, webhookRoutes.createWebhook, {
      body: { url: 'https://8.8.8.8/hook', events: ['risk.*'], mode },
    })
  ).id;

/** Every announcement, in the order in which things were done. */
const expected = () => {
  const { subjectId, policyId, receipt, batch, activity, assessment, override, outcome, investigation } = happened;
  const [first, second] = batch.items;
  return [
    ['risk.subject.created', subjectId, subjectId],
    ['risk.policy.created', null, policyId],
    ['risk.policy.published', null, policyId],
    ['risk.evidence.recorded', subjectId, receipt.id],
    ['risk.evidence.recorded', subjectId, first.id],
    ['risk.evidence.recorded', subjectId, second.id],
    ['risk.evidence.batch_recorded', subjectId, batch.id],
    ['risk.activity.reported', subjectId, activity.id],
    ['risk.assessment.created', subjectId, assessment.id],
    ['risk.action.requested', subjectId, happened.actionId],
    ['risk.action.requested', subjectId, happened.otherActionId],
    ['risk.action.transitioned', subjectId, happened.actionId],
    ['risk.override.created', subjectId, override.id],
    ['risk.override.revoked', subjectId, override.id],
    ['risk.outcome.recorded', subjectId, outcome.id],
    ['risk.outcome.withdrawn', subjectId, outcome.id],
    ['risk.investigation.finished', subjectId, investigation.id],
  ];
};

test('webhook events: are exactly those of the catalogue, and none about sources or contexts', () => {
  const told = payloads.map(({ event, data }) => {
    const { subjectId, resourceId } = data as { subjectId: string; resourceId: string };
    return [event, subjectId, resourceId];
  });

  expect(told.sort()).toEqual(expected().sort());
});

test('webhook events: contain ids and the mode, and no other property', () => {
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

  for (const payload of payloads)
    expect(payload).toEqual({
      eventId: uuid,
      event: expect.stringMatching(/^risk\./),
      timestamp: iso,
      data: {
        organizationId: world.organizationId,
        sandbox: true,
        subjectId: payload.event.startsWith('risk.policy.') ? null : happened.subjectId,
        resourceId: uuid,
        ...(payload.event === 'risk.investigation.finished' && { status: 'completed' }),
      },
    });
});

test('webhook events: contain no value, name, rule or reason', () => {
  for (const text of texts) expect(text.toLowerCase()).not.toContain(CANARY);
});

test('webhook events: each has its own id, which is also its id in the history', () => {
  expect(new Set(payloads.map(({ eventId }) => eventId)).size).toBe(payloads.length);
});
