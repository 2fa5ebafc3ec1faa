/**
 * The time that use cases see. The local cloud can shift it to try out expiry and backoff; nothing on AWS
 * does. Signatures and tokens use the machine's clock.
 */
const CLOCK_SHIFT = Symbol.for('assay.clock-shift-ms');

export function now(): Date {
  const shift = (globalThis as Record<symbol, unknown>)[CLOCK_SHIFT];
  return new Date(Date.now() + (typeof shift === 'number' ? shift : 0));
}

/**
 * The time that record ids contain: the machine's, or that of the use cases where the local cloud has set it to the past,
 * so that lists and periods agree with the times in the records. Never the future, which no page of a list would reach.
 */
export const idTimeMs = (): number => Math.min(Date.now(), now().getTime());

/** For the local cloud and for tests only. */
export function shiftClock(milliseconds: number): void {
  (globalThis as Record<symbol, unknown>)[CLOCK_SHIFT] = milliseconds;
}

export const addSeconds = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);
