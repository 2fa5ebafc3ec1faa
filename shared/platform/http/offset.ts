import * as z from 'zod';
import { type OffsetCode, RECORD_OFFSETS } from '../offsets.ts';
import type { Route } from './route.ts';

const FIRST_OFFSET = 0;

/** The code of each shape of `offset`, by which the pipeline encodes `nextOffset`. */
const offsetCodes = z.registry<{ code: OffsetCode }>();

/** The start of a page: a number taken from the previous page, not a count of rows. */
export const offsetOf = (code: OffsetCode) =>
  z
    .string()
    .refine((text) => /^\d{1,15}$|^[1-8]\d{15}$/.test(text), {
      message: 'must be a whole number from 0',
      abort: true,
    })
    .transform(Number)
    .refine((offset) => offset === FIRST_OFFSET || code.decode(offset) !== undefined, {
      message: 'Use 0 for the first page, then `nextOffset` of each response. Offsets are positions, not counts.',
    })
    .transform((offset) => code.decode(offset) ?? FIRST_OFFSET)
    .default(FIRST_OFFSET)
    .meta({
      type: 'integer',
      minimum: FIRST_OFFSET,
      maximum: 8_999_999_999_999_999,
      anyOf: [{ const: FIRST_OFFSET }, { minimum: code.earliest }],
      default: FIRST_OFFSET,
      description:
        '0 for the first page, then `nextOffset` of the previous response. Offsets are positions, not counts: ' +
        'any other number, such as 100, is refused with 400. A page has up to 100 items.',
    })
    .register(offsetCodes, { code });

export const Offset = offsetOf(RECORD_OFFSETS);

/** A page as the service answers it: `nextOffset` is what `offset` of the same route takes. */
export function presentPage({ query }: Pick<Route, 'query'>, answer: unknown): unknown {
  const found = query.shape.offset && offsetCodes.get(query.shape.offset);
  if (!found) return answer;
  const page = answer as { nextOffset: number | null };
  const { nextOffset } = page;
  return { ...page, nextOffset: nextOffset === null ? null : found.code.encode(nextOffset) };
}
