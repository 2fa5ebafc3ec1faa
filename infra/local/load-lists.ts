import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIST_KEYS, type ListKey } from '#shared/screening/lists/list.ts';
import { fetchPatiently } from './fetch-patiently.ts';

/** How long the start waits for lists before it goes on without the large ones. */
const WAIT_MS = 60_000;
const POLL_MS = 250;
const BACKGROUND_POLL_MS = 2_000;
const REMINDER_MS = 15_000;

export interface ListLoader {
  baseUrl: string;
  /** Of an owner who may refresh lists. */
  token: string;
  /** Bytes of the files of each list; a list without files is not loaded. */
  sizes: Partial<Record<ListKey, number>>;
  progress(line: string): void;
  report(line: string): void;
  waitMs?: number;
}

export interface LoadedLists {
  /** The lists that are still loading, in words; none when every list can be searched. */
  loading: string[];
  /** Settles when no list is loading any more. Every list is reported when it is done. */
  done: Promise<void>;
}

interface Source {
  key: ListKey;
  versionId: string | null;
  entryCount: number;
  attentionReasons: string[];
}

/**
 * Refreshes every list and waits until each can be searched or has failed. A list that takes longer than
 * the wait goes on loading in the background, and is named, so that nobody takes a run without it for
 * complete.
 */
export async function loadLists(loader: ListLoader): Promise<LoadedLists> {
  const { sizes, progress, report } = loader;
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  const given = LIST_KEYS.filter((key) => (sizes[key] ?? 0) > 0);
  for (const key of LIST_KEYS.filter((one) => !given.includes(one)))
    report(`The list ${key} is not loaded: the folder has no file of it.`);

  let waiting: readonly ListKey[] = given;
  const inWords = () => waiting.map((key) => `${key} (${megabytes(sizes[key] ?? 0)})`);
  const look = async () => {
    const sources = await readSources(loader);
    const isLoading = (key: ListKey) => {
      const source = sources.find((one) => one.key === key);
      return !source || (source.versionId === null && source.attentionReasons.length === 0);
    };
    for (const { key, versionId, entryCount, attentionReasons } of sources) {
      if (!waiting.includes(key) || isLoading(key)) continue;
      if (versionId === null)
        report(`The list ${key} is not loaded: ${attentionReasons.join(', ')}.`);
      else progress(`Loaded ${key}: ${entryCount.toLocaleString('en')} entries, ${seconds()} s.`);
    }
    waiting = waiting.filter(isLoading);
  };
  let remindedMs = performance.now();
  const untilLoaded = async (pollMs: number, deadlineMs: number) => {
    while (waiting.length > 0 && performance.now() - startedMs < deadlineMs) {
      await sleep(pollMs);
      await look();
      if (waiting.length === 0 || performance.now() - remindedMs < REMINDER_MS) continue;
      remindedMs = performance.now();
      progress(`Still loading after ${seconds()} s: ${inWords().join(', ')}.`);
    }
  };

  progress('Loading the screening lists ...');
  await Promise.all(given.map((key) => refresh(loader, key)));
  await look();
  await untilLoaded(POLL_MS, loader.waitMs ?? WAIT_MS);
  if (waiting.length === 0) return { loading: [], done: Promise.resolve() };
  const loading = inWords();
  // When the cloud stops meanwhile, nothing answers any more, and there is nothing left to report.
  const done = untilLoaded(BACKGROUND_POLL_MS, Number.POSITIVE_INFINITY).then(
    () => progress('Every list can be searched now.'),
    () => undefined,
  );
  return { loading, done };
}

const headersOf = ({ token }: ListLoader) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
});

async function refresh(loader: ListLoader, key: ListKey): Promise<void> {
  const url = `${loader.baseUrl}/api/v1/screening/sources/${key}/refresh`;
  const init = { method: 'POST', headers: headersOf(loader), body: '{}' };
  const response = await fetchPatiently(url, init);
  if (!response.ok)
    loader.report(
      `The list ${key} could not be refreshed: ${response.status} ${await response.text()}`,
    );
}

async function readSources(loader: ListLoader): Promise<Source[]> {
  const url = `${loader.baseUrl}/api/v1/screening/sources`;
  const response = await fetchPatiently(url, { headers: headersOf(loader) });
  if (!response.ok) throw new Error(`The lists cannot be read: ${response.status}`);
  return ((await response.json()) as { items: Source[] }).items;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 1 : 0)} MB`;
