import { countryCode } from '../../countries.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { numberedItems } from './numbered-items.ts';

interface DocumentNumber {
  value: string;
  /** Where it stands beside the number itself. */
  country: string | null;
}

/** `734088604. 735958824`, `OGRNIP: 321547600026521  TIN: 041104686952`: several, uncounted. */
const BETWEEN = /(?<=\d)\.\s+(?=\S*\d)|\s+(?=\p{Lu}+:\s)/u;
/** `INN number: 770200946783`, `Taxpayer No. 184101937739`. */
const LABEL = /^\p{L}[\p{L} ]*[:.]\s+(?=\d)/u;
/** `2652410875 (Ukraine)`. */
const BEHIND = /\s*\(([^()]+)\)$/;

/** The numbers of a cell, as they are printed in the document. */
export const documentNumbers = (cell: string): DocumentNumber[] =>
  numberedItems(cell)
    .filter(({ length }) => length <= LONGEST_TEXT_CHARS)
    .flatMap((item) => item.split(BETWEEN).map(documentNumber));

function documentNumber(text: string): DocumentNumber {
  const country = countryCode(BEHIND.exec(text)?.[1] ?? '');
  const number = country === null ? text : text.replace(BEHIND, '');
  return { value: number.replace(LABEL, '').trim(), country };
}
