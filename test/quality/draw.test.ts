import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '#shared/platform/caller.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { draw, seedOf } from '#shared/quality/draw.ts';
import { readFigures } from '#shared/quality/repository/figures.ts';
import { findDraws } from '#shared/quality/repository/plans.ts';
import { listSamples } from '#shared/quality/repository/samples.ts';
import type { StoredSample } from '#shared/quality/sample.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { crashAt, observed, withFaults } from '#test/support/faults.ts';
import { somePoints } from '#test/support/soak.ts';
import { plantTenant } from '#test/support/tenant.ts';
import {
  atDay,
  beginLog,
  decided,
  drawDay,
  drawnByProgram,
  eventsOf,
  moved,
  person,
  plan,
  record,
  sealDay,
} from './history.ts';

beforeAll(prepareEngine);

const ALL: StoredSample['stream'][] = ['matches.false_positive', 'actions.completed'];
const analysts = [randomUUID(), randomUUID()];

async function samplesOf(scope: Scope): Promise<StoredSample[]> {
  const samples: StoredSample[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof listSamples>> = await listSamples(dynamoStore, scope, {
      list: 'unreviewed',
      offset,
      isWanted: () => true,
    });
    samples.push(...page.items);
    offset = page.nextOffset;
  }
  return samples;
}

const eventIdsOf = async (scope: Scope) => (await samplesOf(scope)).map(({ first }) => first.eventId).sort();

/** Two analysts, 12 decisions of each kind on a day. */
async function aDay(scope: Scope, day: number) {
  for (const [index, id] of analysts.entries()) {
    const events = Array.from({ length: 6 }, () => [
      decided('false_positive'),
      decided('confirmed'),
      moved('completed'),
    ]);
    await record(person(scope, id), atDay(day, 3_600 + index), [
      ...events.flat(),
      moved('acknowledged'),
      moved('cancelled'),
    ]);
  }
  await record({ ...person(scope, 'watches'), kind: 'service' }, atDay(day, 7_200), [decided('false_positive')]);
}

