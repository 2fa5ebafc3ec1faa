import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Person } from '#shared/identity/contract.ts';
import { putPerson } from '#shared/identity/index.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { DueRecovery, dueMessage } from '#shared/webhooks/messages.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { deliverWebhook } from '#shared/webhooks/use-cases/deliver-webhook.ts';
import { dispatchDue } from '#shared/webhooks/use-cases/dispatch-due.ts';
import { workOnWebhook } from '#shared/webhooks/use-cases/work-on-webhook.ts';
import { call } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { withFaults } from '#test/support/faults.ts';
import { emailsTo } from '#test/support/identity-server.ts';
import { startReceiver } from '#test/support/receiver.ts';
import { drain, drainDeliveries, everyDelivery, workerContext } from '#test/support/webhook-workers.ts';
import { storeDelivery } from './stored-rows.ts';
import { anOrganization, readWebhook, subscribe } from './subscriber.ts';

/** A webhook that fails is told to administrators, and what failed is sent again when its receiver is back. */
const now = new Date();
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(prepareEngine);
beforeEach(async () => {
  await drainDeliveries();
  await drain('recoveries');
});

async function aWebhook() {
  const answer = { status: 500 };
  const receiver = await startReceiver((response) => {
    response.statusCode = answer.status;
    response.end();
  });
  onTestFinished(receiver.stop);
  const organization = await anOrganization();
  const { id } = await subscribe(organization, `${receiver.url}/hook?token=secret`);
  /** One more attempt of a new delivery, by default its last. */
  const attemptAt = async (at: Date, attemptsInRound = 4) => {
    const delivery = await storeDelivery(organization, id, { at, attemptsInRound });
    await deliverWebhook(workerContext(at), dueMessage(organization, delivery), { lane: 'slowDeliveries' });
    return delivery.id;
  };
  const change = (body: object) => call(organization.client, webhookRoutes.updateWebhook, { params: { id }, body });
  /** The tick, and the tasks that it finds due for this webhook. */
  const tasksAt = async (at: Date) => {
    await dispatchDue(workerContext(at));
    const due = DueRecovery.array().parse(await drain('recoveries'));
    const own = due.filter(({ webhookId }) => webhookId === id);
    for (const message of own) await workOnWebhook(workerContext(at), message);
    return own.map(({ task }) => task);
  };
  const tasks = async () => {
    const rows = (await everyRow('webhooks')).filter(({ webhookId, kind }) => webhookId === id && kind === 'recovery');
    return rows.map(({ task }) => task);
  };
  return { answer, receiver, organization, id, attemptAt, change, tasksAt, tasks };
}

async function aPerson(organizationId: string, changes: Partial<Person>): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const person = { userId: randomUUID(), email, name: 'Ada Example', role: 'owner' as const, ...changes };
  await dynamoStore.writeOne(putPerson(organizationId, undefined, person));
  return email;
}

const subjectsTo = async (email: string) => (await emailsTo(email)).map(({ Content }) => Content.Simple.Subject.Data);

test('webhook counts: failing and disabled webhooks are counted, paused ones are not', async () => {
  const { organization, attemptAt, change } = await aWebhook();
  const countsOf = async () => (await call(organization.client, riskRoutes.readCounts)).body.webhooks;
  const well = await countsOf();
  await attemptAt(now, 0);
  const failing = await countsOf();
  await attemptAt(addSeconds(now, 5 * DAY));
  const disabled = await countsOf();
  await change({ status: 'paused' });

  expect([well, failing, disabled, await countsOf()]).toEqual([undefined, { failing: 1 }, { failing: 1 }, undefined]);
});

