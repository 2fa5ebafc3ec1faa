import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, printable, table } from '../terminal.ts';

type Overview = Awaited<ReturnType<Client['risk']['readWorklistOverview']>>;

const DECISIONS = ['reject', 'restrict', 'review', 'awaiting_evidence', 'none'] as const;

export const overview: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const query = { from: invocation.text('from'), to: invocation.text('to') };
  const figures = await connect(invocation).risk.readWorklistOverview({ query });
  if (isJson) {
    terminal.out(jsonText(figures));
    return undefined;
  }
  const { open, overdue, people, lists } = figures;
  table(
    terminal,
    ['decision', 'open', 'overdue'],
    [
      ...DECISIONS.map((decision) => [decision, open[decision], overdue[decision]]),
      ['total', open.total, overdue.total],
    ],
  );
  terminal.out('');
  for (const line of linesOf(figures)) terminal.out(line);
  if (people && people.length > 0) {
    terminal.out('');
    table(
      terminal,
      ['assignee', 'open', 'overdue'],
      people.map((person) => [person.userId, person.open, person.overdue]),
    );
  }
  for (const { key, stale, held, gaps } of lists)
    if (stale || held > 0 || gaps > 0)
      terminal.out(`List ${printable(key)}: ${stale ? 'stale, ' : ''}${held} held, ${gaps} days with a gap`);
  return undefined;
};

const linesOf = ({ from, to, days, timeToTake, timeToDecision, matchHitRate, screeningHitRate, waiting }: Overview) => [
  `${from} to ${to}: ${sum(days.map(({ opened }) => opened))} opened, ${sum(days.map(({ closed }) => closed))} closed`,
  `Time to take: ${timesOf(timeToTake)}`,
  `Time to decision: ${timesOf(timeToDecision)}`,
  `Matches confirmed of those decided: ${shareText(matchHitRate)}`,
  `Screenings with a match: ${shareText(screeningHitRate)}`,
  `Waiting for you: ${waiting.proposals} proposals, ${waiting.requests} requests`,
];

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

const timesOf = ({ count, p50Seconds, p90Seconds }: Overview['timeToTake']) =>
  count === 0 ? 'none' : `median ${spanOf(p50Seconds)}, 90% within ${spanOf(p90Seconds)} (${count})`;

const shareText = (share: number | null) => (share === null ? 'none' : `${Math.round(share * 100)}%`);

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** In the largest unit that it reaches: `36 h`, `5 d`. */
function spanOf(seconds: number | null): string {
  const value = seconds ?? 0;
  const [name, size] = UNITS.find(([, one]) => value >= 2 * one) ?? ['min', 60];
  return `${Math.max(1, Math.round(value / size))} ${name}`;
}
