import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countryCode } from '#packages/watchlist/src/countries.ts';
import { csvTable } from '#packages/watchlist/src/parsers/reading/csv-table.ts';
import { FILE_LIMITS } from '#packages/watchlist/src/parsers/reading/file-limits.ts';

/** Public data sets of invented people, if the folder with them exists beside the repository. */
const FOLDER = process.env.NAME_SETS ?? fileURLToPath(new URL('../../../shared/name-sets', import.meta.url));

export interface InventedPerson {
  name: string;
  dateOfBirth: string;
  nationality: string;
}

export const innocentSets = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /^innocents-.+\.csv$/.test(name))
  : [];

/** The people whose nationality is a known country. */
export async function readInnocents(set: string): Promise<InventedPerson[]> {
  const people: InventedPerson[] = [];
  const file = { name: set, chunks: createReadStream(join(FOLDER, set)) };
  const required = ['full_name', 'date_of_birth', 'nationality'];
  for await (const row of csvTable(file, FILE_LIMITS, { required })) {
    const { full_name: name, date_of_birth: dateOfBirth, nationality: country } = row ?? {};
    const nationality = countryCode(country ?? '');
    if (name && dateOfBirth && nationality) people.push({ name, dateOfBirth, nationality });
  }
  return people;
}
