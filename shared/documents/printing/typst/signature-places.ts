import * as z from 'zod';
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../page.ts';
import type { SignaturePlace } from '../printer.ts';

/** Typst tells a length as text: `70.87pt`. */
const Points = z
  .string()
  .regex(/^-?[\d.]+pt$/)
  .transform((text) => Number.parseFloat(text));

const Marks = z.array(
  z.object({
    value: z.object({
      role: z.string(),
      place: z.object({ page: z.int(), x: Points, y: Points }),
    }),
  }),
);

/** Where the program says it has put the signatures. */
export const signaturePlaces = (marks: unknown): SignaturePlace[] =>
  Marks.parse(marks).map(({ value: { role, place } }) => ({
    role,
    pageNumber: place.page,
    xPosition: place.x,
    yPosition: place.y,
    width: SIGNATURE_WIDTH,
    height: SIGNATURE_HEIGHT,
  }));
