import type { Scope } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { createLog } from './head.ts';

/** Logs that this process knows to exist; forgotten all at once when there are too many. */
const known = new Set<string>();
const MOST_KNOWN = 10_000;
/** The first round decides when the log is due again. */
const FIRST_ROUND_SECONDS = 5 * 60;

/** Creates the audit logs of organizations with their first event after the release that has logs. */
export async function followEvents({ store, newId, now }: WorkerContext, rows: readonly Item[]): Promise<void> {
  for (const { organizationId, mode } of rows as unknown as Scope[]) {
    const name = `${organizationId}#${mode}`;
    if (known.has(name)) continue;
    await store.writeOne(createLog({ organizationId, mode }, newId(), addSeconds(now, FIRST_ROUND_SECONDS)));
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(name);
  }
}
