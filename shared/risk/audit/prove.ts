import { conflict, notFound } from '@assay/foundation';
import { consistencyRanges, inclusionRanges } from '@assay/foundation/merkle';
import * as z from 'zod';
import type { Context } from '#shared/platform/context.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { positionAt, positionOf } from '#shared/platform/ids.ts';
import { logDefect } from '#shared/platform/log.ts';
import { findEvent, type RecordedEvent } from '#shared/platform/store/history.ts';
import { findLog } from './head.ts';
import { leafHashOf } from './leaf.ts';
import { AuditRoot, findRoot, findRootOver, Hash } from './root.ts';
import { findLeaf, hashesOf } from './tiles.ts';

export const EventProof = z
  .object({
    eventId: z.uuid(),
    leafIndex: z.int().describe('Number of the leaf, from 0.'),
    treeSize: z.int(),
    leafHash: Hash,
    path: z.array(Hash).describe('Inclusion proof (RFC 9162), from the leaf to the root.'),
    root: Hash,
    upTo: Timestamp,
    sealedAt: Timestamp,
    signature: AuditRoot.shape.signature,
    keyFingerprint: AuditRoot.shape.keyFingerprint,
  })
  .meta({ id: 'EventProof' });

export const ConsistencyProof = z
  .object({
    from: z.int(),
    to: z.int(),
    fromRoot: Hash,
    toRoot: Hash,
    path: z.array(Hash).describe('Consistency proof (RFC 9162).'),
  })
  .meta({ id: 'ConsistencyProof' });

/** Proof that an event is in the tree of the first root that was sealed after it. */
export async function proveEvent(
  { store, caller, requestId }: Context,
  eventId: string,
): Promise<z.infer<typeof EventProof>> {
  const [event, log] = await Promise.all([findEvent(store, caller, eventId), findLog(store, caller)]);
  if (!event) throw notFound('record');
  if (!log || positionOf(eventId) > log.position) throw notSealed();
  const leafHash = leafHashOf(event);
  const leafIndex = await findLeaf(store, caller, eventId, leafHash);
  if (leafIndex === undefined) {
    logDefect('proveEvent', requestId, new Error('An event is not in the audit log as it is stored.'));
    throw conflict(
      'event_not_in_log',
      'The event is not in the log as it is stored now: it was changed or added after its day.',
    );
  }
  const root = await findRootOver(store, caller, leafIndex);
  if (!root) throw notSealed();
  const { treeSize, upTo, sealedAt, signature, keyFingerprint } = root;
  const path = await hashesOf(store, caller, inclusionRanges(leafIndex, treeSize));
  return { eventId, leafIndex, treeSize, leafHash, path, root: root.root, upTo, sealedAt, signature, keyFingerprint };
}

const notSealed = () =>
  conflict('event_not_sealed', 'The event is not sealed yet. The events of a day (UTC) are sealed on the next.');

/**
 * Proof that an event is in the tree of a given root; undefined if it was recorded after that root, or is not in the log as
 * it is stored.
 */
export async function proveIn(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  event: RecordedEvent,
  { treeSize, upTo }: Pick<AuditRoot, 'treeSize' | 'upTo'>,
): Promise<{ leafIndex: number; leafHash: string; path: string[] } | undefined> {
  if (positionOf(event.id) >= positionAt(new Date(upTo))) return undefined;
  const leafHash = leafHashOf(event);
  const leafIndex = await findLeaf(store, caller, event.id, leafHash);
  if (leafIndex === undefined || leafIndex >= treeSize) return undefined;
  return { leafIndex, leafHash, path: await hashesOf(store, caller, inclusionRanges(leafIndex, treeSize)) };
}

/** Proof that the tree of one root is the beginning of that of another. */
export async function proveConsistency(
  { store, caller }: Context,
  from: number,
  to: number,
): Promise<z.infer<typeof ConsistencyProof>> {
  const [older, newer] = await Promise.all([findRoot(store, caller, from), findRoot(store, caller, to)]);
  if (!older || !newer) throw notFound('root');
  const path = await hashesOf(store, caller, consistencyRanges(from, to));
  return { from, to, fromRoot: older.root, toRoot: newer.root, path };
}
