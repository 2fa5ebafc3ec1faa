import { type Job, RowFault, runJob } from '../bulk/run.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { type CsvCell, valuesIn } from '../csv/columns.ts';
import { EXIT, Failure, usageError } from '../failure.ts';

type RunBody = Parameters<Client['screening']['createScreeningRun']>[0]['body'];
type Subject = RunBody['subject'];

interface Request {
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

const COLUMNS = [
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

const SYNONYMS = {
  name: ['fullName'],
  aliases: ['alias'],
  datesOfBirth: ['dateOfBirth', 'birthDate', 'dob'],
  nationalities: ['nationality'],
};

const SCORES = { min: 1, max: 100 };

/** Screens each row: a stored run, or with `--search` a search that stores nothing. */
export const screen: Run = (invocation) => {
  const isSearch = invocation.flag('search');
  const asked = invocation.text('lists');
  const reviewScore = invocation.number('review-score', SCORES);
  const matchScore = invocation.number('match-score', SCORES);
  const profileKey = invocation.text('screening-profile');
  if (profileKey !== undefined && (reviewScore ?? matchScore) !== undefined)
    throw usageError('A screening profile sets the scores. Leave out --review-score and --match-score.');
  const scores = {
    ...(profileKey !== undefined && { profileKey }),
    ...(reviewScore !== undefined && { reviewScore }),
    ...(matchScore !== undefined && { matchScore }),
  };
  const job: Job<{ lists: string[] | undefined }, Request> = {
    columns: COLUMNS,
    synonyms: SYNONYMS,
    checkColumns: (columns) => {
      if (!columns.has('name')) throw usageError('The file has no column name. Name it: --map name=<heading>.');
      if (isSearch && columns.has('riskSubjectId'))
        throw usageError('A search records nothing on risk subjects. Leave out --search or riskSubjectId.');
    },
    results: [
      'id',
      'topScore',
      'matches',
      'parties',
      'list',
      'entryId',
      'listedName',
      'measures',
      'incomplete',
      'runId',
    ],
    options: { isSearch, lists: asked, ...scores },
    prepare: async (client) => {
      const own = asked?.split(',').map((one) => one.trim());
      if (profileKey !== undefined && (await hasLists(client, profileKey))) {
        if (own) throw usageError(`The screening profile ${profileKey} sets the lists. Leave out --lists.`);
        return { lists: undefined };
      }
      return { lists: own ?? (await enabledLists(client)) };
    },
    identify: (cell) => ({ id: cell('id') }),
    request: requestOf,
    send: async (client, { id, subject, riskSubjectId }, { prepared, idempotencyKey, signal }) => {
      const settings = { ...(prepared.lists && { sources: prepared.lists }), ...scores };
      if (isSearch) {
        const found = await client.screening.searchScreeningEntries({ body: { ...subject, ...settings }, signal });
        const { items, total, incompleteReasons } = found;
        return {
          outcome: found.errorCode ? 'error' : found.incomplete ? 'incomplete' : total > 0 ? 'found' : 'clear',
          values: { id, ...summaryOf(items), matches: total, incomplete: incompleteReasons },
          details: { entries: items, sources: found.sources },
        };
      }
      const run = await client.screening.createScreeningRun({
        idempotencyKey,
        signal,
        body: { subject, ...settings, ...(riskSubjectId !== undefined && { riskSubjectId }) },
      });
      return {
        outcome: run.status,
        values: {
          id,
          ...summaryOf(run.matches),
          matches: run.matches.length,
          parties: new Set(run.matches.map(({ id: matchId, group }) => group?.id ?? matchId)).size,
          incomplete: run.incompleteReasons,
          runId: run.id,
        },
        details: { run },
      };
    },
  };
  return runJob(invocation, job);
};

interface ShownMatch {
  source: string;
  sourceEntryId: string;
  listedName: string;
  score: number;
  entry: { measures: readonly string[] } | null;
}

/** The match with the highest score, and the measures of all. */
function summaryOf(matches: readonly ShownMatch[]) {
  const [top] = matches.toSorted((a, b) => b.score - a.score);
  return {
    measures: [...new Set(matches.flatMap(({ entry }) => entry?.measures ?? []))],
    topScore: top?.score,
    list: top?.source,
    entryId: top?.sourceEntryId,
    listedName: top?.listedName,
  };
}

/** Built-in profiles have no lists of their own. */
async function hasLists(client: Client, key: string): Promise<boolean> {
  const { sources } = await client.screening.readScreeningProfile({ params: { key } });
  return sources !== null;
}

async function enabledLists(client: Client): Promise<string[]> {
  const { items } = await client.screening.listScreeningSources();
  const keys = items.filter(({ enabled, versionId }) => enabled && versionId).map(({ key }) => key);
  if (keys.length === 0) throw new Failure(EXIT.refused, 'The service has no loaded list.');
  return keys;
}

function requestOf(cell: CsvCell): Request | RowFault {
  const name = cell('name');
  if (name === undefined) return new RowFault('invalid_row', 'name is empty.');
  const type = cell('entityType')?.toLowerCase();
  if (type !== undefined && !TYPES.has(type))
    return new RowFault('invalid_row', 'entityType must be person or entity.');
  const dates = valuesIn(cell('datesOfBirth'));
  const wrong = dates.find((date) => !/^\d{4}(-\d{2}(-\d{2})?)?$/.test(date));
  if (wrong !== undefined)
    return new RowFault('invalid_row', `datesOfBirth: "${wrong}" is not YYYY-MM-DD, YYYY-MM or YYYY.`);
  const identifiers = Object.entries(IDENTIFIERS).flatMap(([column, kind]) =>
    valuesIn(cell(column)).map((value) => ({ kind, value })),
  );
  const [aliases, nationalities] = [valuesIn(cell('aliases')), valuesIn(cell('nationalities'))];
  const [country, entityType] = [cell('country'), TYPES.get(type ?? '')];
  return {
    id: cell('id'),
    riskSubjectId: cell('riskSubjectId'),
    subject: {
      name,
      ...(aliases.length > 0 && { aliases }),
      ...(entityType && { entityType }),
      ...(country !== undefined && { country }),
      ...(dates.length > 0 && { datesOfBirth: dates }),
      ...(nationalities.length > 0 && { nationalities }),
      ...(identifiers.length > 0 && { identifiers }),
    },
  };
}

const TYPES = new Map<string, 'person' | 'entity'>([
  ['person', 'person'],
  ['individual', 'person'],
  ['entity', 'entity'],
  ['company', 'entity'],
  ['business', 'entity'],
  ['organization', 'entity'],
]);
