import { readSettings } from '#shared/organization/settings/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Change } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { decisionExpired } from '../events.ts';
import { REMEMBERED_DAYS } from '../limits.ts';
import {
  type DecisionExpiry,
  type ExpiredDecisions,
  presentRemembered,
  type RememberedDecision,
} from '../remembered.ts';
import {
  findRemembered,
  listRememberedDecisions,
  type RememberedFilter,
  replaceRemembered,
} from '../repository/remembered-decisions.ts';

/** Before an owner has set it. */
export const UNSET_MEMORY = { rememberDecisions: false, expiresAfterDays: REMEMBERED_DAYS };

export interface RememberedQuery extends Omit<RememberedFilter, 'decidedBefore'> {
  expiresBefore?: string | undefined;
  offset: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The decisions that later runs inherit, oldest first, and those that have expired by their age alone. */
export async function listDecisions(
  context: Context,
  { expiresBefore, ...filter }: RememberedQuery,
): Promise<Page<RememberedDecision>> {
  const { screening } = await readSettings(context);
  const { expiresAfterDays: days } = screening ?? UNSET_MEMORY;
  const decidedBefore = expiresBefore && new Date(Date.parse(expiresBefore) - days * DAY_MS).toISOString();
  const page = await listRememberedDecisions(context.store, context.caller, { ...filter, decidedBefore });
  return { ...page, items: page.items.map((one) => presentRemembered(one, days)) };
}

/** Ends what is remembered: the next run asks a person. Matches that have inherited a decision stay as they are. */
export async function expireDecisions(
  context: Context,
  { ids, reason }: DecisionExpiry,
): Promise<Change<ExpiredDecisions>> {
  const { store, caller, now } = context;
  const found = await findRemembered(store, caller, ids);
  const open = found.flatMap((one) => (one && !one.remembered.expired ? [one] : []));
  const expired = { by: principalOf(caller), at: now.toISOString() };
  const expiredIds = open.map(({ remembered }) => remembered.id);
  return {
    writes: open.map(({ key, remembered }) => replaceRemembered(key, remembered, { ...remembered, expired })),
    events: open.map(({ remembered }) => decisionExpired(remembered, reason)),
    result: { expired: expiredIds, unchanged: ids.filter((id) => !expiredIds.includes(id)) },
  };
}
