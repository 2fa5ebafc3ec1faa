import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { customers, isListed, subjectCard } from '#bin/demo/customers.ts';
import { EDITIONS, PUBLISHED } from '#bin/demo/editions.ts';
import { onboardingPolicy, paymentPolicy } from '#bin/demo/policies.ts';
import { seededRandom } from '#bin/demo/random.ts';
import { prepareDemo } from '#bin/demo/run-demo.ts';
import { EVENING, FIRST_DAY, type Life, momentOf, NOON, playTimeline } from '#bin/demo/timeline.ts';
import { workday } from '#bin/demo/work.ts';
import { INVENTED_LISTS } from '#infra/local/lists.ts';
import { validateDefinition } from '#shared/risk/listed-sources.ts';
import { filesBelow } from './files-below.ts';

const SOURCES = {
  signUp: '019ced2c-2000-7000-8000-5d3c2b1a0f01',
  payments: '019ced2c-2000-7000-8000-5d3c2b1a0f03',
};
const END_MS = Date.parse('2026-11-18T20:00:00Z');

describe('demo data', () => {
  test('has 60 customers with distinct ids, some of them named like list entries', () => {
    expect(new Set(customers.map(({ externalId }) => externalId)).size).toBe(60);
    expect(customers.filter(isListed).length).toBeGreaterThan(10);
    expect(new Set(customers.map(({ kind }) => kind))).toEqual(new Set(['person', 'business', 'account']));
  });

  test('covers a quarter: customers sign up from its second day until today', () => {
    const days = customers.map(({ sinceDays }) => sinceDays);

    expect(Math.min(...days)).toBe(0);
    expect(Math.max(...days)).toBe(FIRST_DAY - 1);
  });

  test('has a card for each customer, by kind and external id', () => {
    expect(subjectCard('person', 'customer-0007')).toEqual({
      names: ['Ambrose Quillfeather'],
      dateOfBirth: '1961-04-17',
      nationalities: ['IR'],
    });
    expect(subjectCard('business', 'customer-0007')).toBeUndefined();
    expect(customers.every(({ kind, externalId }) => subjectCard(kind, externalId))).toBe(true);
  });

  test('is the same in every run', () => {
    const [one, other] = [seededRandom(7), seededRandom(7)];

    expect(Array.from({ length: 5 }, one)).toEqual(Array.from({ length: 5 }, other));
    expect(customers[6]).toMatchObject({
      name: 'Ambrose Quillfeather',
      externalId: 'customer-0007',
    });
  });

  test.each([
    ['onboarding, version 1', onboardingPolicy(SOURCES, 1)],
    ['onboarding, version 2', onboardingPolicy(SOURCES, 2)],
    ['onboarding, version 3', onboardingPolicy(SOURCES, 3)],
    ['payments', paymentPolicy(SOURCES)],
  ])('the policy %s can be published', (_name, definition) => {
    expect(validateDefinition(definition)).toMatchObject({ errors: [] });
  });

  test('ends with the lists of the project, whatever was published before', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-editions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));

    EDITIONS.first(folder);
    const first = filesBelow(folder);
    for (const [, edition] of PUBLISHED) EDITIONS[edition](folder);

    expect(first).not.toEqual(filesBelow(INVENTED_LISTS));
    expect(filesBelow(folder)).toEqual(filesBelow(INVENTED_LISTS));
    expect(PUBLISHED.map(([daysAgo]) => daysAgo)).toEqual(PUBLISHED.map(([day]) => day).toSorted((a, b) => b - a));
  });

  test('analysts work from Monday to Friday', () => {
    for (let daysAgo = 2; daysAgo < FIRST_DAY; daysAgo += 1) {
      const weekday = new Date(momentOf(END_MS, workday(END_MS, daysAgo), 12)).getUTCDay();
      expect([1, 2, 3, 4, 5]).toContain(weekday);
    }
  });
});

