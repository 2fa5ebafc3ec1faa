import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, table } from '../terminal.ts';

type Query = NonNullable<Parameters<Client['risk']['listRecords']>[0]['query']>;
type Page = Awaited<ReturnType<typeof pageOf>>;
const SHOWN = 100;

const pageOf = (client: Client, query: Query) => client.risk.listRecords({ params: { resource: 'subjects' }, query });

/** Subjects with the worst decision of their policies, what is open and who works on it. */
export const subjectsList: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', { min: 1, max: 1_000_000 }) ?? SHOWN;
  const client = connect(invocation);
  const search = invocation.text('search');
  const filters: Query = {
    view: 'summary',
    kind: invocation.text('kind'),
    // A search returns the oldest first.
    ...(search === undefined ? { order: 'newest' } : { search }),
  };
  const items: Page['items'] = [];
  for (let offset: number | null = 0; offset !== null && items.length < limit; ) {
    const page: Page = await pageOf(client, { ...filters, offset });
    items.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = items.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else
    table(
      terminal,
      ['external id', 'kind', 'decision', 'score', 'open actions', 'assignee', 'created', 'id'],
      shown.map((subject) => {
        const summary = 'summary' in subject ? subject.summary : undefined;
        const { externalId, kind, createdAt } = subject.data;
        return [
          externalId,
          kind,
          summary?.assessment?.effectiveDecision,
          summary?.assessment?.score,
          summary?.openActions,
          summary?.assignee,
          createdAt.slice(0, 16),
          subject.id,
        ];
      }),
    );
  return undefined;
};
