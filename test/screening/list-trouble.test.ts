import { afterAll, expect, test } from 'vitest';
import { addSeconds } from '#shared/platform/clock.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { type ListState, untouched } from '#shared/screening/lists/list-state.ts';
import { isInTrouble } from '#shared/screening/lists/list-trouble.ts';

/** Which lists raise the alarm. */
const listFiles = process.env.LIST_FILES;
process.env.LIST_FILES = JSON.stringify({ ofac_sdn: null });
afterAll(() => {
  process.env.LIST_FILES = listFiles;
});

const NOW = new Date('2026-03-14T12:00:00Z');
const hoursAgo = (hours: number) => addSeconds(NOW, -hours * 3_600).toISOString();

const aState = (key: ListKey, confirmedHoursAgo: number, changes: Partial<ListState> = {}) => ({
  ...untouched(key),
  active: {
    versionId: '019ced2c-9000-7000-8000-5d3c2b1a0f00',
    publishedAt: null,
    builtAt: hoursAgo(400),
    entryCount: 10,
    droppedEntries: 0,
    digest: 'digest',
    termBuilderVersion: 1,
    origin: 'publisher' as const,
    reasons: [],
  },
  confirmedAt: hoursAgo(confirmedHoursAgo),
  ...changes,
});

const held = { attentionReasons: ['shrunk'] };
const unread = { active: null, attentionReasons: ['unreadable_empty_file'] };
const givenUp = { attentionReasons: ['crawl_busy'] };

test.each<[string, boolean, ListKey, ListState]>([
  ['one that is in order', false, 'eu_fsf', aState('eu_fsf', 5)],
  ['one that has grown stale', true, 'eu_fsf', aState('eu_fsf', 7)],
  ['one with a version held back', true, 'eu_fsf', aState('eu_fsf', 1, held)],
  ['one whose file cannot be read', true, 'eu_fsf', aState('eu_fsf', 1, unread)],
  ['one that was never loaded', true, 'eu_fsf', untouched('eu_fsf')],
  ['one that is switched off', false, 'ofac_sdn', aState('ofac_sdn', 99, held)],
  ['one that is crawled for the first time', false, 'service_pep', untouched('service_pep')],
  ['one whose crawl was given up', true, 'service_pep', aState('service_pep', 1, givenUp)],
  ['one that is crawled weekly', false, 'service_pep', aState('service_pep', 400)],
  ['one that is handed in, between two visits', false, 'idb_sanctions', aState('idb_sanctions', 99)],
  ['one that was handed in and shrunk', true, 'idb_sanctions', aState('idb_sanctions', 99, held)],
])('%s: %s', (_case, expected, key, state) => {
  expect(isInTrouble(key, state, NOW)).toBe(expected);
});
