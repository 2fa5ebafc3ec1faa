import { BREAKER_OPEN_SECONDS } from './limits.ts';
import type { Outcome } from './outcome.ts';

/**
 * A circuit breaker per process, so that workers do not wait for a receiver that keeps timing out. Ten
 * timeouts in a row open it for half a minute, in which deliveries are postponed; then the receiver is
 * tried again. The state is local to the process and never stored.
 */
export interface CircuitBreaker {
  isOpen(webhookId: string, now: Date): boolean;
  note(webhookId: string, outcome: Outcome, now: Date): void;
}

const TIMEOUTS_UNTIL_OPEN = 10;
const OPEN_MS = BREAKER_OPEN_SECONDS * 1000;
const MAX_RECEIVERS = 1_000;

export function circuitBreaker(): CircuitBreaker {
  const silent = new Map<string, { timeouts: number; openUntilMs: number }>();
  return {
    isOpen: (webhookId, now) => (silent.get(webhookId)?.openUntilMs ?? 0) > now.getTime(),
    note: (webhookId, { error, latencyMs }, now) => {
      if (error === 'circuit_open') return;
      const timeouts = error === 'timeout' ? (silent.get(webhookId)?.timeouts ?? 0) + 1 : 0;
      // Reinserted, so that the first entry is the least recently used.
      silent.delete(webhookId);
      if (timeouts === 0) return;
      const isOpen = timeouts >= TIMEOUTS_UNTIL_OPEN;
      const openUntilMs = isOpen ? now.getTime() + latencyMs + OPEN_MS : 0;
      silent.set(webhookId, { timeouts, openUntilMs });
      const [oldest] = silent.keys();
      if (silent.size > MAX_RECEIVERS && oldest !== undefined) silent.delete(oldest);
    },
  };
}