describe('a start with the demo', () => {
  function startOn(played: object | undefined, fresh = false) {
    const directory = mkdtempSync(join(tmpdir(), 'assay-played-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    mkdirSync(join(directory, 'data'));
    if (played) writeFileSync(join(directory, 'data', 'demo-played.json'), JSON.stringify(played));
    const [said, reported]: [string[], string[]] = [[], []];
    const demo = prepareDemo(directory, {
      fresh,
      lists: undefined,
      progress: (line) => said.push(line),
      report: (line) => reported.push(line),
    });
    return { demo, said, reported, hasLists: existsSync(join(directory, 'demo-lists')) };
  }
  const endsAt = new Date(END_MS).toISOString();

  test('plays nothing twice, and says so', () => {
    expect(startOn({ endsAt, isComplete: true })).toEqual({
      demo: undefined,
      said: ['The demo has been played on this data already. Nothing is created twice.'],
      reported: [],
      hasLists: false,
    });
  });

  test.each([{ endsAt, isComplete: false }, { endsAt }])('asks for fresh data after an interruption', (played) => {
    expect(startOn(played)).toEqual({
      demo: undefined,
      said: [],
      reported: ['The demo was interrupted, and its data is incomplete. Start again with --fresh --demo.'],
      hasLists: false,
    });
  });

  test('plays on fresh data, and on data without a demo, where no editions are published', () => {
    expect(startOn({ endsAt, isComplete: false }, true)).toMatchObject({ demo: { publishes: true }, reported: [] });
    expect(startOn(undefined)).toMatchObject({ demo: { publishes: false }, hasLists: true });
  });
});

describe('timeline', () => {
  /** What happened, in order: the stops of the clock, and the moments that lives reached. */
  async function play(lives: (happened: string[]) => Life[], concurrency = 4) {
    const happened: string[] = [];
    await playTimeline(lives(happened), {
      endMs: END_MS,
      firstDay: 5,
      lastDay: 0,
      hours: [NOON, EVENING],
      concurrency,
      before: async ({ at }) => void happened.push(`< ${at.toISOString()}`),
      after: async ({ at }) => void happened.push(`> ${at.toISOString()}`),
    });
    return happened;
  }

  test('moments are reached in order and between the stops of the clock, whatever lives there are', async () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 18 })), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(moments, { maxLength: 8 }),
        fc.integer({ min: 1, max: 5 }),
        async (lives, concurrency) => {
          const happened = await play(
            (log) =>
              lives.map((waits) => async (until) => {
                for (const [daysAgo, hour] of waits) log.push(`= ${await until(daysAgo, hour)}`);
              }),
            concurrency,
          );

          let [before, after] = ['', ''];
          let reached = 0;
          for (const line of happened) {
            const at = line.slice(2);
            if (line.startsWith('<')) before = at;
            if (line.startsWith('>')) after = at;
            if (!line.startsWith('=')) continue;
            reached += 1;
            expect(at <= before).toBe(true);
            expect(at > after).toBe(true);
          }
          expect(reached).toBe(lives.flat().length);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('a moment that has passed does not set the clock of a life back', async () => {
    const reached: string[] = [];
    await play(() => [
      async (until) => {
        reached.push(await until(3, 15), await until(4, 15), await until(2, 12));
      },
    ]);

    expect(reached).toEqual(['2026-11-15T15:00:00.000Z', '2026-11-15T15:00:00.000Z', '2026-11-16T12:00:00.000Z']);
  });

  test('the last day is as long as it has been until now', () => {
    expect(momentOf(END_MS, 0, 24)).toBe(END_MS);
    expect(momentOf(END_MS, 0, 12)).toBe(Date.parse('2026-11-18T10:00:00Z'));
    expect(momentOf(END_MS, 1, 12)).toBe(Date.parse('2026-11-17T12:00:00Z'));
  });

  test('a life that fails ends the play', async () => {
    const playing = play(() => [
      async (until) => {
        await until(3, 15);
        throw new Error('The call failed.');
      },
    ]);

    await expect(playing).rejects.toThrow('The call failed.');
  });
});
