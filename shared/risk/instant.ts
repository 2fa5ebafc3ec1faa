import * as z from 'zod';

/**
 * A moment as a caller writes it, in any zone. In universal time it has to lie in the years 0000 to 9999,
 * because that is how it is kept and shown.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isInYears(new Date(text).getUTCFullYear()), {
    message: 'must lie in the years 0000 to 9999 of universal time',
  });

const isInYears = (year: number) => year >= 0 && year <= 9999;

/** Of two moments as we keep them. */
export const laterOf = (one: string, other: string) => (one > other ? one : other);
