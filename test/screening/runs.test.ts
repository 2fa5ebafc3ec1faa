import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import type { ListedEntry, Position } from '#shared/screening/listed-entry.ts';
import { TERM_BUILDER_VERSION } from '#shared/screening/names/term-builder-version.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type CallOptions, call, type Response, userOf } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, done, list, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, aRun, loadList } from '#test/support/screening-examples.ts';
import { plantSubscriptions } from '#test/support/tenant.ts';
import { waitingEvents } from '#test/support/webhook-workers.ts';

/** Screening over HTTP, against lists of people who do not exist. */
let world: World;

const named = (text: string, changes: Partial<ListedEntry> = {}) =>
  anEntry({ names: [{ text, isWeak: false }], births: [], countries: [], ...changes });

const born = (day: string) => [{ from: day, to: day, isCirca: false }];

const minister = (changes: Partial<Position> = {}): Position => ({
  ...{ category: 'minister', title: 'Minister of Paper', country: 'IS', startedOn: '2015' },
  ...{ endedOn: null, isCurrent: true, roster: 'an invented roster' },
  ...changes,
});

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
  await loadList('eu_fsf', [
    named('Ambrose Quillfeather', { births: born('1961-04-17'), countries: ['IR'] }),
    named('Inkwell Holding SA', { kind: 'entity', countries: ['SY'] }),
  ]);
  await loadList('uk_sanctions', [
    named('Bartholomew Paperclip', {
      identifiers: [
        { kind: 'passport', value: 'QF0011223', country: 'IR' },
        { kind: 'wallet', value: 'bc1qfictitious0000000000000000000000000example', country: null },
      ],
    }),
  ]);
  await loadList('service_pep', [
    named('Greta Stapler', { id: 'Q1', pep: { positions: [minister()], relatedTo: [] } }),
    named('Otto Stapler Younger', {
      id: 'Q2',
      pep: { positions: [], relatedTo: [{ entryId: 'Q1', relation: 'child' }] },
    }),
  ]);
});

const screen = (
  subject: Record<string, unknown>,
  more: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Response> =>
  call(world.client, screeningRoutes.createScreeningRun, {
    body: { subject, sources: ['eu_fsf', 'uk_sanctions'], ...more },
    ...options,
  });

describe('a run', () => {
  test('of nobody listed is clear, with the versions that were searched', async () => {
    const { status, body } = await screen({ name: 'Somebody Else Entirely' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ status: 'clear', incomplete: false, incompleteReasons: [], errorCode: null },
      ...{ trigger: 'api', candidateCount: 0, topScore: null, matches: [] },
      policy: {
        reviewScore: 70,
        matchScore: 90,
        scorerVersion: expect.stringMatching(/^screening-/),
      },
      riskSource: 'service:screening:eu_fsf+uk_sanctions:r70:m90',
    });
    expect(body.sources).toMatchObject([
      {
        key: 'eu_fsf',
        missing: false,
        stale: false,
        attention: false,
        versionId: expect.any(String),
      },
      { key: 'uk_sanctions', missing: false, termBuilderVersion: TERM_BUILDER_VERSION },
    ]);
  });

  test('by a name alone is a possible match at most', async () => {
    const { body } = await screen(
      { name: 'Quillfeather Ambrose' },
      { reviewScore: 1, matchScore: 50 },
    );

    expect(body.status).toBe('possible_match');
    expect(body.matches[0].score).toBe(49);
  });

  test.each([
    ['the same day of birth', { name: 'Ambrose Quillfeather', datesOfBirth: ['1961-04-17'] }],
    [
      'a document number of the same country',
      {
        name: 'Bartholomew Paperclip',
        identifiers: [{ kind: 'passport', value: 'QF 0011223', country: 'IRN' }],
      },
    ],
    [
      'a wallet address',
      {
        name: 'Bartholomew Paperclip',
        identifiers: [{ kind: 'wallet', value: 'bc1qfictitious0000000000000000000000000example' }],
      },
    ],
  ])('with %s beside the name is a match', async (_case, subject) => {
    const { body } = await screen(subject);

    expect(body.status).toBe('match');
    const [match] = body.matches;
    const sum = match.factors.reduce(
      (total: number, { points }: { points: number }) => total + points,
      0,
    );
    expect(sum).toBe(match.score);
    expect(body.topScore).toBe(match.score);
    expect(match).toMatchObject({ decision: 'pending', listKind: 'sanctions', pep: null });
  });

  test('one letter off is never a match, whatever else agrees', async () => {
    const subject = { name: 'Ambrose Quilfeather', datesOfBirth: ['1961-04-17'] };
    const { body } = await screen(subject, { reviewScore: 1, matchScore: 2 });

    expect(body.status).toBe('possible_match');
    expect(body.matches[0].factors).toContainEqual(
      expect.objectContaining({
        code: 'fuzzy_token',
        detail: expect.stringContaining('quillfeather'),
      }),
    );
  });

  test('two letters off finds nobody', async () => {
    const { body } = await screen({ name: 'Qilfeather' }, { reviewScore: 1, matchScore: 2 });

    expect(body).toMatchObject({ status: 'clear', candidateCount: 0 });
  });

  test('of a company is not a person', async () => {
    const asked = { name: 'Inkwell Holding' };

    expect((await screen({ ...asked, entityType: 'entity' })).body.status).toBe('possible_match');
    expect((await screen({ ...asked, entityType: 'person' })).body.status).toBe('clear');
  });

  test('keeps a digest of whom it screened, and no name', async () => {
    const subject = { name: 'Somebody Else Entirely', datesOfBirth: ['1990-01-02'] };
    const first = await screen(subject);
    const second = await screen(subject);
    const third = await screen({ ...subject, name: 'Somebody Other' });

    expect(second.body.subjectDigest).toBe(first.body.subjectDigest);
    expect(third.body.subjectDigest).not.toBe(first.body.subjectDigest);
    expect(JSON.stringify(first.body)).not.toMatch(/somebody|1990/i);
  });

  test('can be repeated with its key, and is one run', async () => {
    const idempotencyKey = randomUUID();
    const first = await screen({ name: 'Twice Asked' }, {}, { idempotencyKey });
    const again = await screen({ name: 'Twice Asked' }, {}, { idempotencyKey });
    const other = await screen({ name: 'Somebody' }, {}, { idempotencyKey });

    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
  });
});

