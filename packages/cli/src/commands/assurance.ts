import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { putFile, sizeOf } from '../put-file.ts';
import { count, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';

type Assurance = Awaited<ReturnType<Client['screening']['readScreeningAssurance']>>;
type OwnResult = NonNullable<NonNullable<Assurance['result']>['own']>;
type Page = Awaited<ReturnType<Client['screening']['listScreeningAssurances']>>;

const WHOLE = { min: 0, max: 2_147_483_647 };

/** Starts a test of effectiveness and waits for its result. */
export const run: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const profileKey = invocation.text('screening-profile');
  const sources = invocation.text('lists')?.split(',').filter(Boolean);
  const [reviewScore, entries] = [invocation.number('review-score', WHOLE), invocation.number('entries', WHOLE)];
  const [customers, seed] = [invocation.number('customers', WHOLE), invocation.number('seed', WHOLE)];
  const client = connect(invocation);
  const [own, negatives] = await Promise.all(
    ['own', 'negatives'].map(async (option) => {
      const file = invocation.text(option);
      return file === undefined ? undefined : upload(client, file);
    }),
  );
  const body = {
    ...(profileKey !== undefined && { profileKey }),
    ...(sources && { sources }),
    ...(reviewScore !== undefined && { reviewScore }),
    ...(entries !== undefined && { entries }),
    ...(customers !== undefined && { customers }),
    ...(seed !== undefined && { seed }),
    ...(own !== undefined && { own }),
    ...(negatives !== undefined && { negatives }),
  };
  const ended = await whenEnded(await client.screening.createScreeningAssurance({ body }), {
    read: (params) => client.screening.readScreeningAssurance({ params }),
    show: (job) => terminal.status(`${job.status}: ${job.done} of ${job.total ?? '?'}`),
  });
  if (isJson) terminal.out(jsonText(ended));
  else print(terminal, ended);
  return exitCodeOf(ended);
};

/** The id of the upload. */
async function upload(client: Client, file: string): Promise<string> {
  const body = { fileName: basename(file), sizeBytes: sizeOf(file) };
  const target = await client.screening.createBatchUpload({ body });
  await putFile(file, target);
  return target.uploadId;
}

export const show: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const found = await connect(invocation).screening.readScreeningAssurance({ params: { id: invocation.argument(0) } });
  if (isJson) terminal.out(jsonText(found));
  else print(terminal, found);
  return undefined;
};

/** Saves the report of a test for a supervisor. */
export const report: Run = async (invocation) => {
  const id = invocation.argument(0);
  const file = invocation.text('out') ?? `assurance-${id}.pdf`;
  await writeFile(file, await connect(invocation).screening.readScreeningAssuranceReport({ params: { id } }));
  invocation.terminal.err(`Wrote ${file}.`);
  return undefined;
};

export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const client = connect(invocation);
  const tests: Page['items'] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page = await client.screening.listScreeningAssurances({ query: { offset } });
    tests.push(...page.items);
    offset = page.nextOffset;
  }
  if (isJson) terminal.out(jsonText(tests));
  else if (tests.length === 0) terminal.out('No tests of effectiveness.');
  else
    table(
      terminal,
      ['id', 'status', 'outcome', 'profile', 'review score', 'entries', 'started', 'next due'],
      tests.map(({ id, status, outcome, profile, reviewScore, entries, createdAt, nextDueAt }) => [
        id,
        status,
        outcome,
        profile && `${profile.key} ${profile.version}`,
        reviewScore,
        entries,
        createdAt.slice(0, 10),
        nextDueAt?.slice(0, 10),
      ]),
    );
  return undefined;
};

/** A class that two people have accepted is no reason to stop a pipeline. */
const exitCodeOf = ({ status, outcomeBeyondLimits }: Assurance) =>
  status === 'completed' && outcomeBeyondLimits !== 'failed' ? EXIT.ok : EXIT.refused;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function print(terminal: Terminal, test: Assurance): void {
  const { status, problem, result, missed, misses, reviewScore, limits, lapsedLimits, outcomeBeyondLimits } = test;
  if (!result) {
    terminal.err(`The test is ${status}. ${problem ? printable(problem.detail) : ''}`.trim());
    return;
  }
  table(
    terminal,
    ['class', 'known', 'expected', 'status', 'cases', 'found', '95 % interval'],
    result.classes.map(({ class: key, known, expected, status, cases, recall, low, high }) => [
      key,
      known,
      expected,
      status,
      cases,
      recall === null ? undefined : percent(recall),
      recall === null ? undefined : `${percent(low)} to ${percent(high)}`,
    ]),
  );
  for (const { known, alertsPerThousand, flaggedPerThousand } of result.alerts)
    terminal.out(
      `Of 1,000 customers on no list, ${known}: ${alertsPerThousand} alerts, ${flaggedPerThousand} customers with an alert.`,
    );
  const unsearched = misses.filter(({ reason }) => reason === 'not_searched').length;
  terminal.out(`${count(missed, 'case')} below ${reviewScore}.`);
  if (unsearched > 0) terminal.out(`${unsearched} of those shown were left out by the search, which is a defect.`);
  if (result.own) printOwn(terminal, result.own);
  for (const { class: key, known, acceptedBy, expiresAt, reason } of limits)
    terminal.out(`Accepted by ${acceptedBy} until ${expiresAt.slice(0, 10)}: ${key}, ${known}. ${printable(reason)}`);
  for (const { class: key, known, reason } of lapsedLimits)
    terminal.out(`No longer accepted: ${key}, ${known} (${reason}).`);
  terminal.out(`Outcome: ${result.outcome}.`);
  if (outcomeBeyondLimits !== result.outcome) terminal.out(`Without accepted limits: ${outcomeBeyondLimits}.`);
}

function printOwn(terminal: Terminal, { found, notFound, deviations }: OwnResult): void {
  terminal.out(`Cases of your own: ${found.asExpected} of ${found.cases} known hits are found.`);
  terminal.out(`${notFound.asExpected} of ${notFound.cases} others cause no alert.`);
  if (deviations.length > 0)
    table(
      terminal,
      ['line', 'reference', 'expected', 'outcome', 'score', 'list', 'entry'],
      deviations.map(({ line, reference, expected, outcome, topScore, source, entryId }) => [
        line,
        reference === null ? undefined : printable(reference),
        expected,
        outcome,
        topScore ?? undefined,
        source ?? undefined,
        entryId ?? undefined,
      ]),
    );
}
