import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { ACTIVE_SET_FRESH_MS } from '#shared/webhooks/limits.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { call } from '#test/support/api.ts';
import { isTransaction } from '#test/support/aws-errors.ts';
import { everyRow } from '#test/support/engine.ts';
import { holding, withFaults } from '#test/support/faults.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { isAboutIdentity } from '#test/support/round-trips.ts';
import { dispatchAll, everyDelivery } from '#test/support/webhook-workers.ts';
import { anOrganization, causeEvent, readWebhook, subscribe } from './subscriber.ts';

/** The webhooks that an event names while webhooks are changed, paused and deleted. */
const { listWebhooks, updateWebhook, rotateWebhookSecret, deleteWebhook, pingWebhook } = webhookRoutes;
const URL_GIVEN = 'http://127.0.0.1:9/hook';
const ours = preparedForFile(anOrganization);

/** The webhooks that the outbox names for the event of a resource. */
async function namedFor(resourceId: string): Promise<string[]> {
  const row = (await everyRow('journal')).find(({ events }) =>
    (events as { resourceId: string }[] | undefined)?.some((one) => one.resourceId === resourceId),
  );
  return Object.keys((row?.subscribers ?? {}) as object).sort();
}

/** A request that is held after its authentication for as long as the test wants. */
function heldAtItsFirstRead() {
  return holding((one) => !isAboutIdentity(one) && !isTransaction(one));
}

describe('a webhook update', () => {
  test('sets the given properties and leaves the rest', async () => {
    const organization = await anOrganization();
    const { id } = await subscribe(organization, URL_GIVEN, ['risk.*']);
    const change = async (body: object) =>
      (await call(organization.client, updateWebhook, { params: { id }, body })).body.data;

    const url = 'http://127.0.0.1:9/other';
    expect(await change({ url })).toMatchObject({ url, events: ['risk.*'], status: 'active' });
    expect(await change({ events: ['*'] })).toMatchObject({ url, events: ['*'], status: 'active' });
    expect(await change({})).toMatchObject({ url, events: ['*'], status: 'active' });
    expect(await change({ status: 'paused' })).toMatchObject({ url, status: 'paused' });
    expect(await readWebhook(organization, id)).toMatchObject({ data: { url, status: 'paused' } });
  });

  test('that pauses it removes it from the active set, and one that resumes it adds it again', async () => {
    const organization = await anOrganization();
    const { id } = await subscribe(organization, URL_GIVEN);
    const turn = (status: string) => call(organization.client, updateWebhook, { params: { id }, body: { status } });

    await turn('paused');
    const whilePaused = await causeEvent(organization);
    await turn('active');
    const afterwards = await causeEvent(organization);

    expect(await namedFor(whilePaused)).toEqual([]);
    expect(await namedFor(afterwards)).toEqual([id]);
  });

  test('cannot set `disabled`, which is set by the service', async () => {
    const { id } = await subscribe(ours, URL_GIVEN);

    const body = { status: 'disabled' };
    const response = await call(ours.client, updateWebhook, { params: { id }, body });

    expect(response.status).toBe(400);
  });

  test('takes effect beside a concurrent one', async () => {
    const organization = await anOrganization();
    const { id } = await subscribe(organization, URL_GIVEN);
    const change = (body: object) => call(organization.client, updateWebhook, { params: { id }, body });

    const url = 'http://127.0.0.1:9/moved';
    const answers = await Promise.all([change({ events: ['*'] }), change({ url })]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await readWebhook(organization, id)).toMatchObject({ data: { url, events: ['*'] } });
  });
});

