import { rowIdOf } from '#shared/platform/ids.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { batchIdOf, receiptsIn } from '#shared/risk/index.ts';
import { allRoutes } from '#shared/routes.ts';
import { inOrder, type Rule } from './facts.ts';
import { ANSWER, EVENT, ROW } from './kinds.ts';

interface Made {
  principal: string;
  count: number;
}

/** Idempotency records expire after a month, so this rule holds for younger stages only. */
export const recordsWithoutReceipt: Rule = {
  read: ({ row: { kind, item }, events, hasHistory }, state) => {
    if (hasHistory && KEYED_KINDS.has(kind) && !(kind === 'evidence' && isNative(item)))
      state('creations', rowIdOf(String(item.id)), ROW, String(item.id), kind);
    for (const { type, resourceId, row, member, actor } of events)
      if (CREATION.test(type))
        state('creations', rowIdOf(resourceId), EVENT, String(row.item.id), inOrder(member), resourceId, actor);
  },
  judges: {
    creations: (_key, facts, _state, find) => {
      const records: [id: string, kind: string][] = [];
      const creators = new Map<string, string>();
      const made = new Map<string, Made>();
      for (const { kind, values } of facts) {
        const [first = '', second = '', third = '', actor = ''] = values;
        if (kind === ROW) records.push([first, second]);
        // The first event is the creation.
        else if (kind === EVENT && !creators.has(third)) creators.set(third, actor);
        else if (kind === ANSWER) {
          const answers = made.get(first) ?? { principal: '', count: 0 };
          made.set(first, second === '201' ? { principal: third, count: answers.count + 1 } : answers);
        }
      }
      for (const [id, kind] of records) {
        // Receipts of a batch have one idempotency record.
        const answered = kind === 'evidence' && !made.has(id) ? batchIdOf(id) : id;
        const creator = creators.get(answered);
        const answers = made.get(answered);
        if (creator?.startsWith('service:')) continue;
        if (answers?.count !== 1 || answers.principal !== creator)
          find(`has not exactly one receipt of its creation: ${kind} ${id}`);
      }
    },
  },
};

/** Evidence of the service itself is answered as a run, a step or a decision. */
const isNative = (item: Item) => receiptsIn(item).every(({ value }) => value.data.evidenceClass !== 'assertion');

/** The event type of a created record: recorded, started or reviewed; otherwise created. */
const CREATION = /(\.created|\.recorded|\.batch_recorded|investigation\.(started|reviewed))$/;

/** Kinds that only a POST with an idempotency key creates: the kinds that such a route returns. */
const KEYED_KINDS = new Set(
  allRoutes
    .filter(({ method, idempotency }) => method === 'POST' && idempotency === 'required')
    .filter(({ status }) => status === 201)
    .flatMap(({ result }) => kindAnsweredBy(result) ?? []),
);

function kindAnsweredBy(result: unknown): string | undefined {
  const { shape } = result as { shape?: { resource?: { value?: unknown } } };
  const kind = shape?.resource?.value;
  return typeof kind === 'string' ? kind : undefined;
}
