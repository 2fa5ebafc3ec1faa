import { gunzipSync, gzipSync } from 'node:zlib';
import { getBlob, putBlob, removeBlob } from '#shared/platform/blobs.ts';
import { askedChunks, numberOf } from '../crawl/chunks.ts';
import type { Crawl } from '../crawl/crawl.ts';
import { STAGES, type StageName } from '../crawl/stage-names.ts';
import { type ChunkResult, describes, stages } from '../crawl/stages.ts';

/**
 * The results of a crawl in object storage: the items of each stage, and for each chunk the items
 * it described and the leads it found. Objects are immutable, except that a chunk that is queried
 * twice is written twice.
 */
const objectOf = (crawlId: string, stage: StageName, name: string) => `crawls/${crawlId}/${stage}/${name}`;

const ITEMS = 'items';
/** One item per line, all of equal length, so that a chunk is a byte range. */
const LINE_BYTES = 16;
const AT_ONCE = 16;

export async function putStageItems(crawlId: string, stage: StageName, ids: readonly string[]): Promise<void> {
  const lines = ids.map((id) => id.padEnd(LINE_BYTES - 1));
  await putLines(objectOf(crawlId, stage, ITEMS), lines);
}

/** Never empty: not every object store accepts an empty object. */
const putLines = (key: string, lines: readonly string[]) => putBlob('lists', key, Buffer.from(`${lines.join('\n')}\n`));

export async function readChunkItems(crawl: Crawl, chunk: string): Promise<string[]> {
  const { idsPerChunk, items } = stages[crawl.stage];
  const first = numberOf(chunk) * idsPerChunk;
  if (items) return items.slice(first, first + idsPerChunk);
  return readLines(objectOf(crawl.crawlId, crawl.stage, ITEMS), {
    offset: first * LINE_BYTES,
    length: idsPerChunk * LINE_BYTES,
  });
}

export const readStageItems = ({ crawlId }: Crawl, stage: StageName) => readLines(objectOf(crawlId, stage, ITEMS));

async function readLines(key: string, range?: Parameters<typeof getBlob>[2]): Promise<string[]> {
  const bytes = await getBlob('lists', key, range);
  if (!bytes) throw new Error('A part of the crawl is gone.');
  return bytes.toString('utf8').split('\n').map(trimmed).filter(Boolean);
}

const trimmed = (line: string) => line.trim();

/** Leads are written last: if they exist, the answer is complete. */
export async function putAnswer(
  { crawlId, stage }: Crawl,
  chunk: string,
  { document, leads }: ChunkResult,
): Promise<void> {
  if (document) {
    const bytes = gzipSync(JSON.stringify(document));
    await putBlob('lists', objectOf(crawlId, stage, `${chunk}.json.gz`), bytes);
  }
  await putLines(leadsOf(crawlId, stage, chunk), leads);
}

const leadsOf = (crawlId: string, stage: StageName, chunk: string) => objectOf(crawlId, stage, `${chunk}.leads`);

/**
 * Whether a worker that died later has stored the answer. An unreadable answer is queried again.
 */
export const hasAnswer = ({ crawlId, stage }: Crawl, chunk: string): Promise<boolean> =>
  getBlob('lists', leadsOf(crawlId, stage, chunk)).then(
    (bytes) => bytes !== undefined,
    () => false,
  );

/** All leads of the stage that was just completed. */
export async function readLeads(crawl: Crawl): Promise<Set<string>> {
  const { crawlId, stage } = crawl;
  const leads = new Set<string>();
  await several(chunksOf(crawl, stage), async (chunk) => {
    for (const lead of await readLines(leadsOf(crawlId, stage, chunk))) leads.add(lead);
  });
  return leads;
}

function chunksOf({ stages: done }: Crawl, stage: StageName): string[] {
  const { chunks = 0, splits = [] } = done[stage] ?? {};
  return askedChunks(chunks, splits);
}

/** The items of a crawl as the files of a publication; each is downloaded when it is read. */
export function crawledFiles(crawl: Crawl): Record<string, AsyncIterable<Uint8Array>> {
  const named = STAGES.filter(describes).flatMap((stage) =>
    chunksOf(crawl, stage).map((chunk): [string, AsyncIterable<Uint8Array>] => [
      `${stage}/${chunk}.json`,
      unpacked(objectOf(crawl.crawlId, stage, `${chunk}.json.gz`)),
    ]),
  );
  return Object.fromEntries(named);
}

/** Can be read more than once. */
const unpacked = (key: string): AsyncIterable<Uint8Array> => ({ [Symbol.asyncIterator]: () => unpack(key) });

async function* unpack(key: string): AsyncGenerator<Uint8Array> {
  const bytes = await getBlob('lists', key);
  if (!bytes) throw new Error('A part of the crawl is gone.');
  yield gunzipSync(bytes);
}

export async function removeCrawl(crawl: Crawl): Promise<void> {
  const keys = STAGES.flatMap((stage) => [
    objectOf(crawl.crawlId, stage, ITEMS),
    ...chunksOf(crawl, stage).flatMap((chunk) => [
      leadsOf(crawl.crawlId, stage, chunk),
      ...(describes(stage) ? [objectOf(crawl.crawlId, stage, `${chunk}.json.gz`)] : []),
    ]),
  ]);
  await several(keys, (key) => removeBlob('lists', key));
}

async function several<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < values.length; start += AT_ONCE)
    await Promise.all(values.slice(start, start + AT_ONCE).map(work));
}
