import { createClient } from '@assay/client';
import { lists as catalogue, type ListKey } from '@assay/watchlist/catalogue';
import { readDue } from '#shared/platform/store/due.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { type Callers, type Company, foundCompany } from './company.ts';
import { createTemplate } from './documents.ts';
import { EDITIONS, PUBLISHED } from './editions.ts';
import { demoLives } from './lives.ts';
import { patiently } from './patiently.ts';
import {
  EVENING,
  FIRST_DAY,
  letLivesSetTheClock,
  NOON,
  playTimeline,
  type Stop,
  type TimelineOptions,
  type Until,
} from './timeline.ts';

/**
 * npm start -- --demo: plays a quarter of an invented bank in test mode of the demo organization, by calls of the API
 * and with the clock of the local cloud. Calls are the same in every run.
 */
export interface DemoOptions {
  baseUrl: string;
  apiKey: { id: string; key: string; secret: string };
  tokens: Record<'owner' | 'admin' | 'member', string>;
  /** The lists that have files. */
  lists: readonly ListKey[];
  /** Folder of the lists that are published during the quarter, if they are the demo's own. */
  editions: string | undefined;
  /** The end of the quarter, in milliseconds. */
  endMs: number;
  /** The customers that are played, beside that of the story. */
  size: number;
}

/** What the demo needs of the program that runs the local cloud. */
interface DemoHost {
  moveClock(at: Date): Promise<void>;
  fire(workers: readonly string[]): Promise<void>;
  /** Hands messages to a queue worker, and waits for it. */
  deliver(worker: string, messages: readonly object[]): Promise<void>;
  /** Waits until stream workers have processed what this thread has written. */
  readStreams(): Promise<void>;
  progress(line: string): Promise<void>;
}

const CONCURRENCY = 4;
/** Days on which the service looks for what is due: retries of webhooks, reviews, and emails. */
const DAYS_BETWEEN_TICKS = 15;
const OUTAGE = [39, 38, 37, 36, 35, 34];
const DAYS_BETWEEN_LINES = 30;
const DAYS_OF_A_WEEK = 7;

export async function fillDemo(options: DemoOptions, host: DemoHost, send: typeof globalThis.fetch): Promise<void> {
  const { baseUrl, apiKey, tokens, endMs, size } = options;
  let isQuiet = true;
  const fetch: typeof globalThis.fetch = (input, init) => {
    isQuiet = false;
    return send(input, init);
  };
  const user = (token: string) => createClient({ baseUrl, fetch, credentials: { token }, mode: 'test' });
  const lists = listsOfToday(options, host);
  const callers: Callers = {
    system: createClient({ baseUrl, fetch, credentials: apiKey }),
    owner: user(tokens.owner),
    admin: user(tokens.admin),
    member: user(tokens.member),
    baseUrl,
    apiKeyId: apiKey.id,
    endMs,
    listsAreRead: lists.areRead,
  };
  const timeline: Omit<TimelineOptions, 'firstDay' | 'lastDay'> = {
    endMs,
    hours: [NOON, EVENING],
    concurrency: CONCURRENCY,
    before: async (stop) => {
      await host.moveClock(stop.at);
      if (stop.hour !== NOON) return;
      if (stop.daysAgo > 0 && stop.daysAgo % DAYS_BETWEEN_LINES === 0)
        await host.progress(`${stop.daysAgo} days are left to play ...`);
      lists.read(stop);
    },
    after: async ({ daysAgo, hour }) => {
      if (hour !== EVENING) return;
      await Promise.all([lists.areRead(), isQuiet ? undefined : host.readStreams()]);
      isQuiet = true;
      if (daysAgo % DAYS_BETWEEN_TICKS === 0 || OUTAGE.includes(daysAgo)) {
        await untilDispatched();
        await Promise.all([
          host.deliver('tick-deliveries', [{}]),
          host.deliver('tick-risk', [{}]),
          host.fire(['tickDocuments']),
        ]);
      }
    },
  };

  letLivesSetTheClock();
  const founding = Promise.withResolvers<Company>();
  const found = async (until: Until) => {
    const company = await foundCompany(callers, until);
    founding.resolve({ ...company, templateId: await createTemplate(callers) });
  };
  await playTimeline([found], { ...timeline, firstDay: FIRST_DAY, lastDay: FIRST_DAY });
  const company = await founding.promise;
  await playTimeline(demoLives(company, size), { ...timeline, firstDay: FIRST_DAY - 1, lastDay: 0 });
}

/**
 * The lists of a day, which are downloaded while customers sign up: only screenings wait for them. Their messages do
 * not go through the queue, where each would cost three synchronous writes to the disk of this machine.
 */
function listsOfToday({ lists, editions }: DemoOptions, host: DemoHost) {
  let reading: Promise<void> = Promise.resolve();
  return {
    /** Publishes what the publishers publish on this day, and downloads it. */
    read: ({ daysAgo }: Stop) => {
      for (const [day, edition] of PUBLISHED) if (editions && day === daysAgo) EDITIONS[edition](editions);
      // Those of politicians are downloaded once a week.
      const due = lists.filter((key) => catalogue[key].listKind !== 'pep' || daysAgo % DAYS_OF_A_WEEK === 0);
      const hasEdition = daysAgo === FIRST_DAY || PUBLISHED.some(([day]) => editions && day === daysAgo);
      reading = host
        .deliver(
          'refresh-list',
          due.map((key) => ({ key })),
        )
        // Otherwise every download asks for it again, until a minute of this machine has passed.
        .then(() => (hasEdition ? host.deliver('refresh-list', [{ join: true }]) : undefined));
      // The caller that waits for it gets the error.
      reading.catch(() => undefined);
    },
    areRead: () => reading,
  };
}

/** Waits until the events of all calls have been counted and sent: their workers see the same day. */
const untilDispatched = () =>
  patiently('events that are sent', async () => {
    const { rows } = await readDue(dynamoStore, 'journal', { now: FAR, limit: 8, line: 'outbox' });
    return rows.length === 0;
  });

const FAR = new Date('9999-01-01T00:00:00Z');
