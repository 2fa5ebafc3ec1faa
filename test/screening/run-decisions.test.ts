import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call, userOf } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list, newSubject } from '#test/support/risk-world.ts';
import { aRun } from '#test/support/screening-examples.ts';
import { aScreeningWorld, screen, unscreenable } from '#test/support/screening-world.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** Decisions on matches, lists of runs, risk facts and events. */
const world = preparedForFile(aScreeningWorld);

const decide = (matchId: string, decision: string, as = world.owner, reason: string | undefined = 'Looked at it.') =>
  call(as, screeningRoutes.decideScreeningMatch, {
    params: { id: matchId },
    body: { decision, reason },
  });

const readRun = (id: string) => done(world.client, screeningRoutes.readScreeningRun, { params: { id } });

describe('a decision', () => {
  test('updates the status of the run and is recorded with its reviewer', async () => {
    const { body: run } = await screen(world, { name: 'Ambrose Quillfeather' });
    const [match] = run.matches;

    const confirmed = await decide(match.id, 'confirmed');
    const afterConfirmed = await readRun(run.id);
    const cleared = await decide(match.id, 'false_positive');

    expect(confirmed).toMatchObject({
      status: 200,
      body: { match: { decision: 'confirmed' }, run: { id: run.id, status: 'match' } },
    });
    expect(afterConfirmed.status).toBe('match');
    expect(cleared.body.run.status).toBe('clear');
    expect((await readRun(run.id)).decisions).toMatchObject(
      [
        { matchId: match.id, decision: 'confirmed', reason: 'Looked at it.', decidedBy: /^user:/ },
        { matchId: match.id, decision: 'false_positive' },
      ].map((one) => ({ ...one, decidedBy: expect.stringMatching(/^user:/) })),
    );
  });

  test('requires an owner or admin', async () => {
    const { body: run } = await screen(world, { name: 'Ambrose Quillfeather' });
    const member = await userOf(world.organizationId, 'member');

    expect((await decide(run.matches[0].id, 'confirmed', world.client)).status).toBe(403);
    expect((await decide(run.matches[0].id, 'confirmed', member)).status).toBe(403);
    expect((await readRun(run.id)).matches[0].decision).toBe('pending');
  });

  test.each([
    ['without a reason', 'confirmed', ''],
    ['of another kind', 'pending', 'x'],
  ])('%s is refused', async (_case, decision, reason) => {
    const { body: run } = await screen(world, { name: 'Ambrose Quillfeather' });

    expect((await decide(run.matches[0].id, decision, world.owner, reason)).status).toBe(400);
  });

  test('on an unknown match is answered with 404', async () => {
    const { body: run } = await screen(world, { name: 'Nobody' });

    expect((await decide(run.id, 'confirmed')).status).toBe(404);
    expect((await decide(randomUUID(), 'confirmed')).status).toBe(404);
  });
});

describe('the list of runs', () => {
  test('is newest first, and each page continues the previous one', async () => {
    const own = await aWorld();
    const ids: string[] = [];
    for (let made = 0; made < 7; made += 1) {
      const { body } = await call(own.client, screeningRoutes.createScreeningRun, { body: aRun() });
      ids.unshift(body.id);
    }
    const seen: string[] = [];
    let page: number | null = 1;
    while (page !== null) {
      const query: Record<string, number> = { page, limit: 3 };
      const { body } = await call(own.client, screeningRoutes.listScreeningRuns, { query });
      expect(body).toMatchObject({ page, limit: 3 });
      expect(body.items.length).toBeLessThanOrEqual(3);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      page = body.nextPage;
    }

    expect(seen).toEqual(ids);
  });

  test('rejects a counted page number and explains how to page', async () => {
    const { status, body } = await call(world.client, screeningRoutes.listScreeningRuns, {
      query: { page: 2, limit: 5 },
    });

    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'invalid_query',
      errors: [{ path: 'page', message: expect.stringContaining('`nextPage`') }],
    });
  });

  test('can be filtered by status, which follows the decisions', async () => {
    const own = await aWorld();
    const { body: run } = await call(own.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'] }),
    });
    const withStatus = async (status: string) =>
      (await call(own.client, screeningRoutes.listScreeningRuns, { query: { status } })).body.items.length;
    const before = [await withStatus('possible_match'), await withStatus('clear')];
    await decide(run.matches[0].id, 'false_positive', own.owner);

    expect(before).toEqual([1, 0]);
    expect([await withStatus('possible_match'), await withStatus('clear')]).toEqual([0, 1]);
  });

  test('can be filtered by risk subject and status', async () => {
    const riskSubjectId = await newSubject(world);
    await screen(world, { name: 'Nobody Known' }, { riskSubjectId });
    const found = async (query: Record<string, string>) =>
      (await call(world.client, screeningRoutes.listScreeningRuns, { query })).body.items.length;

    expect(await found({ riskSubjectId })).toBe(1);
    expect(await found({ riskSubjectId, status: 'clear' })).toBe(1);
    expect(await found({ riskSubjectId, status: 'match' })).toBe(0);
    expect(await found({ riskSubjectId: randomUUID() })).toBe(0);
  });

  test.each([{ limit: '0' }, { limit: '101' }, { limit: 'x' }, { page: '0' }, { status: 'odd' }])(
    'refuses %j',
    async (query) => {
      const { status } = await call(world.client, screeningRoutes.listScreeningRuns, { query });

      expect(status).toBe(400);
    },
  );
});

