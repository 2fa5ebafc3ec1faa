import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { measureOldestDue } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { isStillDue, postponeRow, readDue } from '#shared/platform/store/due.ts';
import type { Item } from '#shared/platform/store/store.ts';
import { DueInvestigation } from '../investigation-messages.ts';

const ROWS = 100;
const POSTPONED_SECONDS = 60;

/**
 * Backstop of the queue: enqueues investigations whose message was lost or whose worker died. Each
 * is postponed first, so that not every tick finds it, with a delay that doubles, because it may
 * only be waiting in a long queue.
 */
export async function enqueueLostInvestigations({ store, now }: WorkerContext): Promise<void> {
  const wanted = { now, limit: ROWS, line: 'investigations' as const };
  const { rows: listed, oldestSeconds } = await readDue(store, 'risk', wanted);
  measureOldestDue('investigations', oldestSeconds);
  const due = listed.filter((row) => isStillDue(row, now));
  const postponed = await Promise.all(
    due.map(async (row) => ((await store.writeOne(postponeRow('risk', row, laterFor(row, now)))) ? [row] : [])),
  );
  const lost = postponed.flat().map((row) => DueInvestigation.safeParse({ ...row, investigationId: row.id }));
  const bodies = lost.flatMap(({ success, data }) => (success ? [{ body: data }] : []));
  await sendMessages('investigations', bodies);
  const broken = lost.find(({ success }) => !success);
  if (broken) throw broken.error;
}

function laterFor({ createdAt }: Item, now: Date): Date {
  const waitedMs = typeof createdAt === 'string' ? now.getTime() - Date.parse(createdAt) : 0;
  return addSeconds(now, Math.max(POSTPONED_SECONDS, waitedMs / 1000));
}
