import { LIST_KEYS } from '@assay/watchlist/catalogue';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { shiftClock } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { findCrawl } from '#shared/screening/repository/crawls.ts';
import { readIndex } from '#shared/screening/repository/list-indexes.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { type CrawlSimulation, startCrawlSimulation } from './crawl-simulation.ts';
import { prepareEngine } from './engine.ts';
import { type FakeSparql, startFakeSparql } from './fake-sparql.ts';

/** Configures the service to crawl the fake SPARQL service and to download nothing else. */
export interface Crawling {
  wikidata: FakeSparql;
  simulation: CrawlSimulation;
}

const OTHER_LISTS = LIST_KEYS.filter((key) => key !== 'service_pep');
export const CONTACT = 'mailto:lists@assay.example';

/** Once per file, since settings are read once; every test has its own tables and clock. */
export function crawling(): Crawling {
  const parts = {} as Crawling;
  beforeAll(async () => {
    parts.wikidata = await startFakeSparql();
    const off = Object.fromEntries(OTHER_LISTS.map((key) => [key, {}]));
    const service_pep = { 'wikidata.sparql': parts.wikidata.url };
    process.env.LIST_FILES = JSON.stringify({ ...off, service_pep });
    process.env.WIKIDATA_CONTACT = CONTACT;
  });
  beforeEach(async () => {
    shiftClock(0);
    await prepareEngine();
    parts.wikidata.reset();
    parts.simulation = startCrawlSimulation();
  });
  afterAll(() => {
    shiftClock(0);
    parts.wikidata.stop();
  });
  return parts;
}

export const pepState = () => readListState(dynamoStore, 'service_pep');

export async function crawlNow() {
  const crawl = await findCrawl(dynamoStore);
  if (!crawl) throw new Error('There is no crawl.');
  return crawl;
}

/** All entries of the active version, by id. */
export async function listedPeps(): Promise<Record<string, ListedEntry>> {
  const { active } = await pepState();
  const index = active && (await readIndex('service_pep', active.versionId));
  if (!index) throw new Error('No version is active.');
  const entries = await Promise.all(
    Array.from({ length: index.meta.entryCount }, (_, ordinal) => index.readEntry(ordinal)),
  );
  return Object.fromEntries(entries.map((entry) => [entry.id, entry]));
}
