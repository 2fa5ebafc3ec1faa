import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { writeJson } from '@assay/local-aws';
import { INVENTED_LISTS } from '#infra/local/lists.ts';
import type { LocalCloud, Stage } from '#infra/local/local-cloud.ts';
import { routes } from '#shared/routes.ts';
import { customers } from './customers.ts';
import { EDITIONS } from './editions.ts';
import type { DemoOptions } from './fill-demo.ts';
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

/** Before the local cloud starts, because that reads the lists. Undefined if the data has the demo already. */
export function prepareDemo(directory: string, { fresh, lists }: { fresh: boolean; lists: string | undefined }) {
  const isFirst = fresh || !existsSync(join(directory, 'data'));
  if (!isFirst && existsSync(join(directory, 'data', PLAYED))) return undefined;
  if (lists) return { directory, lists, publishes: false };
  const folder = join(directory, 'demo-lists');
  if (isFirst) {
    rmSync(folder, { recursive: true, force: true });
    EDITIONS.first(folder);
  } else if (!existsSync(folder)) cpSync(INVENTED_LISTS, folder, { recursive: true });
  return { directory, lists: folder, publishes: isFirst };
}

/** Written when the demo begins: its clock cannot go back, so one that was interrupted is not continued. */
const PLAYED = 'demo-played.json';

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
  writeJson(join(directory, 'data', PLAYED), { endsAt: new Date(endMs).toISOString() });
  const { baseUrl, tokens, apiKeys } = dev;
  const editions = publishes ? lists : undefined;
  const workerData: DemoOptions = { baseUrl, tokens, apiKey: apiKeys.test, editions, endMs, size };
  try {
    stage.moveClock(new Date(momentOf(endMs, FIRST_DAY, NOON - 1)));
    await loadLists();
    progress('Creating demo data: 90 days of an invented bank ...');
    const startedMs = performance.now();
    await play(workerData, stage, environmentOf(routes.screening.createScreeningRun));
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    progress(`Created demo data: ${size} customers, ${seconds} s. Open customer-0007 first.`);
  } finally {
    stage.end();
  }
}

type Question = { moveClock: number } | { fire: string[] };

/** `environment`: screening runs need the most, because they also read the list index from a bucket. */
async function play(workerData: DemoOptions, stage: Stage, environment: Record<string, string>) {
  const thread = new Worker(new URL('./demo-thread.ts', import.meta.url), {
    workerData,
    env: environment,
    // Functions log every request.
    stdout: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.on('message', async (question: Question) => {
    if ('moveClock' in question) stage.moveClock(new Date(question.moveClock));
    else await stage.fire(question.fire);
    thread.postMessage(null);
  });
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}
