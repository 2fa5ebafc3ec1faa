import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { jsonText, printable, type Terminal, table } from '../terminal.ts';

type Replay = Awaited<ReturnType<Client['risk']['replayAssessment']>>;

export const replay: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const client = connect(invocation);
  const replays: Replay[] = [];
  for (const id of invocation.args) {
    const one = await client.risk.replayAssessment({ params: { id } });
    replays.push(one);
    if (!isJson) print(terminal, one);
  }
  if (isJson) terminal.out(jsonText(replays));
  return replays.every(({ identical }) => identical) ? undefined : EXIT.checkFailed;
};

function print(
  terminal: Terminal,
  { assessmentId, evaluatorVersion, identical, digest, differences = [] }: Replay,
): void {
  const verdict = identical ? 'Identical' : 'Not identical';
  terminal.out(`${verdict}: assessment ${assessmentId}, evaluated again with ${printable(evaluatorVersion)}.`);
  terminal.out(`Digest ${digest}`);
  if (identical) return;
  const text = (value: unknown) => printable(JSON.stringify(value ?? null));
  table(
    terminal,
    ['what', 'recorded', 'evaluated again'],
    differences.map(({ path, recorded, replayed }) => [printable(path), text(recorded), text(replayed)]),
  );
}
