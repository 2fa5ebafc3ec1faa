import { dice } from '#packages/watchlist/src/assurance/dice.ts';
import { continueJob } from '#shared/jobs/index.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { aWorld, type World } from '#test/support/risk-world.ts';
import { loadList } from '#test/support/screening-examples.ts';
import { loadInventedLists } from '#test/support/screening-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';
import { type Cost, costOf, report, withEngines } from './support/engines.ts';
import { hasRealLists, readRealList } from './support/screening-lists.ts';
import { sized } from './support/size.ts';

/**
 * Rows per second of one core and the cost of a million rows of an uploaded file, one row in a hundred with a match, beside
 * batches of a hundred runs. The emulator takes part of the time; write units are those of AWS.
 *
 *     node bench/screening-batches.ts
 */
const ROWS = sized(20_000, 300);
const SMALL_BATCHES = sized(5, 1);
const LISTS = ['eu_fsf', 'uk_sanctions'] as const;
const ONE_IN = 100;

/** Dollars in us-east-1, as in docs/costs.md. */
const WRITE_UNIT = 0.625e-6;
const READ_UNIT = 0.125e-6;
const GB_SECOND = 1.66667e-5;
const PUT_REQUEST = 5e-6;
const GET_REQUEST = 4e-7;
const MEMORY_GB = 1.769;
const CHUNK_ROWS = 1_000;

const FIRST = ['Anna', 'Bruno', 'Clara', 'David', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kadir', 'Lena'];
const SYLLABLES = [
  'ber',
  'dor',
  'fel',
  'gan',
  'hul',
  'jor',
  'kas',
  'lin',
  'mar',
  'nov',
  'pel',
  'rus',
  'sen',
  'tal',
  'vik',
];

await withEngines(async () => {
  const listed = await load();
  const world = await aWorld();
  const names = rowsOf(listed);
  const small = await measureSmall(world, names.slice(0, SMALL_BATCHES * 100));
  const large = await measureUpload(world, names);
  report({ name: 'small batches, rows per second of one core', value: small.perSecond, unit: 'rows/s' });
  report({
    name: 'uploaded batch, rows per second of one core',
    value: large.perSecond,
    unit: 'rows/s',
    against: 'small batches',
    ratio: large.perSecond / small.perSecond,
  });
  report({
    name: 'uploaded batch, rows per second modelled for 20 workers',
    value: 20 * large.perSecond,
    unit: 'rows/s',
  });
  report({ name: 'small batches, a million rows', value: small.dollars, unit: '$' });
  report({
    name: 'uploaded batch, a million rows',
    value: large.dollars,
    unit: '$',
    against: 'small batches',
    ratio: large.dollars / small.dollars,
  });
});

/** Listed names. */
async function load(): Promise<string[]> {
  if (!hasRealLists) {
    await loadInventedLists();
    return ['Ambrose Quillfeather', 'Bartholomew Paperclip'];
  }
  const names: string[] = [];
  for (const key of LISTS) {
    const entries = await readRealList(key);
    await loadList(key, entries);
    names.push(...entries.flatMap(({ kind, names: [first] }) => (kind === 'person' && first ? [first.text] : [])));
  }
  return names;
}

/** Customers, one in a hundred of whom is listed. */
function rowsOf(listed: readonly string[]): string[] {
  const below = dice(5);
  const pick = (words: readonly string[]) => words[below(words.length)] ?? '';
  return Array.from({ length: ROWS }, (_, index) => {
    if (index % ONE_IN === 0) return pick(listed).replaceAll('"', '');
    const last = `${pick(SYLLABLES)}${pick(SYLLABLES)}${pick(SYLLABLES)}`;
    return `${pick(FIRST)} ${last.slice(0, 1).toUpperCase()}${last.slice(1)}`;
  });
}

interface Measured {
  perSecond: number;
  dollars: number;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

async function measure(
  rows: number,
  objects: number,
  requests: number,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const before = cpuSeconds();
  const cost: Cost = await costOf(work);
  const seconds = cpuSeconds() - before;
  const dollars =
    cost.writeUnits * WRITE_UNIT +
    cost.readUnits * READ_UNIT +
    seconds * MEMORY_GB * GB_SECOND +
    objects * (PUT_REQUEST + GET_REQUEST) +
    requests * 1e-6;
  return { perSecond: rows / seconds, dollars: (dollars * 1e6) / rows };
}

async function measureSmall({ client }: World, names: readonly string[]): Promise<Measured> {
  const batches = Array.from({ length: SMALL_BATCHES }, (_, index) => names.slice(index * 100, (index + 1) * 100));
  return measure(names.length, 0, batches.length, async () => {
    for (const part of batches)
      await call(client, screeningRoutes.createScreeningBatch, {
        body: { items: part.map((name) => ({ subject: { name } })), sources: LISTS },
      });
  });
}

async function measureUpload({ client, organizationId, mode }: World, names: readonly string[]): Promise<Measured> {
  const file = Buffer.from(`name\n${names.map((name) => `"${name}"`).join('\n')}\n`);
  const { body: upload } = await call(client, screeningRoutes.createBatchUpload, {
    body: { fileName: 'customers.csv', sizeBytes: file.length },
  });
  const { 'content-length': _, ...headers } = upload.headers;
  await fetch(upload.url, { method: 'PUT', headers, body: file });
  const { body: batch } = await call(client, screeningRoutes.createScreeningBatch, {
    body: { uploadId: upload.uploadId, sources: LISTS },
  });
  const chunks = Math.ceil(names.length / CHUNK_ROWS);
  return measure(names.length, 2 * chunks, 3, () =>
    continueJob({ ...workerContext(), remainingMs: () => 3_600_000 }, { organizationId, mode, jobId: batch.id }),
  );
}
