import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { jsonText, table } from '../terminal.ts';

type Page = Awaited<ReturnType<Client['risk']['listReviews']>>;
const SHOWN = 100;

/** Reviews of monitored subjects, the earliest first. */
export const reviewsList: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', { min: 1, max: 1_000_000 }) ?? SHOWN;
  const client = connect(invocation);
  const filters = {
    until: invocation.text('until'),
    band: invocation.text('band'),
    ...(invocation.flag('overdue') && { overdue: 'true' as const }),
  };
  const items: Page['items'] = [];
  for (let cursor: string | null | undefined; cursor !== null && items.length < limit; ) {
    const page: Page = await client.risk.listReviews({ query: { ...filters, cursor } });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  const shown = items.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else
    table(
      terminal,
      ['due', 'status', 'external id', 'policy', 'band', 'period of', 'actions', 'subject'],
      shown.map(({ dueAt, status, externalId, policyKey, band, reason, actionIds, subjectId }) => [
        dueAt.slice(0, 16),
        status,
        externalId,
        policyKey,
        band,
        reason,
        actionIds.length,
        subjectId,
      ]),
    );
  return undefined;
};
