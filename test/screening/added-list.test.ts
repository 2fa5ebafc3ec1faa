import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIST_KEYS, type ListKey, lists } from '@assay/watchlist/catalogue';
import { beforeAll, expect, test, vi } from 'vitest';
import { INVENTED_LISTS, listFilesIn } from '#infra/local/lists.ts';
import { now } from '#shared/platform/clock.ts';
import { canonicalSource, validateDefinition } from '#shared/risk/listed-sources.ts';
import { parseListFiles } from '#shared/screening/contract.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { apiDocument } from '#shared/service/index.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { listTable } from '#test/support/list-table.ts';
import { aDefinition, aWorld, done, type World } from '#test/support/risk-world.ts';
import { DOCUMENT, screeningStep } from '#test/support/screened-sessions.ts';
import { saveWorkflow } from '#test/support/verification-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** A list that only the catalogue knows reaches every place that has to know it. */
const ADDED = 'added_sanctions' as ListKey;

vi.mock('@assay/watchlist/catalogue', async (importOriginal) => {
  const original = await importOriginal<typeof import('@assay/watchlist/catalogue')>();
  const added = {
    ...original.lists.uk_sanctions,
    name: 'An added list',
    shortName: 'Added',
    attribution: 'Publisher of the added list.',
    coverage: { summary: 'Invented people.', gaps: ['Everybody else.'] },
    entryUrl: (id: string) => `https://added.example/${id}`,
  };
  const all = { ...original.lists, added_sanctions: added };
  return { ...original, lists: all, LIST_KEYS: Object.keys(all) };
});

let world: World;

beforeAll(async () => {
  await prepareEngine();
  world = await aWorld();
});

const folder = () => {
  const directory = mkdtempSync(join(tmpdir(), 'added-list-'));
  mkdirSync(join(directory, ADDED));
  const invented = readFileSync(join(INVENTED_LISTS, 'uk_sanctions/UK-Sanctions-List.csv'));
  writeFileSync(join(directory, ADDED, 'UK-Sanctions-List.csv'), invented);
  return directory;
};

test('added list: it is downloaded, read, screened and shown by the API', async () => {
  const files = listFilesIn(folder())[ADDED] ?? {};
  expect(Object.keys(files)).toEqual(['UK-Sanctions-List.csv']);
  await refreshList(workerContext(now()), { key: ADDED }, { addresses: files });

  const { items } = await done(world.client, screeningRoutes.listScreeningSources, {});
  const shown = items.find(({ key }: { key: string }) => key === ADDED);
  expect(shown).toMatchObject({
    name: 'An added list',
    attention: false,
    entryCount: expect.any(Number),
    coverage: { summary: 'Invented people.', gaps: ['Everybody else.'] },
  });
  expect(shown.entryCount).toBeGreaterThan(0);

  const found = await done(world.client, screeningRoutes.searchScreeningEntries, {
    body: { name: 'Gustav Staple', sources: [ADDED] },
  });
  expect(found).toMatchObject({
    incomplete: false,
    items: [
      {
        source: ADDED,
        sourceEntryId: 'STA0001',
        entry: { links: expect.arrayContaining(['https://added.example/STA0001']) },
      },
    ],
    attributions: ['Publisher of the added list.'],
  });
});

test('added list: a workflow may screen against it, and a list outside of the catalogue is refused', async () => {
  const screening = (key: string) => [DOCUMENT, screeningStep({ sources: [key] })];

  expect(await saveWorkflow(world, screening(ADDED))).toMatchObject({ status: 201 });
  expect(await saveWorkflow(world, screening('not_in_the_catalogue'))).toMatchObject({ status: 422 });
});

test('added list: policies name it behind the lists that were there before', () => {
  const written = `service:screening:own_a+${ADDED}+service_pep+eu_fsf:r70:m90`;
  const canonical = `service:screening:eu_fsf+service_pep+${ADDED}+own_a:r70:m90`;

  expect(canonicalSource(written)).toBe(canonical);
  const { errors, normalized } = validateDefinition(
    aDefinition(written, {
      inputs: [{ key: 'screening.sanctions', type: 'string', maxAgeSeconds: 86_400, acceptedSources: [written] }],
      factors: [],
      rules: [],
    }),
  );
  expect(errors).toEqual([]);
  expect(normalized?.inputs[0]?.acceptedSources).toEqual([canonical]);
});

test('added list: operators may configure its files, and unknown lists stay refused', async () => {
  const url = 'https://added.example/list.csv';

  expect(parseListFiles(JSON.stringify({ [ADDED]: { 'list.csv': url } }))).toEqual({ [ADDED]: { 'list.csv': url } });
  expect(() => parseListFiles('{"not_in_the_catalogue":{}}')).toThrow();
  const refused = await call(world.client, screeningRoutes.searchScreeningEntries, {
    body: { name: 'Ambrose Quillfeather', sources: ['not_in_the_catalogue'] },
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'unknown_list' } });
  expect(refused.body.detail).toContain(ADDED);
});

test('added list: the API reference and the table of the documentation name it', () => {
  expect(JSON.stringify(apiDocument())).toContain(ADDED);
  expect(LIST_KEYS.at(-1)).toBe(ADDED);
  expect(listTable(lists)).toContain(`| \`${ADDED}\` | sanctions | every hour | 6 hours | Invented people. |`);
});
