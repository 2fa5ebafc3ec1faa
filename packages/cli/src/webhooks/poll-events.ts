import type { Client } from '../client.ts';

export interface PolledEvent {
  id: string;
  type: string;
  /** The body of a delivery. */
  body: string;
}

/**
 * Events are listed by id, and an id is made before its commit. An event may therefore appear behind others, but
 * not later than a request can take.
 */
const OVERLAP_MS = 60_000;

/**
 * A function that returns the events since its last call, oldest first. Its first call returns the events since
 * a time, or without one none: clocks differ, so the latest event of the service is the start.
 */
export function newEvents(client: Client, since: Date | undefined): () => Promise<PolledEvent[]> {
  /** Ids within the overlap, with the times of their events. */
  const seen = new Map<string, number>();
  let latestMs = since?.getTime();
  return async () => {
    const isStart = latestMs === undefined;
    const found: (PolledEvent & { atMs: number })[] = [];
    for await (const record of client.risk.listRecords.each({
      params: { resource: 'events' },
      query: { order: 'newest', view: 'webhook' },
    })) {
      if (record.resource !== 'events') continue;
      const { id, data } = record;
      const atMs = Date.parse(data.occurredAt);
      latestMs ??= atMs;
      if (atMs < Math.max(since?.getTime() ?? 0, latestMs - OVERLAP_MS)) break;
      if (seen.has(id) || !data.webhookBody) continue;
      found.push({ id, type: data.type, body: data.webhookBody, atMs });
    }
    for (const { id, atMs } of found) {
      seen.set(id, atMs);
      latestMs = Math.max(latestMs ?? 0, atMs);
    }
    latestMs ??= 0;
    for (const [id, atMs] of seen) if (atMs < latestMs - 2 * OVERLAP_MS) seen.delete(id);
    return isStart ? [] : found.reverse();
  };
}