describe('the risk subject', () => {
  const factsOf = async (subjectId: string) =>
    Object.fromEntries(
      (await list(world, 'evidence', { subjectId })).body.items.map(({ data }: { data: Record<string, unknown> }) => [
        data.fact,
        { status: data.status, value: data.value, source: data.source },
      ]),
    );

  test('receives a fact for each kind of list', async () => {
    const riskSubjectId = await newSubject(world);
    const { body } = await screen(
      world,
      { name: 'Greta Stapler' },
      { sources: ['eu_fsf', 'service_pep'], riskSubjectId },
    );

    expect(body.riskSources).toEqual([
      {
        fact: 'screening.sanctions',
        source: 'service:screening:eu_fsf+service_pep:r70:m90',
        readByPolicies: [],
      },
      {
        fact: 'screening.pep',
        source: 'service:screening:service_pep:r70:m90:l12',
        readByPolicies: [],
      },
    ]);
    expect(await factsOf(riskSubjectId)).toMatchObject({
      'screening.sanctions': { status: 'available', value: 'clear' },
      'screening.pep': { status: 'available', value: 'possible_pep' },
    });
  });

  test('receives no favourable fact from an incomplete run', async () => {
    const riskSubjectId = await newSubject(world);
    const sources = ['eu_fsf', 'idb_sanctions'];
    const { body } = await screen(world, { name: 'Nobody' }, { sources, riskSubjectId });

    expect(body.incompleteReasons).toEqual(['source_missing']);
    expect(await factsOf(riskSubjectId)).toMatchObject({
      'screening.sanctions': { status: 'unavailable', value: null },
    });
  });

  test('receives no value from a failed run', async () => {
    const riskSubjectId = await newSubject(world);
    const name = await unscreenable();
    await screen(world, { name }, { sources: ['ofac_sdn'], riskSubjectId });

    expect(await factsOf(riskSubjectId)).toMatchObject({
      'screening.sanctions': { status: 'unavailable', value: null },
    });
  });

  test('keeps a confirmed match, and follows the latest run once it is decided otherwise', async () => {
    const riskSubjectId = await newSubject(world);
    const subject = { name: 'Ambrose Quillfeather' };
    const sanctions = async () => (await factsOf(riskSubjectId))['screening.sanctions']?.value;
    const { body: first } = await screen(world, subject, { riskSubjectId });
    await decide(first.matches[0].id, 'confirmed');
    const confirmed = await sanctions();
    const { body: second } = await screen(world, subject, { riskSubjectId });
    const screenedAgain = await sanctions();
    await decide(first.matches[0].id, 'false_positive');
    const released = await sanctions();
    await decide(second.matches[0].id, 'false_positive');

    expect(second.status).toBe('possible_match');
    expect([confirmed, screenedAgain, released]).toEqual(['match', 'match', 'possible_match']);
    expect(await sanctions()).toBe('clear');
  });
});

test('screening events: they report a run and its matches without any name', async () => {
  const own = await aWorld();
  await plantSubscriptions(own, [['screening.*']]);
  await call(own.client, screeningRoutes.createScreeningRun, {
    body: aRun({ sources: ['eu_fsf'] }),
  });
  const { body: run } = await call(own.client, screeningRoutes.listScreeningRuns, {});
  const rows = (await waitingEvents()).filter((row) => row.organizationId === own.organizationId);
  const events = rows.flatMap(({ events: some }) => some as Record<string, unknown>[]);

  expect(events.map(({ type }) => type)).toEqual(['screening.run.completed', 'screening.match.found']);
  expect(events[0]).toMatchObject({
    payload: { runId: run.items[0].id, status: 'possible_match', matchCount: 1, trigger: 'api' },
  });
  expect(events[1]).toMatchObject({
    payload: { matches: [{ list: 'eu_fsf', listKind: 'sanctions', score: expect.any(Number) }] },
  });
  expect(JSON.stringify(events)).not.toMatch(/quill|1961/i);
});

test('screening runs: they can be read only by their organization and mode', async () => {
  const { body: run } = await screen(world, { name: 'Ambrose Quillfeather' });
  const params = { id: run.id };
  const strangers = [await aWorld(), await aWorld('live', world.organizationId)];

  for (const { client, owner } of strangers) {
    expect((await call(client, screeningRoutes.readScreeningRun, { params })).status).toBe(404);
    expect((await decide(run.matches[0].id, 'confirmed', owner)).status).toBe(404);
  }
  expect((await call(world.client, riskRoutes.listRecords, { params: { resource: 'events' } })).status).toBe(200);
});