describe('an alert', () => {
  test('is emailed to owners and admins when a webhook has failed for an hour, once', async () => {
    const { organization, attemptAt, tasksAt, tasks, receiver } = await aWebhook();
    const { organizationId } = organization;
    const owner = await aPerson(organizationId, {});
    const promoted = await aPerson(organizationId, { role: 'member', assignedRole: 'admin' });
    const others = [
      await aPerson(organizationId, { role: 'member' }),
      await aPerson(organizationId, { role: 'admin', isDisabled: true }),
      await aPerson((await anOrganization()).organizationId, {}),
    ];
    await aPerson(organizationId, { email: null });
    await attemptAt(now);

    const early = await tasksAt(addSeconds(now, 59 * MINUTE));
    const due = await tasksAt(addSeconds(now, HOUR));
    await attemptAt(addSeconds(now, 2 * HOUR));
    const later = await tasksAt(addSeconds(now, 3 * HOUR));

    expect([early, due, later]).toEqual([[], ['alert_failing'], []]);
    const host = new URL(receiver.url).host;
    for (const email of [owner, promoted]) expect(await subjectsTo(email)).toEqual([`Webhook failing: ${host}`]);
    for (const email of others) expect(await subjectsTo(email)).toEqual([]);
    const [sent] = await emailsTo(owner);
    const { Text, Html } = sent?.Content.Simple.Body ?? {};
    expect(Text?.Data).toContain(`test webhook at ${host} has failed since ${now.toISOString().slice(0, 10)}`);
    expect(`${Text?.Data}${Html?.Data}`).not.toContain('secret');
    expect(await tasks()).toEqual([]);
  });

  test('is not sent if a delivery has succeeded within the hour', async () => {
    const { answer, organization, attemptAt, tasksAt, tasks } = await aWebhook();
    const owner = await aPerson(organization.organizationId, {});
    await attemptAt(now);
    answer.status = 200;
    await attemptAt(addSeconds(now, 30));

    await tasksAt(addSeconds(now, HOUR));

    expect(await subjectsTo(owner)).toEqual([]);
    expect(await tasks()).toEqual([]);
  });

  test('is sent again for another series of failures', async () => {
    const { answer, organization, attemptAt, tasksAt } = await aWebhook();
    const owner = await aPerson(organization.organizationId, {});
    for (const [at, status] of [
      [0, 500],
      [HOUR + MINUTE, 200],
      [2 * HOUR, 500],
      [3 * HOUR, 500],
    ] as const) {
      answer.status = status;
      await attemptAt(addSeconds(now, at));
      await tasksAt(addSeconds(now, at + HOUR));
    }

    expect(await subjectsTo(owner)).toHaveLength(2);
  });

  test('is sent when the webhook is disabled', async () => {
    const { organization, attemptAt, tasksAt, tasks, id } = await aWebhook();
    const owner = await aPerson(organization.organizationId, {});
    await attemptAt(now);
    await attemptAt(addSeconds(now, 5 * DAY));

    await tasksAt(addSeconds(now, 5 * DAY));

    expect((await readWebhook(organization, id)).data.status).toBe('disabled');
    expect(await subjectsTo(owner)).toEqual([expect.stringMatching(/^Webhook disabled: /)]);
    expect(await tasks()).toEqual([]);
  });

  test('that SES does not take now is sent later, and nobody gets it twice', async () => {
    const { organization, attemptAt, tasksAt } = await aWebhook();
    const emails = [await aPerson(organization.organizationId, {}), await aPerson(organization.organizationId, {})];
    await attemptAt(now);
    let calls = 0;
    const error = Object.assign(new Error(), { name: 'TooManyRequestsException' });
    const ofCall = ({ command }: { command: string }) => {
      calls += command === 'SendEmail' ? 1 : 0;
      return command === 'SendEmail' && calls === 2 ? { fails: 'before' as const, error } : undefined;
    };

    await withFaults({ ofCall }, () => tasksAt(addSeconds(now, HOUR)));
    const first = (await Promise.all(emails.map(subjectsTo))).flat();
    await tasksAt(addSeconds(now, HOUR + 20 * MINUTE));

    expect(first).toHaveLength(1);
    for (const email of emails) expect(await subjectsTo(email)).toHaveLength(1);
  });
});

describe('after the first success', () => {
  const later = addSeconds(now, 20 * MINUTE);
  const statusesOf = async (id: string) => new Map((await everyDelivery(id)).map((one) => [one.id, one.status]));

  test('deliveries that failed meanwhile are sent again, and earlier ones are not', async () => {
    const { answer, id, organization, attemptAt, tasksAt, tasks } = await aWebhook();
    const failed = { status: 'failed', nextAttemptAt: null, attemptsInRound: 5 } as const;
    const attempt = { at: addSeconds(now, -HOUR).toISOString(), status: 500, latencyMs: 1, error: null, preview: null };
    const earlier = await storeDelivery(organization, id, {
      ...failed,
      at: addSeconds(now, -2 * HOUR),
      attempts: [attempt],
    });
    const lost = [await attemptAt(now), await attemptAt(addSeconds(now, MINUTE))];
    answer.status = 200;
    const success = await attemptAt(later);

    const done = await tasksAt(later);

    expect(done).toEqual(['resend']);
    const statuses = await statusesOf(id);
    expect(lost.map((one) => statuses.get(one))).toEqual(['pending', 'pending']);
    expect(statuses.get(earlier.id)).toBe('failed');
    expect(statuses.get(success)).toBe('succeeded');
    const asked = (await drainDeliveries()).map(({ deliveryId }) => deliveryId);
    expect(asked.filter((one) => lost.includes(one)).sort()).toEqual([...lost].sort());
    expect(await tasks()).toEqual(['alert_failing']); // it finds the webhook well when it is due
  });

  test('also if the URL was corrected before', async () => {
    const { receiver, answer, id, attemptAt, tasksAt, change } = await aWebhook();
    const lost = await attemptAt(now);
    await change({ url: `${receiver.url}/moved` });
    answer.status = 200;
    await attemptAt(later);

    expect(await tasksAt(later)).toEqual(['resend']);
    expect((await statusesOf(id)).get(lost)).toBe('pending');
    // The series is over: another success sends nothing.
    await attemptAt(addSeconds(later, MINUTE));
    expect(await tasksAt(addSeconds(later, MINUTE))).toEqual([]);
  });

  test('a delivery is sent again by the service once only', async () => {
    const { answer, id, organization, attemptAt, tasksAt } = await aWebhook();
    const lost = await attemptAt(now);
    answer.status = 200;
    await attemptAt(later);
    await tasksAt(later);
    await drainDeliveries();
    answer.status = 500;
    for (let at = later, round = 0; round < 5; round += 1) {
      const [delivery] = (await everyDelivery(id)).filter((one) => one.id === lost);
      at = new Date(delivery?.nextAttemptAt ?? at);
      if (delivery)
        await deliverWebhook(workerContext(at), dueMessage(organization, delivery), { lane: 'slowDeliveries' });
    }
    answer.status = 200;
    await attemptAt(addSeconds(later, HOUR));
    await tasksAt(addSeconds(later, HOUR));

    const [delivery] = (await everyDelivery(id)).filter((one) => one.id === lost);
    expect(delivery).toMatchObject({ status: 'failed', attemptsInRound: 5 });
  });

  test('nothing is looked for after a short failure', async () => {
    const { answer, attemptAt, tasks } = await aWebhook();
    await attemptAt(now, 0);
    answer.status = 200;
    await attemptAt(addSeconds(now, 30), 0);

    expect(await tasks()).toEqual(['alert_failing']);
  });
});
