import { parseEu } from './eu.ts';
import { parseIdb } from './idb.ts';
import type { ListParser } from './list-parser.ts';
import { parseOfac } from './ofac.ts';
import { parsePep } from './pep.ts';
import { parseUk } from './uk.ts';
import { parseUn } from './un.ts';

/**
 * All parsers. The catalogue names them instead of importing them, because most functions know the lists and only
 * one reads their files.
 */
export const parsers = {
  eu: parseEu,
  ofac: parseOfac,
  uk: parseUk,
  idb: parseIdb,
  pep: parsePep,
  un: parseUn,
} satisfies Record<string, ListParser>;
export type ParserName = keyof typeof parsers;
