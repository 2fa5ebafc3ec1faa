import type { Frontier } from '@assay/foundation/merkle';
import * as z from 'zod';
import { Mode, type Scope, ScopeParts, scopeKey } from '#shared/platform/caller.ts';
import { type DueRows, dueAt, isStillDue, NOT_DUE, partitionsOfLine, readDue } from '#shared/platform/store/due.ts';
import { takeLease } from '#shared/platform/store/lease.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';

/**
 * The audit log of an organization and mode: how far its events are in the tree, and how much of the tree is sealed. The
 * row is never deleted. One that began again at the first event could contradict roots that were published.
 */
export const LogHead = z.object({
  ...ScopeParts,
  /** Spreads logs over the due index and over the hour. */
  id: z.uuid(),
  size: z.number(),
  frontier: z.array(z.string()),
  /** The position in the history up to which every event is a leaf. */
  position: z.number(),
  sealedSize: z.number(),
  /** The size of the latest root whose file is in the archive. */
  filedSize: z.number(),
  /** Whether there are leaves since the latest root, other than the event of that root. */
  hasNews: z.boolean(),
  /** While a worker has the log, the end of its lease. Absent once the organization is erased. */
  dueAt: z.string().optional(),
});
export type LogHead = z.infer<typeof LogHead>;

const LOGS = 50;

const headKey = (scope: Scope): Key => ({ pk: `${scopeKey(scope)}#audit`, sk: 'head' });

export const frontierOf = ({ size, frontier }: LogHead): Frontier => ({ size, hashes: frontier });

/** Fails if the log exists. */
export const createLog = ({ organizationId, mode }: Scope, id: string, at: Date): Write => ({
  table: 'journal',
  put: {
    ...headKey({ organizationId, mode }),
    organizationId,
    mode,
    id,
    size: 0,
    frontier: [],
    position: 0,
    sealedSize: 0,
    filedSize: 0,
    hasNews: false,
    ...dueAt(at, id, 'audit'),
  },
  when: 'absent',
});

export async function findLog(store: Store, scope: Scope): Promise<LogHead | undefined> {
  const row = await store.get('journal', headKey(scope));
  return row && LogHead.parse(row);
}

export async function readDueLogs(store: Store, now: Date): Promise<{ rows: Item[] } & Pick<DueRows, 'oldestSeconds'>> {
  const { rows, oldestSeconds } = await readDue(store, 'journal', { now, limit: LOGS, line: 'audit' });
  return { rows: rows.filter((row) => isStillDue(row, now)), oldestSeconds };
}

/** Every organization and mode with events. The index is eventually consistent, and a log that is moved may come twice. */
export async function* everyAuditedScope(store: Store): AsyncGenerator<Scope[]> {
  for (const pk of partitionsOfLine('audit')) {
    let after: string | undefined;
    do {
      const range = after === undefined ? {} : { after };
      const { items, more } = await store.query('journal', { index: 'due', pk, ...range });
      if (items.length > 0) yield items.map(scopeInKey);
      after = more ? String(items.at(-1)?.dueAt) : undefined;
    } while (after !== undefined);
  }
}

function scopeInKey({ pk }: Item): Scope {
  const [organizationId = '', mode] = pk.split('#');
  return { organizationId, mode: Mode.parse(mode) };
}

export const leaseLog = (head: LogHead, until: string): Write =>
  takeLease({ table: 'journal', key: headKey(head), attribute: 'dueAt' }, { found: head.dueAt, next: until });

/** Ends the lease: the log is due again at this time. */
export const releaseLog = (head: LogHead, leasedUntil: string, next: Date): Write => ({
  table: 'journal',
  update: headKey(head),
  set: { dueAt: next.toISOString() },
  when: { dueAt: leasedUntil },
});

/** Of an erased organization: no root follows. */
export const closeLog = (head: LogHead): Write => ({
  table: 'journal',
  update: headKey(head),
  set: {},
  unset: NOT_DUE,
  when: 'present',
});

/** Fails if another worker has added leaves or sealed the log since it was read: the tree cannot fork. */
export const advanceLog = (
  head: LogHead,
  set: Partial<Pick<LogHead, 'size' | 'frontier' | 'position' | 'sealedSize' | 'filedSize' | 'hasNews'>>,
): Write => ({
  table: 'journal',
  update: headKey(head),
  set,
  when: { size: head.size, position: head.position, sealedSize: head.sealedSize },
});
