import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, usageError } from '../failure.ts';
import { count, jsonText, printable, type Terminal, table } from '../terminal.ts';
import { whenEnded } from '../when-ended.ts';

type LookBack = Awaited<ReturnType<Client['screening']['readScreeningLookBack']>>;
type Page = Awaited<ReturnType<Client['screening']['listLookBackFindings']>>;
type Finding = Page['items'][number];

/** Starts a look-back, waits for its end and prints what it found. */
export const run: Run = async (invocation) => {
  const { terminal } = invocation;
  const source = invocation.text('list');
  if (source === undefined) throw usageError('--list is required.');
  const versionIds = invocation.text('versions')?.split(',').filter(Boolean);
  const [from, to] = [invocation.text('from'), invocation.text('to')];
  const client = connect(invocation);
  const [batchId] = invocation.args;
  const isOfWatches = invocation.flag('watches');
  if (isOfWatches === (batchId !== undefined)) throw usageError('Name a batch, or use --watches.');
  const body = {
    ...(batchId === undefined ? { watches: true as const } : { batchId }),
    source,
    ...(versionIds && { versionIds }),
    ...(from !== undefined && { from: asInstant(from) }),
    ...(to !== undefined && { to: asInstant(to) }),
  };
  const ended = await whenEnded(await client.screening.createScreeningLookBack({ body }), {
    read: (params) => client.screening.readScreeningLookBack({ params }),
    show: (job) => terminal.status(`${job.status}: ${job.done} of ${job.total ?? '?'}`),
  });
  await print(client, ended, invocation);
  return ended.status === 'completed' ? EXIT.ok : EXIT.refused;
};

export const show: Run = async (invocation) => {
  const client = connect(invocation);
  const found = await client.screening.readScreeningLookBack({ params: { id: invocation.argument(0) } });
  await print(client, found, invocation);
  return undefined;
};

/** A day begins at midnight UTC. */
const asInstant = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text);

async function print(client: Client, lookBack: LookBack, out: { terminal: Terminal; isJson: boolean }): Promise<void> {
  const { terminal, isJson } = out;
  const findings: Finding[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page = await client.screening.listLookBackFindings({
      params: { id: lookBack.id },
      query: { offset },
    });
    findings.push(...page.items);
    offset = page.nextOffset;
  }
  if (isJson) return terminal.out(jsonText({ ...lookBack, findings }));
  if (findings.length > 0)
    table(
      terminal,
      ['row or watch', 'reference', 'outcome', 'since', 'version', 'score', 'entry', 'done'],
      findings.map(({ row, watchId, reference, outcome, isCertain, version, match, done }) => [
        watchId ?? row ?? undefined,
        reference,
        outcome === 'reached' && !isCertain ? 'reached, or earlier' : outcome,
        version?.activatedAt.slice(0, 16),
        version?.versionId,
        match?.score,
        match?.entryId,
        done,
      ]),
    );
  for (const { versionId, reason } of lookBack.unavailable)
    terminal.err(`Version ${versionId} could not be compared: ${reason}.`);
  if (lookBack.status !== 'completed')
    terminal.err(`The look-back is ${lookBack.status}. ${printable(lookBack.problem?.detail ?? '')}`.trim());
  else
    terminal.out(
      `${count(lookBack.found, lookBack.batchId === null ? 'customer' : 'row')} found in ${count(lookBack.versions.length, 'version')}.`,
    );
}
