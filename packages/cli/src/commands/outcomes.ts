import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { jsonText, table } from '../terminal.ts';

export type OutcomeBody = Parameters<Client['risk']['recordOutcome']>[0]['body'];
type Page = Awaited<ReturnType<Client['risk']['listOutcomes']>>;

export const LABELS = [
  'confirmed_fraud',
  'confirmed_money_laundering',
  'suspicion_reported',
  'sanctions_breach',
  'loss',
  'legitimate',
] as const;

const SHOWN = 100;

/** What turned out to be true of one subject. */
export const record: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const [label, occurredAt] = [invocation.text('label'), invocation.text('occurred-at')];
  if (label === undefined || occurredAt === undefined) throw usageError('--label and --occurred-at are required.');
  const reference = invocation.text('reference');
  const outcome = await connect(invocation).risk.recordOutcome({
    params: { id: invocation.argument(0) },
    body: {
      label: label as OutcomeBody['label'],
      occurredAt: timeOf(occurredAt) ?? occurredAt,
      ...amountOf(invocation),
      ...(reference !== undefined && { reference }),
      ...(invocation.flag('sampled') && { sampled: true }),
    },
  });
  if (isJson) terminal.out(jsonText(outcome));
  else terminal.out(`Recorded outcome ${outcome.id}.`);
  return undefined;
};

function amountOf(invocation: Invocation): Pick<OutcomeBody, 'amount'> {
  const [value, currency] = [invocation.text('amount'), invocation.text('currency')];
  if ((value === undefined) !== (currency === undefined)) throw usageError('Give --amount and --currency together.');
  return value === undefined || currency === undefined ? {} : { amount: { value, currency } };
}

/** A day means its beginning in UTC; null if it is no time. */
export function timeOf(text: string): string | null {
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  return /^\d{4}-\d{2}-\d{2}T/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : null;
}

export const withdraw: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const reason = invocation.text('reason');
  if (reason === undefined) throw usageError('--reason is required.');
  const params = { id: invocation.argument(0) };
  const withdrawal = await connect(invocation).risk.withdrawOutcome({ params, body: { reason } });
  if (isJson) terminal.out(jsonText(withdrawal));
  else terminal.out(`Withdrew outcome ${withdrawal.data.outcomeId}.`);
  return undefined;
};

export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', { min: 1, max: 1_000_000 }) ?? SHOWN;
  const client = connect(invocation);
  const params = { id: invocation.argument(0) };
  const outcomes: Page['items'] = [];
  for (let offset: number | null = 0; offset !== null && outcomes.length < limit; ) {
    const page: Page = await client.risk.listOutcomes({ params, query: { offset } });
    outcomes.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = outcomes.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else if (shown.length === 0) terminal.out('No outcomes.');
  else
    table(
      terminal,
      ['id', 'label', 'occurred', 'amount', 'reference', 'sampled', 'withdrawn'],
      shown.map(({ id, data: { label, occurredAt, amount, reference, sampled, withdrawal } }) => [
        id,
        label,
        occurredAt.slice(0, 16),
        amount && `${amount.value} ${amount.currency}`,
        reference,
        sampled ? 'yes' : '',
        withdrawal?.withdrawnAt.slice(0, 10),
      ]),
    );
  return undefined;
};
