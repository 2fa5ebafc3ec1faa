import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchWithRetries } from '@assay/local-aws';
import { LIST_KEYS, type ListKey } from '#shared/screening/contract.ts';

/** How long the start waits for lists before it continues without the large ones. */
const WAIT_MS = 60_000;
const POLL_MS = 250;
const BACKGROUND_POLL_MS = 2_000;
const REMINDER_MS = 15_000;

export interface ListLoader {
  baseUrl: string;
  /** Token of an owner who may refresh lists. */
  token: string;
  /** File size of each list in bytes; a list without files is not loaded. */
  sizes: Partial<Record<ListKey, number>>;
  progress(line: string): void;
  report(line: string): void;
  waitMs?: number;
}

export interface LoadedLists {
  /** Names and sizes of the lists that are still loading. */
  loading: string[];
  /** Settles when all lists have loaded or failed. Each is reported. */
  done: Promise<void>;
}

interface Source {
  key: ListKey;
  versionId: string | null;
  entryCount: number;
  attentionReasons: string[];
}

/**
 * Refreshes every list and waits until each is searchable or has failed. A list that takes longer
 * continues in the background and is named, because runs without it are incomplete.
 */
export async function loadLists(loader: ListLoader): Promise<LoadedLists> {
  const { sizes, progress, report } = loader;
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  const given = LIST_KEYS.filter((key) => (sizes[key] ?? 0) > 0);
  for (const key of LIST_KEYS.filter((one) => !given.includes(one)))
    report(`The list ${key} is not loaded: the directory has no file for it.`);

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
      if (versionId === null) report(`The list ${key} is not loaded: ${attentionReasons.join(', ')}.`);
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
  // Requests fail once the cloud stops; then there is nothing left to report.
  const done = untilLoaded(BACKGROUND_POLL_MS, Number.POSITIVE_INFINITY).then(
    () => progress('All lists are loaded.'),
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
  const response = await fetchWithRetries(url, init);
  if (!response.ok)
    loader.report(`The list ${key} could not be refreshed: ${response.status} ${await response.text()}`);
}

async function readSources(loader: ListLoader): Promise<Source[]> {
  const url = `${loader.baseUrl}/api/v1/screening/sources`;
  const response = await fetchWithRetries(url, { headers: headersOf(loader) });
  if (!response.ok) throw new Error(`Reading the lists failed: ${response.status}`);
  return ((await response.json()) as { items: Source[] }).items;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e6 ? 1 : 0)} MB`;
