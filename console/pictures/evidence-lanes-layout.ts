import type { KnownReceipt } from '../domain/line-words.ts';
import { valueInWords } from '../domain/words.ts';

export interface LaneReceipt extends KnownReceipt {
  expiresAt: string | null;
  supersedesId: string | null;
}

interface FactLane {
  fact: string;
  /** Sources that now state different values. */
  disagrees: boolean;
  bars: readonly { id: string; from: number; to: number; isSuperseded: boolean; words: string }[];
}

export interface FactLanes {
  lanes: readonly FactLane[];
  /** Times of the axis, evenly spaced from the first observation to now, in milliseconds. */
  ticks: readonly number[];
}

const TICKS = 5;

/** Bars from 0 to 1: a receipt counts from its observation until it expires, is superseded, or now. */
export function layOutLanes(receipts: readonly LaneReceipt[], now: number): FactLanes {
  const begin = Math.min(now - 1, ...receipts.map(({ observedAt }) => Date.parse(observedAt)));
  const x = (at: number) => Math.max(0, Math.min(1, (at - begin) / (now - begin)));
  const successor = new Map(
    receipts.flatMap((receipt) => (receipt.supersedesId ? [[receipt.supersedesId, receipt] as const] : [])),
  );
  const byFact = Map.groupBy(receipts, ({ fact }) => fact);
  const lanes = [...byFact]
    .map(([fact, members]) => {
      const current = members.filter(
        ({ id, status, expiresAt }) =>
          !successor.has(id) && status === 'available' && (expiresAt === null || Date.parse(expiresAt) > now),
      );
      return {
        fact,
        disagrees: new Set(current.map(({ value }) => JSON.stringify(value))).size > 1,
        bars: members.map((receipt) => {
          const next = successor.get(receipt.id);
          const ends = [now, receipt.expiresAt, next?.observedAt].map((end) =>
            typeof end === 'string' ? Date.parse(end) : (end ?? now),
          );
          const from = Date.parse(receipt.observedAt);
          return {
            id: receipt.id,
            from: x(from),
            to: Math.max(x(from), x(Math.min(...ends))),
            isSuperseded: next !== undefined,
            words: `${fact} ${receipt.status === 'available' ? valueInWords(receipt.value) : receipt.status}, observed ${receipt.observedAt.slice(0, 10)}`,
          };
        }),
      };
    })
    .sort((one, other) => (one.fact < other.fact ? -1 : 1));
  return {
    lanes,
    ticks: Array.from({ length: TICKS }, (_, tick) => begin + ((now - begin) * tick) / (TICKS - 1)),
  };
}
