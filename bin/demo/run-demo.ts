import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createClient } from '@assay/client';
import { writeJson } from '@assay/local-aws';
import type { ListKey } from '@assay/watchlist/catalogue';
import * as z from 'zod';
import { INVENTED_LISTS, listSizesIn } from '#infra/local/lists.ts';
import type { LocalCloud, Stage } from '#infra/local/local-cloud.ts';
import { routes } from '#shared/routes.ts';
import { customers } from './customers.ts';
import { EDITIONS } from './editions.ts';
import type { DemoOptions } from './fill-demo.ts';
import { patiently } from './patiently.ts';
import { FIRST_DAY, momentOf, NOON } from './timeline.ts';

/** A demo that is to be played. */
interface Demo {
  /** Of the local cloud. */
  directory: string;
  /** The lists that it starts with. */
  lists: string;
  /** Whether publishers publish during the demo: not where lists were loaded before. */
  publishes: boolean;
}

interface Preparing {
  fresh: boolean;
  /** Of a folder with other lists. */
  lists: string | undefined;
  progress(line: string): void;
  report(line: string): void;
}

/** Before the local cloud starts, because that reads the lists. Undefined, and says why, if nothing is to be played. */
export function prepareDemo(directory: string, { fresh, lists, progress, report }: Preparing): Demo | undefined {
  const isFirst = fresh || !existsSync(join(directory, 'data'));
  const played = join(directory, 'data', PLAYED);
  if (!isFirst && existsSync(played)) {
    if (Played.parse(JSON.parse(readFileSync(played, 'utf8'))).isComplete)
      progress('The demo has been played on this data already. Nothing is created twice.');
    else report('The demo was interrupted, and its data is incomplete. Start again with --fresh --demo.');
    return undefined;
  }
  if (lists) return { directory, lists, publishes: false };
  const folder = join(directory, 'demo-lists');
  if (isFirst) {
    rmSync(folder, { recursive: true, force: true });
    EDITIONS.first(folder);
  } else if (!existsSync(folder)) cpSync(INVENTED_LISTS, folder, { recursive: true });
  return { directory, lists: folder, publishes: isFirst };
}

/** Written when the demo begins and ends: its clock cannot go back, so one that was interrupted is not continued. */
const PLAYED = 'demo-played.json';
const Played = z.object({ endsAt: z.string(), isComplete: z.boolean().default(false) });

interface Running {
  /** Customers of the demo; tests play fewer. */
  size?: number;
  /** Between the move of the clock to the first day, and the first call. */
  loadLists(): Promise<unknown>;
  progress(line: string): void;
}

/** Plays the demo in test mode, in a thread of its own, and sets the clock back to that of the machine. */
export async function runDemo(
  { dev, environmentOf, stage }: LocalCloud,
  { directory, lists, publishes }: Demo,
  { size = customers.length, loadLists, progress }: Running,
): Promise<void> {
  const endMs = Date.now();
  const mark = (isComplete: boolean) =>
    writeJson(join(directory, 'data', PLAYED), { endsAt: new Date(endMs).toISOString(), isComplete });
  mark(false);
  const { baseUrl, tokens, apiKeys } = dev;
  const editions = publishes ? lists : undefined;
  const withFiles = Object.entries(listSizesIn(lists)).flatMap(([key, bytes]) => (bytes > 0 ? [key as ListKey] : []));
  const workerData: DemoOptions = { baseUrl, tokens, apiKey: apiKeys.test, lists: withFiles, editions, endMs, size };
  try {
    stage.moveClock(new Date(momentOf(endMs, FIRST_DAY, NOON - 1)));
    await loadLists();
    progress('Creating demo data: 90 days of an invented bank ...');
    const startedMs = performance.now();
    await play(workerData, { stage, progress }, environmentOf(routes.screening.createScreeningRun));
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    progress(`Created demo data: ${size} customers, ${seconds} s. Open customer-0007 first.`);
  } finally {
    stage.end();
  }
  await stage.fire(['tickLists']);
  const owner = createClient({ baseUrl, credentials: { token: tokens.owner }, mode: 'test' });
  await patiently('lists of this hour', async () => {
    const { items } = await owner.screening.listScreeningSources({});
    return items.every(({ stale }) => !stale);
  });
  mark(true);
}

/** What the thread of the demo asks for. */
type Question = { id: number } & (
  | { moveClock: number }
  | { fire: string[] }
  | { deliver: { worker: string; messages: object[] } }
  | { readStreams: true }
  | { progress: string }
);

/** `environment`: screening runs need the most, because they also read the list index from a bucket. */
async function play(
  workerData: DemoOptions,
  { stage, progress }: { stage: Stage; progress(line: string): void },
  environment: Record<string, string>,
) {
  const thread = new Worker(new URL('./demo-thread.ts', import.meta.url), {
    workerData,
    env: environment,
    // Functions log every request.
    stdout: true,
    // A seventh of the time was spent on collecting short-lived objects.
    resourceLimits: { maxYoungGenerationSizeMb: 128 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.on('message', async (question: Question) => {
    const answered = await answer(question, { stage, progress }).then(
      () => ({ id: question.id }),
      (error: unknown) => ({ id: question.id, error: String(error) }),
    );
    thread.postMessage(answered);
  });
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}

async function answer(question: Question, { stage, progress }: { stage: Stage; progress(line: string): void }) {
  if ('moveClock' in question) stage.moveClock(new Date(question.moveClock));
  else if ('progress' in question) progress(question.progress);
  else if ('readStreams' in question) await stage.readStreams();
  else if ('deliver' in question) await stage.deliver(question.deliver.worker, question.deliver.messages);
  else await stage.fire(question.fire);
}
