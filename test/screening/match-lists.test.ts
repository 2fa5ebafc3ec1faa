import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { shiftClock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { erasableScreening } from '#shared/screening/erasable.ts';
import type { MatchListItem } from '#shared/screening/match-list.ts';
import { newMatchListWrites } from '#shared/screening/repository/match-lists.ts';
import { findRun, matchIdOf } from '#shared/screening/repository/runs.ts';
import { audit } from '#test/support/auditor.ts';
import { idAt } from '#test/support/ids.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, newSubject, type World } from '#test/support/risk-world.ts';
import { readRows } from '#test/support/stored-state.ts';
import { decide, idsIn, list, propose, read, screenFor, worldWithLists } from './match-calls.ts';

/** The lists of matches. */
const world = preparedForFile(worldWithLists);

afterEach(() => shiftClock(0));

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
      latestDecision: {
        decidedBy: expect.stringMatching(/^user:/),
        decidedAt: expect.any(String),
        proposedBy: null,
      },
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

  test('runs whose matches fill a page to the last are one page', async () => {
    const own = await aWorld();
    const scope = scopeOf(own);
    const found = await findRun(dynamoStore, scope, (await screenFor(own)).id);
    const [match] = found?.stored.run.matches ?? [];
    if (!found || !match) throw new Error('no run');
    const runs = [60, 40].map((length, number) => {
      const id = idAt(Date.now() - 60_000, number);
      const matches = Array.from({ length }, (_, at) => ({ ...match, id: matchIdOf(id, at) }));
      return { ...found.stored.run, id, matches };
    });
    for (const run of runs)
      await dynamoStore.transact(newMatchListWrites(scope, { ...found.stored, run }), randomUUID());

    const { body: first } = await list(own);
    const { body: second } = await list(own, { offset: first.nextOffset });

    const idsOf = (items: MatchListItem[]) => items.map((item) => item.match.id);
    expect(idsOf(first.items)).toEqual(runs.flatMap(({ matches }) => matches.map(({ id }) => id)));
    expect(idsOf(second.items)).toEqual([match.id]);
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
    expect(await idsIn(own, { minScore: score })).toContain(greta);
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

test('match lists: agree with the runs as matches are proposed and decided', async () => {
  const own = await aWorld();
  const [first, second] = [await screenFor(own), await screenFor(own)];
  await propose(own, first.matches[0].id);
  await decide(own, second.matches[0].id);
  await screenFor(own);

  expect((await audit()).filter((one) => one.includes(own.organizationId))).toEqual([]);
});
