import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { differences } from '../json-differences.ts';
import { readObject } from '../read-file.ts';
import { jsonText, printable, type Terminal, table } from '../terminal.ts';
import {
  assertPasses,
  hasFailed,
  noScenarios,
  saveScenarios,
  scenariosOf,
  showTested,
  testPolicy,
} from './policy-scenarios.ts';
import type { Definition } from './policy-shapes.ts';
import { sourceNames, sourcesIn, withSourceNames } from './policy-sources.ts';
import {
  createUnlessSame,
  normalized,
  type PolicySource,
  storedScenarios,
  versionIn,
  versionsOf,
} from './policy-versions.ts';

interface PolicyFile extends PolicySource {
  scenarios: unknown;
}

function policyIn(invocation: Invocation): PolicyFile {
  const path = invocation.argument(0);
  const { key, definition, scenarios } = readObject(path);
  if (typeof key !== 'string' || typeof definition !== 'object' || definition === null)
    throw usageError(`${path} must contain { "key": …, "definition": { … } }.`);
  return { key, definition: definition as Definition, scenarios };
}

export const validate: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const { key, definition } = policyIn(invocation);
  const result = await connect(invocation).risk.validatePolicy({ body: { key, definition } });
  if (isJson) terminal.out(jsonText(result));
  else if (!result.valid) showFindings(terminal, result.errors);
  else {
    terminal.out(`The policy ${key} is valid.`);
    if (result.warnings.length > 0) showFindings(terminal, result.warnings);
  }
  const isClean = result.valid && (result.warnings.length === 0 || !invocation.flag('strict'));
  return isClean ? EXIT.ok : EXIT.checkFailed;
};

const showFindings = (terminal: Terminal, findings: readonly { path: string; code: string; message: string }[]) =>
  table(
    terminal,
    ['path', 'code', 'message'],
    findings.map(({ path, code, message }) => [path, code, message]),
  );

export const simulate: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const { definition, scenarios: own } = policyIn(invocation);
  const scenarios = scenariosOf(invocation, own);
  if (!scenarios) throw noScenarios();
  const tested = await testPolicy(connect(invocation), definition, scenarios);
  if (isJson) terminal.out(jsonText(tested.results));
  else showTested(terminal, tested);
  return hasFailed(tested) ? EXIT.checkFailed : EXIT.ok;
};

export const diff: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const policy = policyIn(invocation);
  const client = connect(invocation);
  const number = invocation.number('version', { min: 1, max: 999_999_999 });
  const versions = await versionsOf(client, policy.key);
  const other =
    number === undefined
      ? versions.find(({ data }) => data.status === 'published')
      : versions.find(({ data }) => data.version === number);
  if (!other)
    throw new Failure(
      EXIT.refused,
      number === undefined
        ? `The policy ${policy.key} has no published version.`
        : `The policy ${policy.key} has no version ${number}.`,
    );
  const [before, after] = [other.data.definition, await normalized(client, policy)];
  const names = await sourceNames(client, [...sourcesIn(before), ...sourcesIn(after)]);
  const found = differences(withSourceNames(before, names), withSourceNames(after, names));
  if (isJson) terminal.out(jsonText({ version: other.data.version, differences: found }));
  else if (found.length === 0) terminal.out(`No difference from version ${other.data.version}.`);
  else {
    terminal.out(`Differences from version ${other.data.version} of ${policy.key}:`);
    for (const { path, before, after } of found) {
      if (before !== undefined) terminal.out(terminal.style('red', `- ${path}: ${shown(before)}`));
      if (after !== undefined) terminal.out(terminal.style('green', `+ ${path}: ${shown(after)}`));
    }
  }
  return found.length === 0 ? EXIT.ok : EXIT.checkFailed;
};

const shown = (value: unknown) => printable(JSON.stringify(value));

