import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { usageError } from '../failure.ts';
import { count, jsonText, table } from '../terminal.ts';

type Page = Awaited<ReturnType<Client['screening']['listRememberedDecisions']>>;
type Decision = Page['items'][number];
type Answer = Awaited<ReturnType<Client['screening']['expireRememberedDecisions']>>;

const LIMITS = { min: 1, max: 1_000_000 };
const SHOWN = 100;
/** As many as the service expires in one transaction. */
const AT_ONCE = 50;

export const list: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const limit = invocation.number('limit', LIMITS) ?? SHOWN;
  const filter = {
    subject: invocation.text('subject'),
    source: invocation.text('list'),
    expiresBefore: invocation.text('expires-before'),
    decidedBy: invocation.text('decided-by'),
  };
  const client = connect(invocation);
  const decisions: Decision[] = [];
  for (let offset: number | null = 0; offset !== null && decisions.length < limit; ) {
    const page: Page = await client.screening.listRememberedDecisions({ query: { ...filter, offset } });
    decisions.push(...page.items);
    offset = page.nextOffset;
  }
  const shown = decisions.slice(0, limit);
  if (isJson) terminal.out(jsonText(shown));
  else if (shown.length === 0) terminal.out('No remembered decisions.');
  else
    table(
      terminal,
      ['id', 'decision', 'list', 'listed name', 'score', 'subject', 'decided', 'by', 'expires'],
      shown.map(({ id, decision, source, listedName, score, subject, decidedAt, decidedBy, expiresAt }) => [
        id,
        decision,
        source,
        listedName,
        score,
        subject?.externalId,
        decidedAt.slice(0, 10),
        decidedBy,
        expiresAt.slice(0, 10),
      ]),
    );
  return undefined;
};

/** In requests of as many as one transaction takes. */
export const expire: Run = async (invocation) => {
  const { terminal, isJson, args } = invocation;
  const reason = invocation.text('reason');
  if (args.length === 0) throw usageError('Give the ids of remembered decisions.');
  if (reason === undefined) throw usageError('--reason is required.');
  const ids = [...new Set(args)];
  const client = connect(invocation);
  const total: Answer = { expired: [], unchanged: [] };
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const body = { ids: ids.slice(from, from + AT_ONCE), reason };
    const { expired, unchanged } = await client.screening.expireRememberedDecisions({ body });
    total.expired.push(...expired);
    total.unchanged.push(...unchanged);
    // Printed as it goes: if a later request is refused, these are expired.
    if (!isJson) for (const id of expired) terminal.out(`expired: ${id}`);
  }
  if (isJson) terminal.out(jsonText(total));
  else if (total.unchanged.length > 0)
    terminal.err(`${count(total.unchanged.length, 'decision')} had been expired or replaced before.`);
  return undefined;
};
