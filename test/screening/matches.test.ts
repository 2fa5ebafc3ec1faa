import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { erasableScreening } from '#shared/screening/erasable.ts';
import type { MatchListItem } from '#shared/screening/match-list.ts';
import { newMatchListWrites } from '#shared/screening/repository/match-lists.ts';
import { findRun, matchIdOf } from '#shared/screening/repository/runs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { idAt } from '#test/support/ids.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, list as listRecords, newSubject, type World } from '#test/support/risk-world.ts';
import { anEntry, loadList } from '#test/support/screening-examples.ts';
import { readRows } from '#test/support/stored-state.ts';

/** The lists of matches, one match in detail, and proposals. */
const QUILL: ListedEntry = anEntry({ id: 'EU.1' });
const GRETA = anEntry({
  id: 'Q1',
  names: [{ text: 'Greta Stapler', isWeak: false }],
  pep: { positions: [], relatedTo: [] },
});

const world = preparedForFile(async () => {
  await loadList('eu_fsf', [QUILL]);
  await loadList('service_pep', [GRETA]);
  return aWorld();
});

afterEach(() => shiftClock(0));

const { listScreeningMatches, readScreeningMatch, proposeScreeningDecision } = screeningRoutes;

const screenFor = async (as: World, name = 'Ambrose Quillfeather', more: object = {}) =>
  done(as.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name }, sources: ['eu_fsf', 'service_pep'], ...more },
  });

const list = (as: World, query: Record<string, string | number> = {}) =>
  call(as.client, listScreeningMatches, { query });
const idsIn = async (as: World, query: Record<string, string | number> = {}): Promise<string[]> =>
  (await list(as, query)).body.items.map(({ match }: MatchListItem) => match.id);
const read = (as: World, id: string) => call(as.client, readScreeningMatch, { params: { id } });
const decide = (as: World, id: string, body: object = {}) =>
  call(as.owner, screeningRoutes.decideScreeningMatch, {
    params: { id },
    body: { decision: 'false_positive', reason: 'Born in another year.', ...body },
  });
const propose = (as: World, id: string, decision = 'false_positive') =>
  call(as.member, proposeScreeningDecision, {
    params: { id },
    body: { decision, reason: 'Born in another year.' },
  });

const scopeOf = ({ organizationId }: World) => ({ organizationId, mode: 'test' }) as const;

