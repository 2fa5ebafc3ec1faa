import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, printable, table } from '../terminal.ts';

type Member = Awaited<ReturnType<Client['risk']['listContextDecisions']>>['items'][number];

/** The subjects of a context with what each policy decides about them. */
export const contextsDecisions: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const query = { policies: invocation.flag('pinned') ? ('pinned' as const) : ('all' as const) };
  const params = { id: invocation.argument(0) };
  const members: Member[] = [];
  for await (const one of connect(invocation).risk.listContextDecisions.each({ params, query })) members.push(one);
  if (isJson) terminal.out(jsonText(members));
  else
    table(
      terminal,
      ['external id', 'role', 'policy', 'decision', 'band', 'score', 'assessment'],
      members.flatMap(linesOf),
    );
  return undefined;
};

function linesOf({ externalId, role, decisions, unassessed }: Member) {
  const who = [printable(externalId), role ?? ''];
  const lines = [
    ...decisions.map(({ policyKey, effectiveDecision, band, score, assessmentId }) => [
      ...who,
      printable(policyKey),
      effectiveDecision,
      printable(band ?? ''),
      score,
      assessmentId,
    ]),
    ...unassessed.map((policyKey) => [...who, printable(policyKey), 'not assessed', '', null, '']),
  ];
  return lines.length > 0 ? lines : [[...who, '', 'not assessed', '', null, '']];
}