export const push: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const policy = policyIn(invocation);
  const [reason, proposalId] = [invocation.text('propose'), invocation.text('proposal')];
  if (reason !== undefined && invocation.flag('publish'))
    throw usageError('Give either --propose or --publish: they are for two different people.');
  if (proposalId !== undefined && !invocation.flag('publish')) throw usageError('--proposal is only for --publish.');
  const scenarios = scenariosOf(invocation, policy.scenarios);
  if (invocation.flag('test') && !scenarios) throw noScenarios();
  const client = connect(invocation);
  const stored = await normalized(client, policy);
  if (invocation.flag('test') && scenarios) await assertPasses(terminal, client, policy.definition, scenarios);
  const note = invocation.text('note');
  const added = { stored, ...(scenarios && { scenarios }), ...(note !== undefined && { note }) };
  const { version: pushed, isSame } = await createUnlessSame(client, policy, added);
  if (isSame && scenarios && pushed.data.status === 'draft' && (await saveScenarios(client, pushed.id, scenarios)))
    terminal.err(`Replaced the scenarios of version ${pushed.data.version}.`);
  let version = pushed;
  const wasPublished = version.data.status === 'published';
  if (invocation.flag('publish') && !wasPublished)
    version = await client.risk.publishPolicy({
      params: { id: version.id },
      ...(proposalId !== undefined && { body: { proposalId } }),
    });
  const { id, data } = version;
  const proposal =
    reason === undefined || wasPublished
      ? undefined
      : await client.risk.proposePolicy({ params: { id }, body: { reason } });
  const proposed = proposal && { proposalId: proposal.id };
  if (isJson) terminal.out(jsonText({ id, version: data.version, status: data.status, isNew: !isSame, ...proposed }));
  else {
    terminal.out(
      `${isSame ? 'No changes:' : 'Created'} version ${data.version} of ${policy.key}${isSame ? ' is the same' : ''} (${data.status}, ${id}).`,
    );
    if (proposal) terminal.out(`Proposed. Another person publishes it with --publish --proposal ${proposal.id}.`);
  }
  return undefined;
};

/** Makes an earlier definition the newest version, with its scenarios: numbers only go up. */
export const rollBack: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const number = invocation.number('to', { min: 1, max: 999_999_999 });
  const [reason, isPublishing] = [invocation.text('propose'), invocation.flag('publish')];
  if (number === undefined) throw usageError('--to is required: the number of the version to return to.');
  if (reason !== undefined && isPublishing)
    throw usageError('Give either --propose or --publish: they are for two different people.');
  const client = connect(invocation);
  const target = versionIn(await versionsOf(client, key), key, number);
  const version = await client.risk.createPolicy({
    body: {
      key,
      definition: target.data.definition,
      note: `Returns to version ${number}.`,
      scenarios: await storedScenarios(client, target.id),
    },
  });
  const params = { id: version.id };
  const proposal = reason === undefined ? undefined : await client.risk.proposePolicy({ params, body: { reason } });
  const { data } = isPublishing ? await client.risk.publishPolicy({ params }) : version;
  const made = { id: version.id, version: data.version, status: data.status };
  if (isJson) terminal.out(jsonText({ ...made, ...(proposal && { proposalId: proposal.id }) }));
  else {
    terminal.out(
      `Created version ${made.version} of ${printable(key)} like version ${number} (${made.status}, ${made.id}).`,
    );
    if (proposal) terminal.out(`Proposed as ${proposal.id}. Another person publishes it.`);
  }
  return undefined;
};

/** Permanently. Where it needs two people, one proposes it and another one names the proposal. */
export const retire: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const key = invocation.argument(0);
  const number = invocation.number('version', { min: 1, max: 999_999_999 });
  const [reason, proposalId] = [invocation.text('reason'), invocation.text('proposal')];
  if (number === undefined || reason === undefined) throw usageError('--version and --reason are required.');
  if (proposalId !== undefined && invocation.flag('propose'))
    throw usageError('Give either --propose or --proposal: they are for two different people.');
  const client = connect(invocation);
  const version = versionIn(await versionsOf(client, key), key, number);
  const params = { id: version.id };
  if (invocation.flag('propose')) {
    const proposal = await client.risk.proposePolicy({ params, body: { reason, change: 'retire' } });
    if (isJson) terminal.out(jsonText(proposal));
    else terminal.out(`Proposed. Another person retires it with --proposal ${proposal.id}.`);
    return undefined;
  }
  const body = { reason, ...(proposalId !== undefined && { proposalId }) };
  const retired = await client.risk.retirePolicy({ params, body });
  if (isJson) terminal.out(jsonText(retired));
  else terminal.out(`Retired version ${number} of ${printable(key)} (${retired.id}).`);
  return undefined;
};
