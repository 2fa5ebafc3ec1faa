import type { CharacterReadings, NameTables } from './name-tables.ts';
import { KOREAN_SURNAMES, koreanSyllables, withoutInitialR } from './romanise-korean.ts';
import { byTurns, distinct } from './spellings.ts';

/** The readings of each character; undefined if one has none. */
function readEach(piece: string, table: CharacterReadings | undefined): (readonly string[])[] | undefined {
  const readings: (readonly string[])[] = [];
  for (const character of piece) {
    const known = table?.get(character);
    if (!known) return undefined;
    readings.push(known);
  }
  return readings;
}

/** The spellings of each Chinese character of a Korean name: 金正恩 is read like 김정은. */
export function hanjaSyllables({ hanja }: NameTables, piece: string): string[][] | undefined {
  return readEach(piece, hanja)?.map((readings, at) => {
    const spoken = [...new Set(readings.flatMap((one) => [one, ...withoutInitialR(one)]))];
    const surnames = at === 0 ? spoken.filter((one) => KOREAN_SURNAMES[one]) : [];
    // As a surname 金 is Kim; in a given name it can also be Keum.
    const chosen = surnames.length > 0 ? surnames : spoken;
    return distinct(byTurns(chosen.map((one) => koreanSyllables(one, { hasSurname: at === 0 })[0] ?? [])));
  });
}

/** The spellings of each Chinese character of a Vietnamese name, without tone marks. */
export const sinoVietnameseSyllables = ({ sinoVietnamese }: NameTables, piece: string): string[][] | undefined =>
  readEach(piece, sinoVietnamese)?.map((readings) => [...readings]);
