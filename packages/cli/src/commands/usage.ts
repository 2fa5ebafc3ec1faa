import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, table } from '../terminal.ts';

type Usage = Awaited<ReturnType<Client['organization']['readUsage']>>;
type Counts = Usage['days'][number]['live'];

/** Shows what the organization has used per day, and what is left of today's limits. */
export const usage: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const [from, to] = [invocation.text('from'), invocation.text('to')];
  const read = await connect(invocation).organization.readUsage({
    query: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
  });
  if (isJson) {
    terminal.out(jsonText(read));
    return undefined;
  }
  const rows = read.days.flatMap(({ date, live, test }) => [
    ...(isUsed(live) ? [[date, 'live', ...cells(live)]] : []),
    ...(isUsed(test) ? [[date, 'test', ...cells(test)]] : []),
  ]);
  if (rows.length === 0) terminal.out(`Nothing was used from ${read.from} to ${read.to}.`);
  else table(terminal, ['day', 'mode', 'investigations', 'tokens in', 'tokens out', 'test events', 'prints'], rows);
  terminal.out('');
  const { investigations, tokens, testEvents, prints } = read.limits;
  const limits = [
    ['investigations', investigations],
    ['tokens', tokens],
    ['test events', testEvents],
    ['prints', prints],
  ] as const;
  table(
    terminal,
    ['today', 'used', 'limit'],
    limits.map(([name, { used, perDay }]) => [name, used, perDay ?? 'none']),
  );
  return undefined;
};

const cells = (counts: Counts) => [
  counts.investigations,
  counts.inputTokens,
  counts.outputTokens,
  counts.testEvents,
  counts.prints,
];
const isUsed = (counts: Counts) => cells(counts).some((count) => count > 0);
