import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { jsonText, printable, table } from '../terminal.ts';

type Query = NonNullable<NonNullable<Parameters<Client['screening']['listScreeningMatches']>[0]>['query']>;
type Page = Awaited<ReturnType<Client['screening']['listScreeningMatches']>>;
type Decision = Parameters<Client['screening']['decideScreeningMatch']>[0]['body']['decision'];

/** Matches of all pages, or as many as asked for. */
export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', { min: 1, max: 1_000_000 }) ?? Number.POSITIVE_INFINITY;
  const client = connect(invocation);
  const items: Page['items'] = [];
  for (let offset: number | null = 0; offset !== null && items.length < limit; ) {
    const page: Page = await client.screening.listScreeningMatches({ query: { ...filtersOf(invocation), offset } });
    items.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = items.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else
    table(
      terminal,
      ['id', 'list', 'listed name', 'score', 'subject', 'decision', 'group', 'proposal'],
      shown.map(({ match, subject, proposal }) => [
        match.id,
        match.source,
        match.listedName,
        match.score,
        subject?.externalId,
        match.decision,
        match.group?.id,
        proposal?.id,
      ]),
    );
  return undefined;
};

function filtersOf(invocation: Invocation): Query {
  const minScore = invocation.number('min-score', { min: 0, max: 100 });
  return {
    decision: (invocation.text('state') ?? 'pending') as NonNullable<Query['decision']>,
    listKind: invocation.text('kind') as Query['listKind'],
    source: invocation.text('list'),
    search: invocation.text('search'),
    minScore,
  };
}

/** Decides matches one by one, or the certain matches of a group at once. */
export const decide: Run = async (invocation) => {
  const { terminal, isJson, args } = invocation;
  const [decision, reason] = [invocation.text('decision') as Decision | undefined, invocation.text('reason')];
  const [groupId, proposalId] = [invocation.text('group'), invocation.text('proposal')];
  const except = invocation.texts('except');
  if (decision === undefined || reason === undefined) throw usageError('--decision and --reason are required.');
  if ((groupId === undefined) === (args.length === 0))
    throw usageError('Give either the ids of matches, or --group with the id of a group.');
  if (except.length > 0 && groupId === undefined) throw usageError('--except is only for --group.');
  if (proposalId !== undefined && args.length !== 1) throw usageError('--proposal is for one match.');

  const client = connect(invocation);
  if (groupId !== undefined) {
    const body = { groupId, decision, reason, ...(except.length > 0 && { except }) };
    const answer = await client.screening.decideScreeningGroup({ body });
    if (isJson) terminal.out(jsonText(answer));
    else for (const { id, listedName } of answer.decided) terminal.out(`${decision}: ${id} ${printable(listedName)}`);
    return undefined;
  }
  const answers = [];
  for (const id of args) {
    const body = { decision, reason, ...(proposalId !== undefined && { proposalId }) };
    const answer = await client.screening.decideScreeningMatch({ params: { id }, body });
    answers.push(answer);
    // Printed one by one: if a later one is refused, the earlier ones are decided.
    if (!isJson)
      terminal.out(
        `${decision}: ${id} ${printable(answer.match.listedName)} (run ${answer.run.id} is ${answer.run.status})`,
      );
  }
  if (isJson) terminal.out(jsonText(answers));
  return undefined;
};