describe('what keeps a run from being complete', () => {
  test('a list that does not exist, or was never loaded', async () => {
    const { body } = await screen({ name: 'Nobody' }, { sources: ['eu_fsf', 'no_such_list'] });

    expect(body).toMatchObject({
      ...{ status: 'incomplete', incomplete: true, incompleteReasons: ['source_missing'] },
      sources: [{ missing: false }, { key: 'no_such_list', missing: true, versionId: null }],
    });
  });

  test('a possible match keeps its status all the same', async () => {
    const { body } = await screen(
      { name: 'Ambrose Quillfeather' },
      { sources: ['eu_fsf', 'no_such_list'] },
    );

    expect(body).toMatchObject({ status: 'possible_match', incomplete: true });
  });

  test('no list at all is an error', async () => {
    const { status, body } = await screen({ name: 'Nobody' }, { sources: ['no_such_list'] });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'error', errorCode: 'no_lists' });
  });

  test('a name with nothing to search by is an error', async () => {
    const { body } = await screen({ name: '…' });

    expect(body).toMatchObject({ status: 'error', errorCode: 'missing_name' });
  });
});

describe('is refused', () => {
  const name = 'Somebody';
  test.each<[string, Record<string, unknown>]>([
    ['without a name', { subject: {} }],
    ['with a name of 301 characters', { subject: { name: 'x'.repeat(301) } }],
    ['with a name of 13 words', { subject: { name: 'a '.repeat(13).trim() } }],
    ['with six aliases', { subject: { name, aliases: Array(6).fill('Other') } }],
    ['with four dates of birth', { subject: { name, datesOfBirth: Array(4).fill('1970') } }],
    ['with a date that is none', { subject: { name, datesOfBirth: ['1970-02-30'] } }],
    ['with six nationalities', { subject: { name, nationalities: Array(6).fill('FR') } }],
    ['with a country that is none', { subject: { name, nationalities: ['QQ'] } }],
    [
      'with eleven identifiers',
      { subject: { name, identifiers: Array(11).fill({ kind: 'wallet', value: 'x' }) } },
    ],
    ['without lists', { sources: [] }],
    ['with a list named twice', { sources: ['eu_fsf', 'eu_fsf'] }],
    ['with equal scores', { reviewScore: 80, matchScore: 80 }],
    ['with a review score of 90 and no match score', { reviewScore: 90 }],
    ['with a score of 0', { reviewScore: 0 }],
    ['with a score of 101', { matchScore: 101 }],
    ['with a look-back and no list for it', { pepLookbackMonths: 12 }],
    ['with a look-back of 11 months', { sources: ['service_pep'], pepLookbackMonths: 11 }],
  ])('%s', async (_case, changes) => {
    const { status, body } = await screen({ name }, changes);

    expect([status, body.code]).toEqual([400, 'invalid_body']);
  });

  test('at its limits it is taken', async () => {
    const subject = {
      name: Array(12).fill('abcdefghijklmnopqrstuvwx').join(' ').slice(0, 300),
      aliases: ['Other', 'Another', 'Third', 'Fourth', 'Fifth'],
      datesOfBirth: ['1970', '1970-02', '1970-02-28'],
      nationalities: ['FR', 'DEU', 'ES', 'IT', 'PT'],
      identifiers: Array.from({ length: 10 }, (_, n) => ({ kind: 'passport', value: `X${n}` })),
    };
    const more = {
      sources: ['service_pep'],
      pepLookbackMonths: 12,
      reviewScore: 99,
      matchScore: 100,
    };

    expect((await screen(subject, more)).status).toBe(201);
  });

  test('for a risk subject of another mode', async () => {
    const live = await aWorld('live', world.organizationId);
    const { status } = await screen({ name }, { riskSubjectId: await newSubject(live) });

    expect(status).toBe(404);
  });
});

