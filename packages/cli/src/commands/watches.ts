import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import type { Invocation } from '../invocation.ts';
import { readObject } from '../read-file.ts';
import { facts, jsonText, type Terminal, table } from '../terminal.ts';

type Watches = Client['screening'];
type Watch = Awaited<ReturnType<Watches['readScreeningWatch']>>;
type NewWatch = Parameters<Watches['createScreeningWatch']>[0]['body'];
type ChangedWatch = Parameters<Watches['updateScreeningWatch']>[0]['body'];
type Page = Awaited<ReturnType<Watches['listScreeningWatches']>>;

const LIMITS = { min: 1, max: 1_000_000 };
const SHOWN = 100;

const params = (invocation: Invocation) => ({ id: invocation.argument(0) });

/** The service checks the file. */
export const create: Run = async (invocation) => {
  const body = readObject(invocation.argument(0)) as unknown as NewWatch;
  return print(invocation, await connect(invocation).screening.createScreeningWatch({ body }));
};

export const get: Run = async (invocation) =>
  print(invocation, await connect(invocation).screening.readScreeningWatch({ params: params(invocation) }));

export const update: Run = async (invocation) => {
  const body = readObject(invocation.argument(1)) as unknown as ChangedWatch;
  return print(
    invocation,
    await connect(invocation).screening.updateScreeningWatch({ params: params(invocation), body }),
  );
};

export const run: Run = async (invocation) =>
  print(invocation, await connect(invocation).screening.runScreeningWatch({ params: params(invocation) }));

export const remove: Run = async (invocation) => {
  await connect(invocation).screening.deleteScreeningWatch({ params: params(invocation) });
  invocation.terminal.err(`Deleted watch ${invocation.argument(0)}. Its runs stay.`);
  return undefined;
};

export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', LIMITS) ?? SHOWN;
  const riskSubjectId = invocation.text('subject');
  const client = connect(invocation);
  const watches: Watch[] = [];
  for (let offset: number | null = 0; offset !== null && watches.length < limit; ) {
    const page: Page = await client.screening.listScreeningWatches({ query: { offset, riskSubjectId } });
    watches.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = watches.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else if (shown.length === 0) terminal.out('No watches.');
  else
    table(
      terminal,
      ['watch', 'status', 'result', 'matches', 'verified', 'reference', 'subject'],
      shown.map(({ id, status, result, verified, reference, riskSubjectId: subject }) => [
        id,
        status,
        result?.status,
        result?.matchCount,
        verified?.at.slice(0, 16),
        reference,
        subject,
      ]),
    );
  return undefined;
};

function print({ terminal, isJson }: Invocation, watch: Watch): undefined {
  if (isJson) terminal.out(jsonText(watch));
  else show(terminal, watch);
}

function show(terminal: Terminal, watch: Watch): void {
  const { id, status, version, result, verified, profile, problem } = watch;
  facts(terminal, {
    watch: id,
    status,
    version,
    result: result?.status,
    matches: result?.matchCount,
    run: result?.runId,
    lists: watch.sources?.join(', '),
    profile: profile ? `${profile.key} version ${profile.version}` : (watch.profileKey ?? undefined),
    subject: watch.riskSubjectId ?? undefined,
    reference: watch.reference ?? undefined,
    created: watch.createdAt,
    verified: verified?.at,
    problem: problem?.detail,
  });
  if (!verified) return;
  terminal.out('');
  table(
    terminal,
    ['list', 'version', 'published'],
    verified.listVersions.map(({ list: key, versionId, publishedAt }) => [key, versionId, publishedAt]),
  );
}
