import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { jsonText, printable, type Terminal, table } from '../terminal.ts';
import { versionIn, versionsOf } from './policy-versions.ts';

type Shadow = Awaited<ReturnType<Client['risk']['readShadow']>>;
type Divergent = Shadow['divergent']['items'];

/** Shows a shadow version beside the one in force, and enables or disables it. */
export const shadow: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const change = changeIn(invocation);
  const key = invocation.argument(0);
  const number = invocation.number('version', { min: 1, max: 999_999_999 });
  const client = connect(invocation);
  const versions = await versionsOf(client, key);
  const version = number === undefined ? versions[0] : versionIn(versions, key, number);
  if (!version) throw new Failure(EXIT.refused, `There is no policy ${key}.`);
  const params = { id: version.id };
  if (change) {
    const state = await client.risk.configureShadow({ params, body: change });
    if (isJson) terminal.out(jsonText(state));
    else terminal.out(stateOf(version.data.version, state));
    return undefined;
  }
  const found = await client.risk.readShadow({ params });
  const divergent = invocation.flag('divergent') ? await everyDivergent(client, params) : undefined;
  if (isJson) terminal.out(jsonText(divergent ?? found));
  else print(terminal, { number: version.data.version, found, divergent });
  return undefined;
};

function changeIn(invocation: Invocation) {
  const [isEnabled, isDisabled, untilAt] = [
    invocation.flag('enable'),
    invocation.flag('disable'),
    invocation.text('until'),
  ];
  if (isEnabled && isDisabled) throw usageError('Give either --enable or --disable.');
  if (untilAt !== undefined && !isEnabled) throw usageError('--until is the end of a shadow. Give it with --enable.');
  if (isDisabled) return { enabled: false };
  return isEnabled ? { enabled: true, ...(untilAt !== undefined && { untilAt }) } : undefined;
}

async function everyDivergent(client: Client, params: { id: string }): Promise<Divergent> {
  const items: Divergent = [];
  for await (const one of client.risk.listDivergentAssessments.each({ params })) items.push(one);
  return items;
}

function stateOf(number: number, { enabled, since, until }: Pick<Shadow, 'enabled' | 'since' | 'until'>): string {
  if (since === null) return `Version ${number} was never a shadow.`;
  const end = until === null ? '' : ` until ${until}`;
  return enabled ? `Version ${number} is a shadow since ${since}${end}.` : `Version ${number} was a shadow${end}.`;
}

function print(
  terminal: Terminal,
  { number, found, divergent }: { number: number; found: Shadow; divergent: Divergent | undefined },
): void {
  terminal.out(stateOf(number, found));
  if (found.agreement !== null) {
    terminal.out(`The decisions agree in ${(found.agreement * 100).toFixed(1)} % of ${found.cases} assessments.`);
    table(
      terminal,
      ['before', 'after', 'assessments'],
      found.matrix.map(({ before, after, cases }) => [before, after, cases]),
    );
  }
  const shown = divergent ?? found.divergent.items;
  if (shown.length === 0) return;
  table(
    terminal,
    ['assessment', 'subject', 'before', 'after'],
    shown.map(({ assessmentId, subjectId, before, after }) => [
      assessmentId,
      subjectId,
      printable(textOf(before)),
      printable(textOf(after)),
    ]),
  );
}

const textOf = ({ decision, band }: { decision: string; band: string | null }) =>
  band === null ? decision : `${decision} (${band})`;
