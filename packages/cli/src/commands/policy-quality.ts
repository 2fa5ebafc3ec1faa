import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, printable, table } from '../terminal.ts';

type Quality = Awaited<ReturnType<Client['risk']['readPolicyQuality']>>;
type Estimate = Quality['versions'][number]['precision'];

/** How well a policy decides, by the outcomes of its subjects. */
export const quality: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const found = await connect(invocation).risk.readPolicyQuality({
    params: { key: invocation.argument(0) },
    query: { since: invocation.text('since'), until: invocation.text('until') },
  });
  if (isJson) {
    terminal.out(jsonText(found));
    return undefined;
  }
  const { versions, since, until, leastCases } = found;
  terminal.out(`Assessments from ${since} to ${until}. Shares of fewer than ${leastCases} cases are not shown.`);
  if (versions.length === 0) terminal.out('No assessments.');
  for (const { version, bands, rules, factors, ...whole } of versions) {
    terminal.out(`Version ${version}`);
    const sets = [['all', whole] as const, ...bands.map((band) => [`band ${printable(band.key)}`, band] as const)];
    table(
      terminal,
      ['of', 'assessed', 'flagged', 'positive', 'negative', 'labelled', 'precision', 'recall', 'overridden', 'p50'],
      sets.map(([name, one]) => [
        name,
        one.assessed,
        one.flagged,
        one.positives,
        one.negatives,
        ...[one.labelled, one.precision, one.recall, one.overridden].map(shareOf),
        one.timeToDecision.p50Seconds === null ? '' : `${one.timeToDecision.p50Seconds} s`,
      ]),
    );
    table(
      terminal,
      ['rule', 'matched', 'positive', 'negative', 'labelled', 'precision', 'recall'],
      rules.map(({ key, matched, positives, negatives, labelled, precision, recall }) => [
        printable(key),
        matched,
        positives,
        negatives,
        ...[labelled, precision, recall].map(shareOf),
      ]),
    );
    table(
      terminal,
      ['factor', 'assessed', 'points of positives', 'points of negatives'],
      factors.map(({ key, assessed, positives, negatives }) => [
        printable(key),
        assessed,
        positives.meanPoints ?? `too few (${positives.count})`,
        negatives.meanPoints ?? `too few (${negatives.count})`,
      ]),
    );
  }
  return undefined;
};

const percent = (share: number | null) => `${((share ?? 0) * 100).toFixed(1)}%`;

const shareOf = ({ share, low, high, absentBecause, of }: Estimate) =>
  share === null
    ? `${(absentBecause ?? '').replaceAll('_', ' ')}${absentBecause === 'too_few' ? ` (${of})` : ''}`
    : `${percent(share)} (${percent(low)} to ${percent(high)})`;