describe('somebody politically exposed', () => {
  test('is shown with positions and standing', async () => {
    const { body } = await screen({ name: 'Greta Stapler' }, { sources: ['service_pep'] });

    expect(body.status).toBe('possible_match');
    expect(body.matches[0]).toMatchObject({
      listKind: 'pep',
      pep: {
        ...{ standing: 'pep', flags: [], lastHeldUntil: null, relatedPeps: [] },
        positions: [
          { category: 'minister', title: 'Minister of Paper', startDate: '2015', current: true },
        ],
      },
    });
  });

  test('makes a child a family member', async () => {
    const { body } = await screen({ name: 'Otto Stapler Younger' }, { sources: ['service_pep'] });

    expect(body.matches[0].pep).toMatchObject({
      standing: 'family_member',
      relatedPeps: [{ entryId: 'Q1', name: 'Greta Stapler', relation: 'child' }],
    });
  });
});

const decide = (
  matchId: string,
  decision: string,
  as = world.owner,
  reason: string | undefined = 'Looked at it.',
) =>
  call(as, screeningRoutes.decideScreeningMatch, {
    params: { id: matchId },
    body: { decision, reason },
  });

const readRun = (id: string) =>
  done(world.client, screeningRoutes.readScreeningRun, { params: { id } });

describe('a decision', () => {
  test('re-derives the status, and stays in the audit trail with whoever made it', async () => {
    const { body: run } = await screen({ name: 'Ambrose Quillfeather' });
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

  test('is for owners and admins alone', async () => {
    const { body: run } = await screen({ name: 'Ambrose Quillfeather' });
    const member = await userOf(world.organizationId, 'member');

    expect((await decide(run.matches[0].id, 'confirmed', world.client)).status).toBe(403);
    expect((await decide(run.matches[0].id, 'confirmed', member)).status).toBe(403);
    expect((await readRun(run.id)).matches[0].decision).toBe('pending');
  });

  test.each([
    ['without a reason', 'confirmed', ''],
    ['of another kind', 'pending', 'x'],
  ])('%s is refused', async (_case, decision, reason) => {
    const { body: run } = await screen({ name: 'Ambrose Quillfeather' });

    expect((await decide(run.matches[0].id, decision, world.owner, reason)).status).toBe(400);
  });

  test('on a match that does not exist is not found', async () => {
    const { body: run } = await screen({ name: 'Nobody' });

    expect((await decide(run.id, 'confirmed')).status).toBe(404);
    expect((await decide(randomUUID(), 'confirmed')).status).toBe(404);
  });
});

describe('the list of runs', () => {
  test('is newest first, and goes on where the page before ended', async () => {
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

  test('can be asked for a status, which follows the decisions', async () => {
    const own = await aWorld();
    const { body: run } = await call(own.client, screeningRoutes.createScreeningRun, {
      body: aRun({ sources: ['eu_fsf'] }),
    });
    const withStatus = async (status: string) =>
      (await call(own.client, screeningRoutes.listScreeningRuns, { query: { status } })).body.items
        .length;
    const before = [await withStatus('possible_match'), await withStatus('clear')];
    await decide(run.matches[0].id, 'false_positive', own.owner);

    expect(before).toEqual([1, 0]);
    expect([await withStatus('possible_match'), await withStatus('clear')]).toEqual([0, 1]);
  });

  test('can be asked for a risk subject, together with a status', async () => {
    const riskSubjectId = await newSubject(world);
    await screen({ name: 'Nobody Known' }, { riskSubjectId });
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
      (await list(world, 'evidence', { subjectId })).body.items.map(
        ({ data }: { data: Record<string, unknown> }) => [
          data.fact,
          { status: data.status, value: data.value, source: data.source },
        ],
      ),
    );

  test('learns what was found on each kind of list', async () => {
    const riskSubjectId = await newSubject(world);
    const { body } = await screen(
      { name: 'Greta Stapler' },
      { sources: ['eu_fsf', 'service_pep'], riskSubjectId },
    );

    expect(body.riskSources).toEqual([
      { fact: 'screening.sanctions', source: 'service:screening:eu_fsf+service_pep:r70:m90' },
      { fact: 'screening.pep', source: 'service:screening:service_pep:r70:m90:l12' },
    ]);
    expect(await factsOf(riskSubjectId)).toMatchObject({
      'screening.sanctions': { status: 'available', value: 'clear' },
      'screening.pep': { status: 'available', value: 'possible_pep' },
    });
  });

  test('learns nothing good from a run that was not complete', async () => {
    const riskSubjectId = await newSubject(world);
    await screen({ name: 'Nobody' }, { sources: ['eu_fsf', 'no_such_list'], riskSubjectId });

    expect(await factsOf(riskSubjectId)).toMatchObject({
      'screening.sanctions': { status: 'unavailable', value: null },
    });
  });

  test('learns of a decision, unless a newer run has spoken since', async () => {
    const riskSubjectId = await newSubject(world);
    const subject = { name: 'Ambrose Quillfeather' };
    const { body: first } = await screen(subject, { riskSubjectId });
    await decide(first.matches[0].id, 'confirmed');
    const confirmed = await factsOf(riskSubjectId);
    const { body: second } = await screen(subject, { riskSubjectId });
    await decide(first.matches[0].id, 'false_positive');

    expect(confirmed['screening.sanctions']).toMatchObject({ value: 'match' });
    expect((await factsOf(riskSubjectId))['screening.sanctions']).toMatchObject({
      value: 'possible_match',
    });
    expect(second.status).toBe('possible_match');
  });
});

test('subscribers hear of a run and its matches, and of nobody’s name', async () => {
  const own = await aWorld();
  await plantSubscriptions(own, [['screening.*']]);
  await call(own.client, screeningRoutes.createScreeningRun, {
    body: aRun({ sources: ['eu_fsf'] }),
  });
  const { body: run } = await call(own.client, screeningRoutes.listScreeningRuns, {});
  const rows = (await waitingEvents()).filter((row) => row.organizationId === own.organizationId);
  const events = rows.flatMap(({ events: some }) => some as Record<string, unknown>[]);

  expect(events.map(({ type }) => type)).toEqual([
    'screening.run.completed',
    'screening.match.found',
  ]);
  expect(events[0]).toMatchObject({
    payload: { runId: run.items[0].id, status: 'possible_match', matchCount: 1, trigger: 'api' },
  });
  expect(events[1]).toMatchObject({
    payload: { matches: [{ list: 'eu_fsf', listKind: 'sanctions', score: expect.any(Number) }] },
  });
  expect(JSON.stringify(events)).not.toMatch(/quill|1961/i);
});

test('what was found can be read by its organization and mode alone', async () => {
  const { body: run } = await screen({ name: 'Ambrose Quillfeather' });
  const params = { id: run.id };
  const strangers = [await aWorld(), await aWorld('live', world.organizationId)];

  for (const { client, owner } of strangers) {
    expect((await call(client, screeningRoutes.readScreeningRun, { params })).status).toBe(404);
    expect((await decide(run.matches[0].id, 'confirmed', owner)).status).toBe(404);
  }
  expect(
    (await call(world.client, riskRoutes.listRecords, { params: { resource: 'events' } })).status,
  ).toBe(200);
});
