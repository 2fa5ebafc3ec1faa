import type { ListedEntry } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { documentKind, statesRegistration } from './document-kinds.ts';
import { listingOf } from './party-facts.ts';
import { spokenName } from './person-name.ts';

/**
 * The CSV files have most facts in one cell of remarks: sentences separated by semicolons, each
 * beginning with a label. Adds the known facts to the entry and skips prose.
 */
export function readRemarks(entry: ListedEntry, remarks: string, collector: Collector): void {
  for (const sentence of remarks.replace(/\.\s*$/, '').split(';')) {
    const remark = sentence.trim().replace(/^alt\.\s+/i, '');
    if (remark.length > LONGEST_TEXT_CHARS) continue;
    const read = READERS.find(({ pattern }) => pattern.test(remark));
    if (read) read.into(entry, remark.replace(read.pattern, '').trim(), collector);
    else readDocument(entry, remark, collector);
  }
}

interface Reader {
  pattern: RegExp;
  into(entry: ListedEntry, value: string, collector: Collector): void;
}

const READERS: readonly Reader[] = [
  {
    pattern: /^DOB:?\s+/i,
    into(entry, value, collector) {
      const birth = collector.birth(value);
      if (birth) entry.births.push(birth);
    },
  },
  {
    pattern: /^POB:?\s+/i,
    into(entry, value) {
      listingOf(entry).birthPlaces.push(value);
    },
  },
  {
    pattern: /^(?:nationality of registration|nationality|citizen)\s+/i,
    into(entry, value, collector) {
      const country = collector.country(value);
      if (country) entry.countries.push(country);
    },
  },
  {
    // Quoted names are weak aliases: the strong ones have a file of their own.
    pattern: /^(?:[afn]\.k\.a\.|d\.b\.a\.)\s+(?=')/i,
    into(entry, value) {
      const name = value.replace(/^'|'\.?$/g, '').replace(/^'(.*)'$/, '$1');
      entry.names.push({
        text: entry.kind === 'person' ? spokenName(name) : name,
        isWeak: true,
      });
    },
  },
  {
    pattern: /^Digital Currency Address - \S+\s+/i,
    into(entry, value) {
      entry.identifiers.push({ kind: 'wallet', value: value.replace(/\.$/, ''), country: null });
    },
  },
];

/** Labels of values without a digit: `SWIFT/BIC RFCBRUMM`, `Aircraft Tail Number EP-GOM`. */
const LABELLED = /^(?<label>SWIFT\/BIC|Email Address|Website|Aircraft Tail Number)\s+(?<number>\S+)$/i;

/** A number contains a digit; its label is whatever stands before. */
const DOCUMENT = /^(?<label>[A-Za-z][A-Za-z.'’/() -]*?)\s*#?\s+(?<number>\S*\d.*)$/;

function readDocument(entry: ListedEntry, remark: string, collector: Collector): void {
  const { label, number } = (LABELLED.exec(remark) ?? DOCUMENT.exec(remark))?.groups ?? {};
  const labelled = label && number ? splitLabel(label, number) : undefined;
  const kind = labelled && documentKind(labelled.label, entry.kind);
  if (!kind) return;
  const country = issuerOf(labelled.number, collector);
  entry.identifiers.push({ kind, value: numberOf(labelled.number), country });
  if (entry.kind === 'entity' && country && statesRegistration(labelled.label)) entry.countries.push(country);
}

const LABEL_AND_SERIES = new RegExp(
  '^(?<name>.*?(?:No\\.?|Number|ID|Card|Passport|Code|Identification|License))\\s+' +
    '(?<series>[A-Z]{1,4}(?: [A-Z]{1,4})*)$',
);

/** `Registration Number HRB 14604`: letters in capitals after the label belong to the number. */
function splitLabel(label: string, number: string) {
  const { name, series } = LABEL_AND_SERIES.exec(label)?.groups ?? {};
  return name && series ? { label: name, number: `${series} ${number}` } : { label, number };
}

const numberOf = (text: string) =>
  text
    .replace(/\s*\(.*$/, '')
    .replace(/,?\s+(?:issued|expires|expired|valid)\b.*$/i, '')
    .replace(/^#\s*/, '');

/** The last parenthesis that is a country: `HRA 738077 (Stuttgart) (Germany)`. */
function issuerOf(text: string, collector: Collector): string | null {
  const named = [...text.matchAll(/\(([^()]+)\)/g)].at(-1)?.[1];
  return named && /^[A-Z]/.test(named) ? collector.country(named) : null;
}
