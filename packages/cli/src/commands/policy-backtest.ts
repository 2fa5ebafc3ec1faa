import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { readObject } from '../read-file.ts';
import { count, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';
import type { Definition } from './policy-shapes.ts';
import { versionIn, versionsOf } from './policy-versions.ts';

type Backtest = Awaited<ReturnType<Client['risk']['readBacktest']>>;

/** Shows what a version would have decided for the assessments of a time, and waits for the end. */
export const backtest: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const policyKey = invocation.argument(0);
  const [since, until] = [invocation.text('since'), invocation.text('until')];
  if (since === undefined) throw usageError('--since is required, such as 2026-03-01T00:00:00Z.');
  const limit = invocation.number('limit', { min: 1, max: 100_000 });
  const client = connect(invocation);
  const body = {
    ...(await testedIn(client, invocation, policyKey)),
    against: { policyKey, since, ...(until !== undefined && { until }) },
    evidence: invocation.flag('as-now') ? ('as_now' as const) : ('as_known' as const),
    ...(limit !== undefined && { limit }),
  };
  const ended = await whenEnded(await client.risk.createBacktest({ body }), {
    read: (params) => client.risk.readBacktest({ params }),
    show: (job) => terminal.status(`${job.status}: ${count(job.done, 'assessment')}`),
  });
  if (isJson) terminal.out(jsonText(ended));
  else print(terminal, ended);
  return ended.status === 'completed' && ended.failed === 0 ? EXIT.ok : EXIT.refused;
};

/** The file, or the version with this number, or the latest one. */
async function testedIn(client: Client, invocation: Invocation, key: string) {
  const file = invocation.text('file');
  const number = invocation.number('version', { min: 1, max: 999_999_999 });
  if (file !== undefined) {
    if (number !== undefined) throw usageError('Give either --file or --version.');
    const { definition } = readObject(file);
    if (typeof definition !== 'object' || definition === null)
      throw usageError(`${file} must contain { "definition": { … } }.`);
    return { definition: definition as Definition };
  }
  const versions = await versionsOf(client, key);
  const version = number === undefined ? versions[0] : versionIn(versions, key, number);
  if (!version) throw new Failure(EXIT.refused, `There is no policy ${key}.`);
  return { policyVersionId: version.id };
}

function print(terminal: Terminal, job: Backtest): void {
  const { matrix, changedCases, done, failed, skipped, incomplete, problems, status, problem, isCut } = job;
  if (matrix.length > 0)
    table(
      terminal,
      ['before', 'after', 'assessments'],
      matrix
        .toSorted((one, other) => other.cases - one.cases)
        .map(({ before, after, cases }) => [before, after, cases]),
    );
  for (const { subjectId, detail } of problems) terminal.out(`${subjectId}: ${printable(detail)}`);
  terminal.out(`${count(done, 'assessment')}: ${changedCases} with another decision or band. Nothing was changed.`);
  if (incomplete > 0) terminal.out(`${incomplete} without all the evidence that the tested version needs.`);
  if (skipped > 0) terminal.out(`${count(skipped, 'subject')} never assessed.`);
  if (failed > 0) terminal.out(`${failed} could not be evaluated.`);
  if (isCut) terminal.out('There were more: --limit stopped it.');
  if (status !== 'completed') terminal.err(`The backtest is ${status}. ${problem?.detail ?? ''}`.trim());
}
