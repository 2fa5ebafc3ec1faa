import { LEFT_ALONE_SECONDS } from './limits.ts';
import type { Outcome } from './send-attempt.ts';

/**
 * Spares the workers of one process from waiting for a receiver that only lets them wait. After ten
 * deadlines in a row it is left alone for half a minute, and its deliveries are put off; then it is
 * tried again. A process learns this by itself: what it knows is lost with it and costs nothing to keep.
 */
export interface CircuitBreaker {
  isOpen(webhookId: string, now: Date): boolean;
  note(webhookId: string, outcome: Outcome, now: Date): void;
}

const TIMEOUTS_UNTIL_OPEN = 10;
const OPEN_MS = LEFT_ALONE_SECONDS * 1000;
const RECEIVERS_KEPT = 1_000;

export function circuitBreaker(): CircuitBreaker {
  const silent = new Map<string, { timeouts: number; openUntilMs: number }>();
  return {
    isOpen: (webhookId, now) => (silent.get(webhookId)?.openUntilMs ?? 0) > now.getTime(),
    note: (webhookId, { error, latencyMs }, now) => {
      if (error === 'circuit_open') return;
      const timeouts = error === 'timeout' ? (silent.get(webhookId)?.timeouts ?? 0) + 1 : 0;
      // Taken out and put back in, so that the first is the one heard of least recently.
      silent.delete(webhookId);
      if (timeouts === 0) return;
      const isOpen = timeouts >= TIMEOUTS_UNTIL_OPEN;
      const openUntilMs = isOpen ? now.getTime() + latencyMs + OPEN_MS : 0;
      silent.set(webhookId, { timeouts, openUntilMs });
      const [oldest] = silent.keys();
      if (silent.size > RECEIVERS_KEPT && oldest !== undefined) silent.delete(oldest);
    },
  };
}
