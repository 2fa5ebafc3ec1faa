import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, usageError } from '../failure.ts';
import { count, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';
import { versionIn, versionsOf, wantedVersion } from './policy-versions.ts';

type Rollout = Awaited<ReturnType<Client['risk']['createRollout']>>;

/** Has the subjects that one version monitors be monitored by another, and waits for the end. */
export const rollout: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const number = (name: string, max = 999_999_999) => invocation.number(name, { min: 1, max });
  const [from, to, limit, dryRun] = [
    number('from'),
    number('to'),
    number('limit', 10_000_000),
    invocation.flag('dry-run'),
  ];
  if (from === undefined) throw usageError('--from is required: the number of the version that is replaced.');
  const client = connect(invocation);
  const target = await wantedVersion(client, key, to);
  const replaced = versionIn(await versionsOf(client, key), key, from);
  const body = { from: replaced.id, dryRun, ...(limit !== undefined && { limit }) };
  const ended = await whenEnded(await client.risk.createRollout({ params: { id: target.id }, body }), {
    read: (params) => client.risk.readRollout({ params }),
    show: (job) => terminal.status(`${job.status}: ${count(job.done, 'subject')}`),
  });
  if (isJson) terminal.out(jsonText(ended));
  else print(terminal, ended);
  return ended.status === 'completed' && ended.failed === 0 ? EXIT.ok : EXIT.refused;
};

function print(
  terminal: Terminal,
  { status, changes, replaced, skipped, failed, problems, problem, ...job }: Rollout,
): void {
  if (changes && changes.length > 0)
    table(
      terminal,
      ['before', 'after', 'subjects'],
      changes.map(({ before, after, subjects }) => [before, after, subjects]),
    );
  for (const { subjectId, detail } of problems) terminal.out(`${subjectId}: ${printable(detail)}`);
  const versions = `version ${job.version} instead of version ${job.fromVersion}`;
  terminal.out(
    changes
      ? `${count(replaced, 'subject')} would be monitored by ${versions}. Nothing was changed.`
      : `${count(replaced, 'subject')} monitored by ${versions}.`,
  );
  if (skipped > 0) terminal.out(`${count(skipped, 'subject')} skipped: monitoring is paused or was changed.`);
  if (failed > 0) terminal.out(`${count(failed, 'subject')} failed.`);
  if (status !== 'completed') terminal.err(`The roll-out is ${status}. ${problem?.detail ?? ''}`.trim());
}
