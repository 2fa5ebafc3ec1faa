/** @module-tag full */
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHED_LISTS } from '../../../../test/support/tools.ts';
import { type GroupedMatch, groupMatches } from '../../src/grouping/group-matches.ts';
import { areDifferent } from '../../src/grouping/same-party.ts';
import type { BirthSpan, ListedEntry } from '../../src/listed-entry.ts';
import { parseEu } from '../../src/parsers/eu.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseUk } from '../../src/parsers/uk.ts';

async function entriesOf(parse: ListParser, path: string, name: string): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  const file = createReadStream(join(PUBLISHED_LISTS, path)).pipe(createGunzip());
  await parse({ [name]: file }, (entry) => void entries.push(entry));
  return entries;
}

const REFERENCE = /<REFERENCE_NUMBER>([^<]+)/;
const DATES = /<INDIVIDUAL_DATE_OF_BIRTH>.*?<\/INDIVIDUAL_DATE_OF_BIRTH>/gs;

/** Exact days and years of birth; dates in other words are left out. */
function birthsOf(record: string): BirthSpan[] {
  return [...record.matchAll(DATES)].flatMap(([text]) => {
    const day = /<DATE>(\d{4}-\d\d-\d\d)/.exec(text)?.[1];
    const [from, to] = ['FROM_YEAR', 'TO_YEAR'].map((tag) => new RegExp(`<${tag}>(\\d{4})`).exec(text)?.[1]);
    const year = /<YEAR>(\d{4})/.exec(text)?.[1];
    if (day) return [{ from: day, to: day, isCirca: false }];
    if (from && to) return [{ from: `${from}-01-01`, to: `${to}-12-31`, isCirca: false }];
    return year ? [{ from: `${year}-01-01`, to: `${year}-12-31`, isCirca: false }] : [];
  });
}

/** Reference, kind and births of the list of the United Nations: what a group depends on. */
async function unitedNations(): Promise<ListedEntry[]> {
  const xml = await readFile(join(PUBLISHED_LISTS, 'un_sanctions/consolidated.xml'), 'utf8');
  return [...xml.matchAll(/<(INDIVIDUAL|ENTITY)>.*?<\/\1>/gs)].map(([record, tag]) => {
    const reference = REFERENCE.exec(record)?.[1]?.trim() ?? '';
    return {
      id: reference,
      kind: tag === 'INDIVIDUAL' ? 'person' : 'entity',
      names: [],
      births: birthsOf(record),
      countries: [],
      identifiers: [],
      programmes: [],
      references: [{ scheme: 'un', value: reference }],
    };
  });
}

const matchesOf = (source: string, entries: readonly ListedEntry[]): GroupedMatch[] =>
  entries.map((entry) => ({ source, score: 90, entry }));

const referenceOf = ({ references = [] }: ListedEntry) => references.find(({ scheme }) => scheme === 'un')?.value;

/** Of the UN references that two lists have, how many form one group. */
function sharedReferences(one: readonly ListedEntry[], other: readonly ListedEntry[]) {
  const known = new Set(other.flatMap((entry) => referenceOf(entry) ?? []));
  const shared = new Set(one.flatMap((entry) => referenceOf(entry) ?? []).filter((value) => known.has(value)));
  const groups = groupMatches([...matchesOf('one', one), ...matchesOf('other', other)]);
  const joined = new Set(
    groups.flatMap(({ members }) => {
      const certain = members.filter(({ certainty }) => certainty === 'certain').map(({ match }) => match);
      const lists = new Set(certain.map(({ source }) => source));
      return lists.size === 2 ? certain.flatMap(({ entry }) => referenceOf(entry) ?? []) : [];
    }),
  );
  const apart = [...shared].filter((value) => !joined.has(value));
  return { groups, shared: shared.size, apart };
}

describe.skipIf(!existsSync(PUBLISHED_LISTS))('groups of the published lists (needs published files)', () => {
  let uk: ListedEntry[];
  let eu: ListedEntry[];
  let un: ListedEntry[];
  beforeAll(async () => {
    uk = await entriesOf(parseUk, 'uk_sanctions/reconstructed/UK-Sanctions-List.csv.gz', 'UK-Sanctions-List.csv');
    eu = await entriesOf(parseEu, 'eu_fsf/reconstructed/20250415-FULL-1_1.reconstructed.xml.gz', 'eu.xml');
    un = await unitedNations();
  });

  test('at least 98 % of the UN references on the UK list form one group with the UN list', () => {
    const { shared, apart } = sharedReferences(uk, un);

    expect(shared).toBe(859);
    expect(apart.length / shared).toBeLessThanOrEqual(0.02);
  });

  test('UN references on the EU list form one group with the UK list, unless the lists contradict each other', () => {
    const { shared, apart } = sharedReferences(eu, uk);

    expect(shared).toBe(52);
    // The lists state other days of birth for two of them; the EU list has one reference twice.
    expect(apart).toEqual(['KPi.044', 'KPi.045', 'LYi.029']);
  });

  test('no group joins two different birth dates', () => {
    const groups = groupMatches([...matchesOf('uk', uk), ...matchesOf('eu', eu), ...matchesOf('un', un)]);
    const joined = groups.filter(({ members }) => members.length > 1);
    const wrong = joined.filter(({ members }) =>
      members.some(({ match: one }) => members.some(({ match: other }) => areDifferent(one.entry, other.entry))),
    );

    expect(joined.length).toBeGreaterThan(1_000);
    expect(wrong).toEqual([]);
  });
});
