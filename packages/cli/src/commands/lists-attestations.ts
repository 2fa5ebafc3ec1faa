import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT } from '../failure.ts';
import { jsonText, table } from '../terminal.ts';

type Page = Awaited<ReturnType<Client['screening']['listScreeningAttestations']>>;
type Attestation = Page['items'][number];

/** Exits with 4 if a day has a gap, or has no attestation at all. */
export const attestations: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const from = invocation.argument(0);
  const to = invocation.text('to') ?? from;
  const client = connect(invocation);
  const days: Attestation[] = [];
  for (let next: string | null = from; next !== null; ) {
    const page: Page = await client.screening.listScreeningAttestations({ query: { from: next, to } });
    days.push(...page.items);
    next = page.nextFrom;
  }
  if (isJson) terminal.out(jsonText(days));
  else if (days.length === 0) terminal.out('No attestations.');
  else
    table(
      terminal,
      ['day', 'list', 'outcome', 'gap minutes', 'versions', 'confirmations', 'failed checks'],
      days.flatMap(({ date, lists }) =>
        lists.map(({ key, outcome, gapMinutes, versions, confirmations, failedChecks }) => [
          date,
          key,
          outcome,
          gapMinutes,
          versions.length,
          confirmations,
          failedChecks,
        ]),
      ),
    );
  const hasGap = days.some(({ lists }) => lists.some(({ outcome }) => outcome === 'gap'));
  return hasGap || days.length === 0 ? EXIT.checkFailed : EXIT.ok;
};
