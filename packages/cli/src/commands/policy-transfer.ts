import { writeFileSync } from 'node:fs';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect, open } from '../connect.ts';
import { EXIT, Failure, messageOf, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { connectionOf } from '../profiles/connection.ts';
import { count, jsonText, printable, table } from '../terminal.ts';
import {
  isApiKey,
  isRegistered,
  type SourceNames,
  scenariosWithNames,
  sourceNames,
  sourcesIn,
  withSourceNames,
} from './policy-sources.ts';
import { createUnlessSame, normalized, storedScenarios, wantedVersion } from './policy-versions.ts';

const versionNumber = (invocation: Invocation) => invocation.number('version', { min: 1, max: 999_999_999 });

/** Writes a version as a file that `policies push` takes in every mode. */
export const pull: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const file = invocation.text('out') ?? `${key}.json`;
  const client = connect(invocation);
  const { id, data } = await wantedVersion(client, key, versionNumber(invocation));
  const scenarios = await storedScenarios(client, id);
  const names = await sourceNames(client, sourcesIn(data.definition, scenarios));
  const policy = {
    key,
    definition: withSourceNames(data.definition, names),
    ...(scenarios.length > 0 && { scenarios: scenariosWithNames(scenarios, names) }),
  };
  save(file, `${JSON.stringify(policy, null, 2)}\n`, invocation.flag('force'));
  if (isJson) terminal.out(jsonText({ id, version: data.version, file, scenarios: scenarios.length }));
  else
    terminal.out(
      `Wrote version ${data.version} of ${printable(key)} to ${printable(file)}, with ${count(scenarios.length, 'scenario')}.`,
    );
  return undefined;
};

function save(file: string, text: string, isReplacing: boolean): void {
  try {
    writeFileSync(file, text, { flag: isReplacing ? 'w' : 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw usageError(
      exists ? `${file} exists. Give --force to replace it.` : `${file} cannot be written: ${messageOf(error)}`,
    );
  }
}

interface MappedSource {
  source: string;
  from: string;
  to: string | null;
}

/** Creates a version in another mode. Its sources are those with the same keys there. */
export const promote: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const reason = invocation.text('propose');
  const [from, to] = [clientOf(invocation, 'from'), clientOf(invocation, 'to')];
  if (from.mode === to.mode) throw usageError('--from and --to must be different modes.');

  const { id, data } = await wantedVersion(from.client, key, versionNumber(invocation));
  const scenarios = await storedScenarios(from.client, id);
  const sources = sourcesIn(data.definition, scenarios);
  const [names, known] = [await sourceNames(from.client, sources), await sourceNames(to.client, sources)];
  const mapped = mapping(sources, names, known);
  if (!isJson && mapped.length > 0)
    table(
      terminal,
      ['source', from.mode, to.mode],
      mapped.map((one) => [one.source, one.from, one.to ?? '–']),
    );
  assertComplete(mapped, sources, { key, to: to.mode });

  const policy = { key, definition: withSourceNames(data.definition, names) };
  const { version, isSame } = await createUnlessSame(to.client, policy, {
    stored: await normalized(to.client, policy),
    note: invocation.text('note') ?? `Version ${data.version} of ${from.mode}.`,
    ...(scenarios.length > 0 && { scenarios: scenariosWithNames(scenarios, names) }),
  });
  const isDraft = version.data.status === 'draft';
  const params = { id: version.id };
  const proposal =
    reason === undefined || !isDraft ? undefined : await to.client.risk.proposePolicy({ params, body: { reason } });
  const made = { id: version.id, version: version.data.version, status: version.data.status, isNew: !isSame };
  if (isJson) terminal.out(jsonText({ ...made, sources: mapped, ...(proposal && { proposalId: proposal.id }) }));
  else {
    const what = isSame ? 'No changes: the latest version of' : 'Created';
    const where = isSame ? `${to.mode} is version ${made.version}` : `version ${made.version} in ${to.mode}`;
    terminal.out(`${what} ${where} like version ${data.version} in ${from.mode} (${made.status}, ${made.id}).`);
    if (proposal) terminal.out(`Proposed as ${proposal.id}. Another person publishes it.`);
  }
  return undefined;
};

function clientOf(invocation: Invocation, option: 'from' | 'to'): { mode: string; client: Client } {
  const mode = invocation.required(option) as 'test' | 'live';
  const connection = connectionOf(invocation);
  if (connection.mode === undefined)
    throw usageError('Needs the session of an owner or admin: an API key belongs to one mode. Run `assay login`.');
  return { mode, client: open({ ...connection, mode }) };
}

function mapping(sources: readonly string[], names: SourceNames, known: SourceNames): MappedSource[] {
  const idOf = new Map([...known].map(([id, name]) => [name, id]));
  return sources.filter(isRegistered).map((id) => {
    const name = names.get(id);
    return { source: name ?? id, from: id, to: (name && idOf.get(name)) ?? null };
  });
}

function assertComplete(
  mapped: readonly MappedSource[],
  sources: readonly string[],
  { key, to }: { key: string; to: string },
): void {
  const missing = mapped.filter((one) => one.to === null).map(({ source }) => source);
  const apiKeys = sources.filter(isApiKey);
  if (missing.length > 0)
    throw new Failure(EXIT.checkFailed, `Register in ${to} first: ${missing.join(', ')}. Nothing was created.`);
  if (apiKeys.length > 0)
    throw new Failure(
      EXIT.checkFailed,
      `The policy ${key} accepts API keys, which belong to one mode: ${apiKeys.join(', ')}. Register a source for them. Nothing was created.`,
    );
}