describe('lists of matches', () => {
  test('a match is pending, then proposed, then decided, and in one list at a time', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const run = await screenFor(own, undefined, { riskSubjectId });
    const id: string = run.matches[0].id;
    const states = async () =>
      Promise.all(['pending', 'proposed', 'decided'].map((decision) => idsIn(own, { decision })));

    const { body: pending } = await list(own);
    const before = await states();
    const { body: proposal } = await propose(own, id);
    const proposed = await states();
    const { body: listed } = await list(own, { decision: 'proposed' });
    await decide(own, id);
    const after = await states();

    const { data } = await done(own.client, riskRoutes.readRecord, {
      params: { resource: 'subjects', id: riskSubjectId },
    });
    expect(pending).toEqual({
      items: [
        {
          match: {
            id,
            source: 'eu_fsf',
            sourceEntryId: 'EU.1',
            score: run.matches[0].score,
            listedName: 'Ambrose Quillfeather',
            matchedName: 'Ambrose Quillfeather',
            decision: 'pending',
            listKind: 'sanctions',
            pepStanding: null,
            group: { id: run.matches[0].group.id, certainty: 'certain' },
          },
          run: {
            id: run.id,
            status: run.status,
            incomplete: false,
            incompleteReasons: [],
            topScore: run.topScore,
            trigger: 'api',
            sessionId: null,
            createdAt: run.createdAt,
          },
          subject: { id: riskSubjectId, kind: data.kind, externalId: data.externalId },
          proposal: null,
        },
      ],
      nextOffset: null,
    });
    expect([before, proposed, after]).toEqual([
      [[id], [], []],
      [[], [id], []],
      [[], [], [id]],
    ]);
    const { id: proposalId, decision, proposedBy, proposedAt } = proposal;
    expect(listed.items[0].proposal).toEqual({ id: proposalId, decision, proposedBy, proposedAt });
    expect((await list(own, { decision: 'decided' })).body.items[0]).toMatchObject({
      match: { decision: 'false_positive' },
      run: { status: 'clear' },
      proposal: null,
    });
  });

  test('a run with more matches than a page has room for is continued on the next page', async () => {
    const own = await aWorld();
    const scope = scopeOf(own);
    const found = await findRun(dynamoStore, scope, (await screenFor(own)).id);
    const [match] = found?.stored.run.matches ?? [];
    if (!found || !match) throw new Error('no run');
    const id = idAt(Date.now() - 60_000, 3);
    const matches = Array.from({ length: 250 }, (_, at) => ({ ...match, id: matchIdOf(id, at) }));
    const run = { ...found.stored.run, id, matches };
    await dynamoStore.transact(newMatchListWrites(scope, { ...found.stored, run }), randomUUID());

    const seen: string[] = [];
    const sizes: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { body } = await list(own, { offset });
      const items: MatchListItem[] = body.items;
      seen.push(...items.filter((one) => one.run.id === id).map((one) => one.match.id));
      sizes.push(items.length);
      offset = body.nextOffset;
    }

    expect(seen).toEqual(matches.map((one) => one.id));
    expect(sizes.every((size) => size <= 100)).toBe(true);
    expect(sizes.slice(0, 2)).toEqual([100, 100]);
  });

  test('pages continue each other, oldest run first', async () => {
    const own = await aWorld();
    const scope = scopeOf(own);
    const run = await screenFor(own);
    const found = await findRun(dynamoStore, scope, run.id);
    if (!found) throw new Error('no run');
    const runIds = Array.from({ length: 150 }, () => newId());
    const rows = runIds.flatMap((id) => {
      const matches = found.stored.run.matches.map((match, at) => {
        return { ...match, id: matchIdOf(id, at) };
      });
      return newMatchListWrites(scope, {
        ...found.stored,
        run: { ...found.stored.run, id, matches },
      });
    });
    await dynamoStore.transact(rows.slice(0, 75), randomUUID());
    await dynamoStore.transact(rows.slice(75), randomUUID());
    shiftClock(5_000);

    const seen: string[] = [];
    const sizes: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const { body } = await list(own, { offset });
      seen.push(...body.items.map((item: MatchListItem) => item.run.id));
      sizes.push(body.items.length);
      offset = body.nextOffset;
    }

    expect(seen).toEqual([run.id, ...runIds]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    shiftClock(8 * 24 * 60 * 60 * 1000);
    const units = await unitsOf(() => list(own));
    const screening = units.filter(({ table }) => table === 'screening');
    const reads = screening.reduce((sum, one) => sum + one.reads, 0);
    // The units that the description of the route states for 100 matches.
    expect(reads).toBeLessThanOrEqual(30);
  });

  test('can be filtered by list, kind, score and text', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const quill: string = (await screenFor(own, undefined, { riskSubjectId })).matches[0].id;
    const { id: greta, score } = (await screenFor(own, 'Greta Stapler')).matches[0];
    const { data } = await done(own.client, riskRoutes.readRecord, {
      params: { resource: 'subjects', id: riskSubjectId },
    });

    expect(await idsIn(own)).toEqual([quill, greta]);
    expect(await idsIn(own, { listKind: 'pep' })).toEqual([greta]);
    expect(await idsIn(own, { source: 'eu_fsf' })).toEqual([quill]);
    expect(await idsIn(own, { minScore: score + 1 })).not.toContain(greta);
    expect(await idsIn(own, { search: 'STAPLER' })).toEqual([greta]);
    expect(await idsIn(own, { search: data.externalId.toUpperCase() })).toEqual([quill]);
    expect(await idsIn(own, { search: 'eu.1' })).toEqual([quill]);
    expect(await idsIn(own, { search: 'no one' })).toEqual([]);
  });

  test.each([{ decision: 'confirmed' }, { listKind: 'x' }, { minScore: 0 }, { minScore: 101 }])(
    'refuse %j',
    async (query) => {
      expect((await list(world, query as Record<string, string>)).status).toBe(400);
    },
  );

  test('belong to one organization and mode', async () => {
    const own = await aWorld();
    const { id } = (await screenFor(own)).matches[0];
    const strangers = [await aWorld(), await aWorld('live', own.organizationId)];

    for (const stranger of strangers) {
      expect(await idsIn(stranger)).toEqual([]);
      expect((await read(stranger, id)).status).toBe(404);
      expect((await propose(await aWorld(), id)).status).toBe(404);
    }
  });

  test('cost two write units for a run with one match, and none without a match', async () => {
    const own = await aWorld();
    const writesOf = async (name: string) => {
      const units = await unitsOf(() => screenFor(own, name));
      return units.filter(({ pk }) => pk.includes('#matches#')).reduce((sum, one) => sum + one.writes, 0);
    };

    expect(await writesOf('Ambrose Quillfeather')).toBe(2);
    expect(await writesOf('Nobody Known')).toBe(0);

    const riskSubjectId = await newSubject(own);
    const run = await screenFor(own, undefined, { riskSubjectId });
    const decided = await unitsOf(() => decide(own, run.matches[0].id));
    const writes = decided
      .filter(({ pk }) => /#match(es|-decisions)#/.test(pk))
      .reduce((sum, one) => sum + one.writes, 0);
    expect(writes).toBe(8);
  });
});

