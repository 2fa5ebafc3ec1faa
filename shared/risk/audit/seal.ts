import { conflict, Problem } from '@assay/foundation';
import { consistencyRanges, rootOf } from '@assay/foundation/merkle';
import { checkNotErased, erasureRead } from '#shared/identity/index.ts';
import { serviceCaller } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { msOf } from '#shared/platform/ids.ts';
import { logDefect, logDependencyFailure, measureOldestDue } from '#shared/platform/log.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { putOnce } from '#shared/platform/put-once.ts';
import { StoreUnavailable } from '#shared/platform/store/store.ts';
import { commitAs } from '#shared/worker.ts';
import { appendStep, ROOT_SEALED } from './append.ts';
import { advanceLog, closeLog, LogHead, leaseLog, readDueLogs, releaseLog } from './head.ts';
import { type AuditRoot, findRoot, rootRow, statementOf } from './root.ts';
import { signText } from './sign.ts';
import { hashesOf } from './tiles.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/**
 * An id is made before its event is committed, by a request of seconds or a worker of at most 15 minutes. After an hour no
 * event with a time of the day before can appear.
 */
const SETTLED_MS = HOUR_MS;
/** Longer than the worker runs. */
const LEASE_SECONDS = 10 * 60;
/** Time that one step, or a seal, may still take when the run is about to end. */
const LAST_STEP_MS = 30_000;

/** The end of the last day whose events are complete. */
export const settledUntil = (now: Date): Date => {
  const settled = now.getTime() - SETTLED_MS;
  return new Date(settled - (settled % DAY_MS));
};

/** After the next day is settled, spread over an hour. */
const nextSealAt = (now: Date, logId: string): Date =>
  new Date(settledUntil(now).getTime() + DAY_MS + SETTLED_MS + (msOf(logId) % HOUR_MS));

/** Seals the logs that are due. One that fails does not delay the others. */
export async function sealDueLogs(context: WorkerContext): Promise<void> {
  for (let round = 1; context.remainingMs() > LAST_STEP_MS; round += 1) {
    const { rows, oldestSeconds } = await readDueLogs(context.store, context.clock());
    if (round === 1) measureOldestDue('audit', oldestSeconds);
    let taken = 0;
    for (const row of rows) {
      if (context.remainingMs() < LAST_STEP_MS) return;
      try {
        if (await sealLog({ ...context, now: context.clock() }, LogHead.parse(row))) taken += 1;
      } catch (error) {
        // Due again when its lease ends.
        const isOutside = error instanceof Problem || error instanceof StoreUnavailable || isOutage(error);
        (isOutside ? logDependencyFailure : logDefect)('sealLog', context.requestId, error);
      }
    }
    if (taken === 0) return;
  }
}

/**
 * One log: adds the events of the settled days, seals the tree, files the root. Each of the three finds what an earlier run
 * left undone, so that a worker may die between any two writes. False if another worker has the log.
 */
export async function sealLog(context: WorkerContext, found: LogHead): Promise<boolean> {
  const { store, now } = context;
  const until = addSeconds(now, LEASE_SECONDS).toISOString();
  if (!(await store.writeOne(leaseLog(found, until)))) return false;
  const erased = erasureRead(found.organizationId);
  if (await store.get(erased.table, erased.key)) {
    await store.writeOne(closeLog(found));
    return true;
  }

  const settled = settledUntil(now);
  let head = await filed(context, { ...found, dueAt: until });
  for (let isComplete = false; !isComplete; ) {
    if (context.remainingMs() < LAST_STEP_MS) {
      await store.writeOne(releaseLog(head, until, now));
      return true;
    }
    const step = await appendStep(context, head, settled);
    if (!step) return false;
    ({ head, isComplete } = step);
  }
  if (head.hasNews && head.size > head.sealedSize) {
    const root = await seal(context, head, settled);
    if (!root) return false;
    head = await filed(context, { ...head, sealedSize: root.treeSize, hasNews: false });
  }
  await store.writeOne(releaseLog(head, until, nextSealAt(now, head.id)));
  return true;
}

/** Signs the root and commits it with its event; undefined if another worker did. */
async function seal(context: WorkerContext, head: LogHead, upTo: Date): Promise<AuditRoot | undefined> {
  const { organizationId, mode, size: treeSize, frontier, sealedSize: previousTreeSize } = head;
  const isTaken = () => conflict('sealed', 'Another worker has sealed the log.');
  const ranges = previousTreeSize === 0 ? [] : consistencyRanges(previousTreeSize, treeSize);
  const consistency = await hashesOf(context.store, head, ranges);
  const sealedAt = context.now.toISOString();
  const statement = { organizationId, mode, treeSize, root: rootOf(frontier), upTo: upTo.toISOString(), sealedAt };
  const id = context.newId();
  const root = {
    id,
    ...statement,
    ...(await signText(statementOf(statement))),
    previousTreeSize,
    consistency,
    frontier,
  };
  try {
    return await commitAs(context, serviceCaller(head, 'audit'), async () => ({
      writes: [
        { ...advanceLog(head, { sealedSize: treeSize, hasNews: false }), otherwise: isTaken },
        { ...checkNotErased(organizationId), otherwise: isTaken },
        { table: 'journal', put: rootRow(root), when: 'absent', otherwise: isTaken },
      ],
      events: [
        {
          type: ROOT_SEALED,
          resource: 'audit_roots',
          resourceId: id,
          subjectId: null,
          announced: true,
          details: { treeSize, root: root.root, upTo: root.upTo },
          payload: { treeSize, root: root.root, upTo: root.upTo, sealedAt },
        },
      ],
      result: root,
    }));
  } catch (error) {
    if (error instanceof Problem && error.code === isTaken().code) return undefined;
    throw error;
  }
}

/** Writes the file of the latest root to the locked archive, if the stage has one and it is not there. */
async function filed({ store }: WorkerContext, head: LogHead): Promise<LogHead> {
  const bucket = optionalSetting('JOURNAL_ARCHIVE');
  if (bucket === undefined || head.filedSize >= head.sealedSize) return head;
  const root = await findRoot(store, head, head.sealedSize);
  if (!root) throw new Error('The latest root of an audit log is missing.');
  const { organizationId, mode, treeSize } = root;
  const key = `events/${organizationId}/${mode}/roots/${treeSize}.json`;
  await putOnce({ bucket, key, body: `${JSON.stringify(root)}\n`, contentType: 'application/json' });
  await store.writeOne(advanceLog(head, { filedSize: treeSize }));
  return { ...head, filedSize: treeSize };
}
