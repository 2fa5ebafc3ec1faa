import { writeFile } from 'node:fs/promises';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { count, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';

type Assurance = Awaited<ReturnType<Client['screening']['readScreeningAssurance']>>;
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
  const body = {
    ...(profileKey !== undefined && { profileKey }),
    ...(sources && { sources }),
    ...(reviewScore !== undefined && { reviewScore }),
    ...(entries !== undefined && { entries }),
    ...(customers !== undefined && { customers }),
    ...(seed !== undefined && { seed }),
  };
  const ended = await whenEnded(await client.screening.createScreeningAssurance({ body }), {
    read: (params) => client.screening.readScreeningAssurance({ params }),
    show: (job) => terminal.status(`${job.status}: ${job.done} of ${job.total ?? '?'}`),
  });
  if (isJson) terminal.out(jsonText(ended));
  else print(terminal, ended);
  return exitCodeOf(ended);
};

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

const exitCodeOf = ({ status, result }: Assurance) =>
  status === 'completed' && result?.outcome !== 'failed' ? EXIT.ok : EXIT.refused;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function print(terminal: Terminal, { status, problem, result, missed, misses, reviewScore }: Assurance): void {
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
  terminal.out(`Outcome: ${result.outcome}.`);
}