describe('draw', () => {
  test('an outsider draws the same decisions with the program of the documentation, by share and by week', async () => {
    const scope = await plantTenant();
    await beginLog(scope);
    await aDay(scope, 0);
    await plan(scope, atDay(1), { streams: ALL, percent: 40 });
    await aDay(scope, 1);
    await sealDay(scope, 1);
    await drawDay(scope, 1);
    const ofDay = await samplesOf(scope);
    expect(ofDay.length).toBeGreaterThan(5);
    expect(ofDay.length).toBeLessThan(38);
    expect(ofDay.every(({ first }) => first.decidedAt.startsWith('2026-03-03'))).toBe(true);
    expect(new Set(ofDay.map(({ first }) => first.control))).toEqual(new Set([true, false]));

    // The rest of the week three of each analyst and stream, cleared matches alone because the plan is not blind.
    await plan(scope, atDay(2), { streams: ['matches.false_positive'], perAnalystPerWeek: 3, blind: false }, 1);
    await aDay(scope, 3);
    await aDay(scope, 5);
    await sealDay(scope, 5);
    await drawDay(scope, 5);
    expect(await samplesOf(scope)).toHaveLength(ofDay.length);
    // Nothing was sealed on Sunday and Monday, so the root of Tuesday covers the end of the week.
    await aDay(scope, 8);
    await sealDay(scope, 8);
    await drawDay(scope, 8);

    const ofWeek = (await samplesOf(scope)).slice(ofDay.length);
    expect(ofWeek.map(({ first, blind }) => [first.decidedBy, first.decision, blind]).sort()).toEqual(
      analysts.flatMap((id) => Array.from({ length: 3 }, () => [`user:${id}`, 'false_positive', false])).sort(),
    );
    const program = await drawnByProgram(scope);
    expect(program).toEqual({ holds: true, ids: await eventIdsOf(scope) });

    const events = await eventsOf(scope);
    const published = events.filter(({ type }) => type === 'quality.sample.drawn');
    expect(published.map(({ details }) => details?.drawn)).toMatchObject([
      { overrides: 0 },
      { 'matches.false_positive': 6, 'actions.completed': 0 },
    ]);
    // Neither the records nor what was decided can be read from the event.
    expect(JSON.stringify(published)).not.toContain('confirmed');
    for (const { first } of ofDay) expect(JSON.stringify(published)).not.toContain(first.eventId);
  });

  test('a worker that dies at any point, is late or runs twice draws every decision once', async () => {
    const prepared = async () => {
      const scope = await plantTenant();
      await beginLog(scope);
      await plan(scope, atDay(0), { streams: ALL, percent: 20 });
      await aDay(scope, 0);
      await sealDay(scope, 0);
      return scope;
    };
    const complete = await prepared();
    const { calls } = await observed(() => drawDay(complete, 0));
    await drawDay(complete, 0);
    expect(await drawnByProgram(complete)).toEqual({ holds: true, ids: await eventIdsOf(complete) });

    const cases = (['before', 'after'] as const).flatMap((moment) => calls.map((_, index) => ({ index, moment })));
    for (const { index, moment } of somePoints(cases, 4)) {
      const scope = await prepared();
      await withFaults(crashAt(index, moment), () => drawDay(scope, 0)).catch(() => undefined);
      // The lease of the dead worker has ended by the next night.
      await drawDay(scope, 1);
      const ids = await eventIdsOf(scope);
      expect(await drawnByProgram(scope)).toEqual({ holds: true, ids });
      const drawn = (await readFigures(dynamoStore, scope, { from: '2026-03', to: '2026-03' }))
        .filter(({ principal }) => principal === null)
        .reduce((sum, { counters }) => sum + (counters.drawn ?? 0), 0);
      expect(drawn).toBe(ids.length);
      const published = (await eventsOf(scope)).filter(({ type }) => type === 'quality.sample.drawn');
      expect(published).toHaveLength(1);
    }
  });

  test('days that were missed are drawn later, an empty plan draws nothing, and a root without decisions has no event', async () => {
    const scope = await plantTenant();
    await beginLog(scope);
    await plan(scope, atDay(0), { streams: ALL, percent: 100 });
    await aDay(scope, 0);
    await sealDay(scope, 0);
    await record(person(scope, randomUUID()), atDay(1), [{ ...moved('acknowledged') }]);
    await sealDay(scope, 1);
    await plan(scope, atDay(2), { streams: [] }, 1);
    await aDay(scope, 2);
    await sealDay(scope, 2);
    await drawDay(scope, 2);

    // Both kinds of decisions on matches and of ended actions, of both analysts.
    expect(await samplesOf(scope)).toHaveLength(38);
    expect((await eventsOf(scope)).filter(({ type }) => type === 'quality.sample.drawn')).toHaveLength(1);
    const state = await findDraws(dynamoStore, scope);
    expect(state?.dueAt?.slice(0, 13)).toBe('2026-03-06T02');
  });

  test('who can make events cannot make the seed: it follows from the signature', () => {
    const root = 'ab'.repeat(32);
    expect(seedOf({ root, signature: 'MEUCIQ==' })).not.toBe(seedOf({ root, signature: 'MEUCIR==' }));
  });

  test('a decision at the end of a week belongs to that week, and one in the same millisecond as the plan to none', () => {
    const seed = 'cd'.repeat(32);
    const idOf = (at: Date, tail: string) => {
      const hex = at.getTime().toString(16).padStart(12, '0');
      return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-0000000000${tail}`;
    };
    const decision = (eventId: string) => ({
      eventId,
      stream: 'overrides' as const,
      isControl: false,
      actor: 'user:1',
    });
    const versions = [
      {
        eventId: idOf(atDay(0), '80'),
        plan: { streams: ['overrides' as const], percent: null, perAnalystPerWeek: 1, blind: true, version: 1 },
      },
    ];
    const [before, last, next] = [idOf(atDay(0), '00'), idOf(atDay(7, -1), '80'), idOf(atDay(7), '80')];
    const period = { fromMs: atDay(6).getTime(), toMs: atDay(8).getTime() };
    const { drawn } = draw([before, last, next].map(decision), { seed, period, versions });
    expect(drawn.map(({ eventId }) => eventId)).toEqual([last]);
  });
});