test('webhooks: a deleted one cannot be read, listed, changed or pinged, and receives nothing', async () => {
  const organization = await anOrganization();
  const { id } = await subscribe(organization, URL_GIVEN);
  const { id: other } = await subscribe(organization, URL_GIVEN);

  const deleted = await call(organization.client, deleteWebhook, { params: { id } });
  const resourceId = await causeEvent(organization);

  expect(deleted.status).toBe(204);
  expect(await namedFor(resourceId)).toEqual([other]);
  const list = await call(organization.client, listWebhooks);
  expect(list.body.items.map((item: { id: string }) => item.id)).toEqual([other]);
  for (const route of Object.values(webhookRoutes).filter(({ path }) => path.includes('{id}'))) {
    const body = {
      updateWebhook: { status: 'active' },
      recoverWebhook: { since: '2026-01-01T00:00:00Z' },
      replayWebhook: { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
    }[route.name];
    const response = await call(organization.client, route, { params: { id }, body });
    expect(response, route.name).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

describe('the receivers of an event', () => {
  test('are the active webhooks that select it, of the same organization and mode', async () => {
    const organization = await anOrganization();
    const live = await anOrganization('live', organization.organizationId);
    const stranger = await anOrganization();
    const wanted = [
      await subscribe(organization, URL_GIVEN, ['*']),
      await subscribe(organization, URL_GIVEN, ['risk.*']),
      await subscribe(organization, URL_GIVEN, ['risk.subject.*', 'document.*']),
      await subscribe(organization, URL_GIVEN, ['risk.subject.created', '*']),
    ];
    await subscribe(organization, URL_GIVEN, ['risk.policy.*', 'screening.*', 'webhook.ping']);
    await subscribe(live, URL_GIVEN, ['*']);
    await subscribe(stranger, URL_GIVEN, ['*']);

    const resourceId = await causeEvent(organization);

    expect(await namedFor(resourceId)).toEqual(wanted.map(({ id }) => id).sort());
  });

  test('do not include webhooks created later', async () => {
    const organization = await anOrganization();
    await causeEvent(organization);
    const { id } = await subscribe(organization, URL_GIVEN);

    await dispatchAll();

    expect(await everyDelivery(id)).toEqual([]);
  });

  test('include webhooks created while the change was being made', async () => {
    const organization = await anOrganization();
    const subjectId = await causeEvent(organization);
    const gone = await subscribe(organization, URL_GIVEN);
    const { reached, release, plan } = heldAtItsFirstRead();
    const slow = withFaults(plan, () =>
      call(organization.client, riskRoutes.reportActivity, {
        params: { id: subjectId },
        body: { activityType: 'a', category: 'other', title: 'x', occurredAt: new Date(0) },
      }),
    );
    await reached;
    const { id } = await subscribe(organization, URL_GIVEN);
    await call(organization.client, deleteWebhook, { params: { id: gone.id } });
    await sleep(ACTIVE_SET_FRESH_MS);
    release();

    const { result } = await slow;

    expect(result.status).toBe(201);
    expect(await namedFor(result.body.id)).toEqual([id]);
  });

  test('are the active set of some moment while webhooks are created and deleted', async () => {
    const organization = await anOrganization();
    const first = await subscribe(organization, URL_GIVEN);
    const second = subscribe(organization, URL_GIVEN);
    const resourceIds = await Promise.all(Array.from({ length: 6 }, () => causeEvent(organization)));
    const both = [first.id, (await second).id].sort();

    for (const resourceId of resourceIds) expect([[first.id], both]).toContainEqual(await namedFor(resourceId));
    expect(await namedFor(await causeEvent(organization))).toEqual(both);
  });

  test('do not exist for changes of webhooks', async () => {
    const organization = await anOrganization();
    const { id } = await subscribe(organization, URL_GIVEN, ['*']);
    await call(organization.client, rotateWebhookSecret, { params: { id } });

    await dispatchAll();

    expect(await everyDelivery(id)).toEqual([]);
    const history = await call(organization.client, riskRoutes.listRecords, {
      params: { resource: 'events' },
      query: { resourceId: id },
    });
    expect(history.body.items.map((item: { data: { type: string } }) => item.data.type)).toEqual([
      'webhook.created',
      'webhook.secret_rotated',
    ]);
  });

  test('are one webhook for a ping, also if it is paused', async () => {
    const organization = await anOrganization();
    await subscribe(organization, URL_GIVEN, ['*']);
    const { id } = await subscribe(organization, URL_GIVEN, ['risk.*']);
    await call(organization.client, updateWebhook, { params: { id }, body: { status: 'paused' } });

    const response = await call(organization.client, pingWebhook, { params: { id } });

    expect(response).toMatchObject({ status: 202, body: { webhookId: id, status: 'sending' } });
    const pings = (await everyRow('journal')).filter(({ events }) =>
      (events as { type: string; resourceId: string }[] | undefined)?.some(
        ({ type, resourceId }) => type === 'webhook.ping' && resourceId === id,
      ),
    );
    expect(pings.map(({ subscribers }) => subscribers)).toEqual([{ [id]: [0] }]);
  });
});
