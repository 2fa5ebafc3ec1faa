/**
 * The time that use cases see. The local cloud can shift it to try out expiry and backoff; nothing on AWS
 * does. Signatures, tokens and record ids use the machine's clock.
 */
const CLOCK_SHIFT = Symbol.for('assay.clock-shift-ms');

export function now(): Date {
  const shift = (globalThis as Record<symbol, unknown>)[CLOCK_SHIFT];
  return new Date(Date.now() + (typeof shift === 'number' ? shift : 0));
}

/** For the local cloud and for tests only. */
export function shiftClock(milliseconds: number): void {
  (globalThis as Record<symbol, unknown>)[CLOCK_SHIFT] = milliseconds;
}

export const addSeconds = (date: Date, seconds: number) => new Date(date.getTime() + seconds * 1000);
