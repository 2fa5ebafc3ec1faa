import { RowFault } from '../bulk/run.ts';
import type { Client } from '../client.ts';
import { type CsvCell, valuesIn } from '../csv/columns.ts';

type RunBody = Parameters<Client['screening']['createScreeningRun']>[0]['body'];
type Subject = RunBody['subject'];

export interface Request {
  id: string | undefined;
  subject: Subject;
  riskSubjectId: string | undefined;
}

const IDENTIFIERS = {
  passport: 'passport',
  nationalId: 'national_id',
  registrationNumber: 'registration_number',
  wallet: 'wallet',
  taxId: 'tax_id',
  lei: 'lei',
  imo: 'imo',
  bic: 'bic',
  email: 'email',
  website: 'website',
} as const;

/** What a file with customers can have, in the order of the help. */
export const COLUMNS = [
  'name',
  'id',
  'aliases',
  'entityType',
  'country',
  'datesOfBirth',
  'nationalities',
  ...Object.keys(IDENTIFIERS),
  'riskSubjectId',
];

export const SYNONYMS = {
  name: ['fullName'],
  aliases: ['alias'],
  datesOfBirth: ['dateOfBirth', 'birthDate', 'dob'],
  nationalities: ['nationality'],
};

const TYPES = new Map<string, 'person' | 'entity'>([
  ['person', 'person'],
  ['individual', 'person'],
  ['entity', 'entity'],
  ['company', 'entity'],
  ['business', 'entity'],
  ['organization', 'entity'],
]);

/** The request of a row, or the reason why it has none. */
export function requestOf(cell: CsvCell): Request | RowFault {
  const name = cell('name');
  if (name === undefined) return new RowFault('invalid_row', 'name is empty.');
  const type = cell('entityType')?.toLowerCase();
  if (type !== undefined && !TYPES.has(type))
    return new RowFault('invalid_row', 'entityType must be person or entity.');
  const wrong = valuesIn(cell('datesOfBirth')).find((date) => !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(date));
  if (wrong !== undefined)
    return new RowFault('invalid_row', `datesOfBirth: "${wrong}" is not YYYY-MM-DD, YYYY-MM or YYYY.`);
  return { id: cell('id'), riskSubjectId: cell('riskSubjectId'), subject: { ...statedSubject(cell), name } };
}

/**
 * A row as a line of a batch. It is not checked here: the service refuses it in its place, so that rows have the same numbers
 * in the file and in the batch.
 */
export function batchLineOf(cell: CsvCell): string {
  const item = { subject: statedSubject(cell), riskSubjectId: cell('riskSubjectId'), reference: cell('id') };
  return `${JSON.stringify(item)}\n`;
}

function statedSubject(cell: CsvCell): Partial<Subject> {
  const [aliases, nationalities] = [valuesIn(cell('aliases')), valuesIn(cell('nationalities'))];
  const dates = valuesIn(cell('datesOfBirth'));
  const identifiers = Object.entries(IDENTIFIERS).flatMap(([column, kind]) =>
    valuesIn(cell(column)).map((value) => ({ kind, value })),
  );
  const [name, country, type] = [cell('name'), cell('country'), cell('entityType')];
  return {
    ...(name !== undefined && { name }),
    ...(aliases.length > 0 && { aliases }),
    // The service refuses what is neither, and says so.
    ...(type !== undefined && { entityType: TYPES.get(type.toLowerCase()) ?? (type as 'person') }),
    ...(country !== undefined && { country }),
    ...(dates.length > 0 && { datesOfBirth: dates }),
    ...(nationalities.length > 0 && { nationalities }),
    ...(identifiers.length > 0 && { identifiers }),
  };
}