test('match lists: leave no row behind when the organization is erased', async () => {
  const own = await aWorld();
  const run = await screenFor(own);
  await propose(own, run.matches[0].id);
  await list(own);
  await decide(own, run.matches[0].id);

  for await (const { table, keys } of erasableScreening(dynamoStore, scopeOf(own)))
    await dynamoStore.deleteMany(table, keys);

  const left = (await readRows()).filter(
    ({ table, item }) => table === 'screening' && item.pk.startsWith(own.organizationId),
  );
  expect(left).toEqual([]);
});

describe('a match in detail', () => {
  test('has its run, subject, entry and decisions', async () => {
    const riskSubjectId = await newSubject(world);
    const run = await screenFor(world, undefined, { riskSubjectId });
    const { entry, ...match } = run.matches[0];

    const { status, body } = await read(world, match.id);

    const { matches: _matches, ...about } = run;
    expect(status).toBe(200);
    expect(body).toMatchObject({ match, run: about, entry, earlier: [], proposal: null });
    expect(body.subject).toMatchObject({ id: riskSubjectId });
    expect(body.run).not.toHaveProperty('matches');
    await decide(world, match.id);
    expect((await read(world, match.id)).body).toMatchObject({
      match: { decision: 'false_positive' },
      run: { status: 'clear', decisions: [{ matchId: match.id, reason: 'Born in another year.' }] },
      earlier: [],
    });
  });

  test('shows decisions on the same entry for the same subject, and whether it changed', async () => {
    const own = await aWorld();
    const riskSubjectId = await newSubject(own);
    const first = await screenFor(own, undefined, { riskSubjectId });
    await decide(own, first.matches[0].id);
    // The same screened data without the risk subject, and the risk subject with other data.
    const sameData = await screenFor(own);
    const sameSubject = await screenFor(own, 'Ambrose T Quillfeather', { riskSubjectId });
    const neither = await screenFor(own, 'Ambrose T Quillfeather');
    const earlierOf = async (run: { matches: { id: string }[] }) =>
      (await read(own, run.matches[0]?.id ?? '')).body.earlier;

    const decided = {
      runId: first.id,
      matchId: first.matches[0].id,
      decision: 'false_positive',
      reason: 'Born in another year.',
      proposedBy: null,
      score: first.matches[0].score,
      decidedBy: expect.stringMatching(/^user:/),
      decidedAt: expect.any(String),
      entryDigest: first.matches[0].entry.digest,
      entryChanged: false,
    };
    expect(await earlierOf(sameData)).toEqual([decided]);
    expect(await earlierOf(sameSubject)).toEqual([decided]);
    expect(await earlierOf(neither)).toEqual([]);
    expect(await earlierOf(first)).toEqual([]);

    await loadList('eu_fsf', [{ ...QUILL, programmes: ['SYR'] }]);
    const changed = await screenFor(own, undefined, { riskSubjectId });
    await loadList('eu_fsf', [QUILL]);
    expect(await earlierOf(changed)).toEqual([{ ...decided, entryChanged: true }]);
    const units = await unitsOf(() => read(own, changed.matches[0].id));
    expect(units.filter(({ pk }) => pk.includes('#match-decisions#'))).toHaveLength(2);
  });
});

