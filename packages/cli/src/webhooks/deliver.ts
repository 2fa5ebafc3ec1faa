import { deliveryHeaders } from '@assay/foundation/webhook-signature';
import { messageOf } from '../failure.ts';
import type { PolledEvent } from './poll-events.ts';

/** As real deliveries. */
const DEADLINE_MS = 10_000;

export interface ForwardOutcome {
  status: number | null;
  error: string | null;
  latencyMs: number;
}

/** Sends an event with the headers and signatures of a real delivery. */
export async function deliver(
  { id, type, body }: PolledEvent,
  { url, secret }: { url: string; secret: string },
): Promise<ForwardOutcome> {
  const startMs = Date.now();
  const timestamp = Math.floor(startMs / 1000);
  const ended = (outcome: Omit<ForwardOutcome, 'latencyMs'>) => ({
    ...outcome,
    latencyMs: Date.now() - startMs,
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: deliveryHeaders({ eventId: id, event: type, timestamp, body, secrets: [secret] }),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return ended({ status: response.status, error: null });
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return ended({ status: null, error: messageOf(cause ?? error) });
  }
}
