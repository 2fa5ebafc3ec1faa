import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '#packages/foundation/src/csv.ts';
import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { ftmEntity } from '#shared/screening/ftm-entity.ts';
import { NothingReadable, type OwnFormat, readOwnList } from '#shared/screening/lists/read-own-list.ts';
import { runs } from '#test/support/soak.ts';

/** What is written as an own list in each format gives the same entries. */
async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const fileOf = (text: string, size = 1_000): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => chunked(text, size),
});

async function entriesIn(fileName: string, text: string, format: OwnFormat = {}, size?: number) {
  const entries: ListedEntry[] = [];
  const report = await readOwnList(
    { [fileName]: fileOf(text, size) },
    async (entry) => {
      entries.push(entry);
    },
    format,
  );
  return { entries, report };
}

const word = fc.stringMatching(/^[A-Z][a-zà-ÿ]{1,8}$/);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const phrases = fc.uniqueArray(phrase, { maxLength: 3 });
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2020-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const kinds = ['passport', 'tax_id', 'bic', 'email', 'website', 'wallet'] as const;

const row = fc.record({
  name: phrase,
  kind: fc.constantFrom('person', 'entity'),
  aliases: phrases,
  weakAliases: phrases,
  dateOfBirth: fc.uniqueArray(day, { maxLength: 2 }),
  placeOfBirth: phrases,
  gender: fc.option(fc.constantFrom('female', 'male'), { nil: undefined }),
  nationality: fc.uniqueArray(fc.constantFrom('IR', 'CH', 'GB', 'RU'), { maxLength: 2 }),
  identifiers: fc.uniqueArray(
    fc.record({ kind: fc.constantFrom(...kinds), value: fc.stringMatching(/^[A-Z0-9]{6,9}$/) }),
    { maxLength: 3, selector: ({ kind }) => kind },
  ),
  addresses: phrases,
  measures: fc.uniqueArray(fc.constantFrom('asset_freeze', 'travel_ban', 'debarment'), { maxLength: 2 }),
  programme: phrases,
  listedOn: fc.option(day, { nil: undefined }),
  endsOn: fc.option(day, { nil: undefined }),
  remarks: fc.option(phrase, { nil: undefined }),
});
const rows = fc
  .array(row, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((one, index) => ({ id: `E-${index}`, ...one })));
type Row = ReturnType<typeof rows.generate>['value'][number];

const asNdjson = (all: readonly Row[]) => all.map((one) => JSON.stringify(one)).join('\n');

function asCsv(all: readonly Row[]): string {
  const columns = ['id', 'name', 'kind', 'aliases', 'weakAliases', 'dateOfBirth', 'placeOfBirth', 'gender'] as const;
  const further = ['nationality', 'addresses', 'measures', 'programme', 'listedOn', 'endsOn', 'remarks'] as const;
  const headings = [...columns, ...further];
  const lines = all.map((one) => [
    ...headings.map((name) => {
      const value = one[name];
      return Array.isArray(value) ? value.join('; ') : (value ?? '');
    }),
    one.identifiers.map(({ kind }) => kind).join(';'),
    one.identifiers.map(({ value }) => value).join(';'),
  ]);
  return [[...headings, 'identifierKind', 'identifierValue'], ...lines].map((cells) => csvLine(cells)).join('');
}

const asNested = (entries: readonly ListedEntry[]) =>
  entries.map((entry) => JSON.stringify(ftmEntity(entry, { key: 'own_a', listKind: 'watch' }))).join('\n');

/** Every part of an entity in a line of its own, as in `entities.ftm.json`. */
const asFlat = (entries: readonly ListedEntry[]) =>
  entries
    .flatMap((entry) => {
      const entity = ftmEntity(entry, { key: 'own_a', listKind: 'watch' });
      const parts = Object.values(entity.properties).flatMap((values) =>
        values.flatMap((value) => (typeof value === 'string' ? [] : [value])),
      );
      const own = Object.entries(entity.properties).filter(([, values]) => typeof values[0] === 'string');
      return [...parts, { ...entity, properties: Object.fromEntries(own) }];
    })
    .map((entity) => JSON.stringify(entity))
    .join('\n');

const unordered = (entries: readonly ListedEntry[]) =>
  entries.map(({ identifiers, ...entry }) => ({
    ...entry,
    identifiers: identifiers.toSorted((a, b) => a.kind.localeCompare(b.kind)),
  }));

describe('formats of own lists', () => {
  test('CSV, NDJSON and both forms of FollowTheMoney give the same entries, however the file is cut', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 400 }), async (all, size) => {
        const { entries, report } = await entriesIn('a.ndjson', asNdjson(all), {}, size);
        expect(report).toMatchObject({ entryCount: all.length, droppedEntries: 0, unread: [] });
        expect((await entriesIn('a.csv', asCsv(all), {}, size)).entries).toEqual(entries);
        const nested = await entriesIn('targets.nested.json', asNested(entries), {}, size);
        expect(unordered(nested.entries)).toEqual(unordered(entries));
        expect(unordered((await entriesIn('entities.ftm.json', asFlat(entries))).entries)).toEqual(unordered(entries));
      }),
      runs(60),
    );
  });

  test('the simple CSV of OpenSanctions is read by its headings', async () => {
    const text = [
      'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,program_ids,dataset,first_seen,last_seen,last_change',
      'NK-1,Person,Ambrose Quillfeather,"A. Quill;""Quill; Ambrose""",1961-04-17,ir;ch,"4 Inkwell Lane",passport:QF0011223,Reciprocal,+41,a@example.com,XX-1,d,2020,2021,2022',
    ].join('\n');
    const [entry] = (await entriesIn('targets.simple.csv', text)).entries;
    expect(entry).toMatchObject({
      id: 'NK-1',
      kind: 'person',
      names: [{ text: 'Ambrose Quillfeather' }, { text: 'A. Quill' }, { text: 'Quill; Ambrose' }],
      countries: ['IR', 'CH'],
      identifiers: [
        { kind: 'passport', value: 'QF0011223' },
        { kind: 'email', value: 'a@example.com' },
      ],
      programmes: ['Reciprocal', 'XX-1'],
    });
  });

  test('a file with more entries than allowed, or with none, is refused', async () => {
    const three = 'name\nOne Name\nTwo Name\nThree Name\n';
    await expect(entriesIn('a.csv', three, { mostEntries: 2 })).rejects.toMatchObject({ code: 'too_large' });
    expect((await entriesIn('a.csv', three, { mostEntries: 3 })).report.entryCount).toBe(3);
    const none = await entriesIn('a.ndjson', '[]\n{"name":""}').catch((error: unknown) => error);
    expect(none).toBeInstanceOf(NothingReadable);
    expect(none).toMatchObject({ code: 'no_entries', unreadCount: 2, unread: [{ line: 1 }, { line: 2 }] });
  });

  test('rows without an id get one from what they state', async () => {
    const { entries } = await entriesIn('a.csv', 'name\nOne Name\nOne Name\n');
    const again = await entriesIn('a.csv', 'name\nTwo Name\nOne Name\n');
    expect(entries.map(({ id }) => id)).toEqual([again.entries[1]?.id, `${again.entries[1]?.id}-2`]);
  });
});