describe('proposals', () => {
  test('are made by members and accepted by an owner or admin', async () => {
    const own = await aWorld();
    const run = await screenFor(own);
    const { id } = run.matches[0];

    const { status, body: proposal } = await propose(own, id);
    const unchanged = await read(own, id);
    const { body: decided } = await decide(own, id, { proposalId: proposal.id });

    expect(status).toBe(201);
    expect(proposal).toMatchObject({
      matchId: id,
      decision: 'false_positive',
      status: 'open',
      closedBy: null,
      proposedBy: expect.stringMatching(/^user:/),
    });
    expect(unchanged.body).toMatchObject({ match: { decision: 'pending' }, proposal });
    expect(decided.run.status).toBe('clear');
    const { body: after } = await read(own, id);
    expect(after.proposal).toBeNull();
    expect(after.run.decisions).toMatchObject([{ proposalId: proposal.id, proposedBy: proposal.proposedBy }]);
    const { body: events } = await listRecords(own, 'events');
    expect(events.items.map(({ data }: { data: { type: string } }) => data.type)).toEqual(
      expect.arrayContaining(['screening.match.proposed', 'screening.match.decided']),
    );
  });

  test('are superseded by a newer one and by a decision that does not name them', async () => {
    const own = await aWorld();
    const { id } = (await screenFor(own)).matches[0];
    const { body: first } = await propose(own, id);
    const { body: second } = await propose(own, id, 'confirmed');

    expect((await decide(own, id, { proposalId: first.id })).body.code).toBe('proposal_not_open');
    expect((await decide(own, id, { proposalId: second.id })).body.code).toBe('proposal_differs');
    expect((await read(own, id)).body).toMatchObject({
      match: { decision: 'pending' },
      proposal: { id: second.id },
    });
    expect((await decide(own, id)).status).toBe(200);
    expect((await read(own, id)).body.proposal).toBeNull();
    expect((await decide(own, id, { proposalId: second.id })).status).toBe(409);
  });

  test('need a user, a reason and a match', async () => {
    const { id } = (await screenFor(world)).matches[0];
    const body = { decision: 'confirmed', reason: 'The same person.' };
    const { member } = world;
    const from = (as: typeof member, params: { id: string }, sent: object) =>
      call(as, proposeScreeningDecision, { params, body: sent });

    expect((await from(world.client, { id }, body)).status).toBe(403);
    expect((await from(member, { id }, { ...body, reason: ' ' })).status).toBe(400);
    expect((await from(member, { id }, { ...body, decision: 'pending' })).status).toBe(400);
    expect((await from(member, { id: randomUUID() }, body)).status).toBe(404);
    expect((await read(world, id)).body.proposal).toBeNull();
  });
});

describe('four eyes', () => {
  test('a decision has to accept the proposal of another person', async () => {
    const own = await aWorld();
    const { id } = (await screenFor(own)).matches[0];
    const { body: before } = await call(own.owner, organizationRoutes.readSettings);
    const { revision, updatedAt: _at, updatedBy: _by, ...settings } = before;
    const fourEyes = { policies: false, overrides: false, matches: true, lists: false };
    await done(own.owner, organizationRoutes.updateSettings, {
      body: { ...settings, reasons: null, fourEyes, expectedRevision: revision },
    });
    const ownProposal = await done(own.owner, proposeScreeningDecision, {
      params: { id },
      body: { decision: 'false_positive', reason: 'Born in another year.' },
    });

    const alone = await decide(own, id);
    const same = await decide(own, id, { proposalId: ownProposal.id });
    const { body: proposal } = await propose(own, id);
    const second = await decide(own, id, { proposalId: proposal.id });

    expect([alone.status, alone.body.code]).toEqual([409, 'second_person_required']);
    expect([same.status, same.body.code]).toEqual([409, 'second_person_required']);
    expect(second.status).toBe(200);
    expect((await read(own, id)).body.run.decisions).toHaveLength(1);
  });
});

test('match lists: agree with the runs as matches are proposed and decided', async () => {
  const own = await aWorld();
  const [first, second] = [await screenFor(own), await screenFor(own)];
  await propose(own, first.matches[0].id);
  await decide(own, second.matches[0].id);
  await screenFor(own);

  expect((await audit()).filter((one) => one.includes(own.organizationId))).toEqual([]);
});
