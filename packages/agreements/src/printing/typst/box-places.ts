import * as z from 'zod';
import type { FieldPlace, SignaturePlace } from '../printer.ts';

/** Typst returns lengths as text: `70.87pt`. */
const Points = z
  .string()
  .regex(/^-?[\d.]+pt$/)
  .transform((text) => Number.parseFloat(text));

const Marks = z.array(
  z.object({
    value: z.object({
      kind: z.enum(['signature', 'field']),
      id: z.string(),
      width: z.number(),
      height: z.number(),
      place: z.object({ page: z.int(), x: Points, y: Points }),
    }),
  }),
);

/** Positions of signature and field boxes, as reported by the program. */
export function boxPlaces(marks: unknown): {
  signatures: SignaturePlace[];
  fields: FieldPlace[];
} {
  const places = Marks.parse(marks).map(({ value: { kind, id, width, height, place } }) => {
    const { page: pageNumber, x: xPosition, y: yPosition } = place;
    return { kind, id, pageNumber, xPosition, yPosition, width, height };
  });
  return {
    signatures: places.flatMap(({ kind, id, ...place }) => (kind === 'signature' ? [{ role: id, ...place }] : [])),
    fields: places.flatMap(({ kind, ...place }) => (kind === 'field' ? [place] : [])),
  };
}
