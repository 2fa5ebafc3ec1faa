import { leadingCountryCode } from '../../countries.ts';
import type { Relation } from '../../listed-entry.ts';
import { type CsvRow, csvTable } from '../reading/csv-table.ts';
import { countryOfItem } from './country-items.ts';
import { addPosition, type PepReader, type PepReading, pathWords } from './pep-reading.ts';
import { positionCategory } from './position-category.ts';

const ROSTER = 'wikidata';

/**
 * Office holders as tables of Wikidata facts, a folder a country: who held what from when to when,
 * who is related to whom, who was born when.
 */
export const readOfficeHolders: PepReader = async (file, reading) => {
  const country = pathWords(file.name).map(leadingCountryCode).find(Boolean) ?? null;
  const isCurrent = /current\.csv$/i.test(file.name);
  await eachRow(file, reading, ['position', 'person', 'personID'], (row) => {
    const { personID = '', person = '', position = '', start, end = '' } = row;
    if (!isItem(personID)) return reading.collector.stray();
    reading.register.addName(personID, person);
    if (row.DOB) reading.register.addBirth(personID, reading.collector.birth(row.DOB));
    reading.register.addDeath(personID, row.DOD ?? '');
    const dates = { startedOn: start ?? null, endedOn: end };
    addPosition(reading, personID, {
      title: position,
      country,
      ...dates,
      isCurrent,
      roster: ROSTER,
    });
  });
};

/** Relations beyond these (partners, step-parents, cousins) are not family. */
const RELATIONS: Readonly<Record<string, Relation>> = {
  father: 'parent',
  mother: 'parent',
  child: 'child',
  spouse: 'spouse',
  sibling: 'sibling',
};

export const readFamily: PepReader = async (file, reading) => {
  await eachRow(file, reading, ['id', 'relationship', 'relative'], (row) => {
    const { id = '', name = '', relationship = '', relative = '', relativename = '' } = row;
    const relation = RELATIONS[relationship];
    if (!relation || !isItem(id) || !isItem(relative)) return reading.collector.stray();
    reading.register.addName(id, name);
    reading.register.addName(relative, relativename);
    reading.register.addRelative(id, relation, relative);
  });
};

/** What the items are that claims of people name as their positions. */
export const readPositions: PepReader = async (file, reading) => {
  await eachRow(file, reading, ['id', 'position', 'country'], ({ id = '', ...row }) => {
    const title = row.position ?? '';
    const country = countryOfItem(row.country ?? '');
    reading.positionItems.set(id, { title, category: positionCategory(title), country });
  });
};

export const readBiographies: PepReader = async (file, reading) => {
  await eachRow(file, reading, ['id', 'dob', 'dobp'], ({ id = '', name = '', dob, dod }) => {
    if (!isItem(id)) return reading.collector.stray();
    reading.register.addName(id, name);
    if (dob) reading.register.addBirth(id, reading.collector.birth(dob));
    reading.register.addDeath(id, dod ?? '');
  });
};

/** Heads of states and governments of one year: a table with an item in every other column. */
export const readLeaders: PepReader = async (file, reading) => {
  await eachRow(file, reading, ['positionLabel', 'officeholder', 'start_year'], (row) => {
    const id = row.officeholder ?? '';
    if (!isItem(id)) return reading.collector.stray();
    reading.register.addName(id, row.officeholderLabel ?? '');
    addPosition(reading, id, {
      title: row.positionLabel ?? '',
      country: reading.collector.country(row.country ?? ''),
      startedOn: row.start_year ?? null,
      endedOn: row.end_year ?? null,
      isCurrent: false,
      roster: ROSTER,
    });
  });
};

const isItem = (id: string) => /^Q\d+$/.test(id);

async function eachRow(
  file: Parameters<PepReader>[0],
  { limits, collector }: PepReading,
  required: readonly string[],
  read: (row: CsvRow) => void,
): Promise<void> {
  for await (const row of csvTable(file, limits, { required }))
    if (row) read(row);
    else collector.drop('malformed_row');
}
