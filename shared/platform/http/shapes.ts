import * as z from 'zod';

/** Where a list page begins: a number taken from the page before, not a count of rows. */
export const Offset = z
  .string()
  .refine((text) => /^\d{1,15}$|^[1-8]\d{15}$/.test(text), 'must be a whole number from 0')
  .transform(Number)
  .default(0)
  .meta({
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'Where the page begins: `nextOffset` of the page before.',
  });

export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({
    items: z.array(item),
    nextOffset: z
      .int()
      .nullable()
      .describe('Where the next page begins; null when there are no more. Not a count.'),
  });

/** `{ id, resource, data }`, as every record is shown. */
export const recordOf = <Resource extends string, Shape extends z.ZodType>(
  resource: Resource,
  data: Shape,
) => z.object({ id: z.uuid(), resource: z.literal(resource), data });

export const Timestamp = z.iso.datetime().meta({ examples: ['2026-03-14T09:26:53.589Z'] });

/** Text for people: counted in characters rather than code units, free of control characters. */
export const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .refine((value) => [...value].length <= maxCharacters, {
      message: `must have at most ${maxCharacters} characters`,
    })
    .refine((value) => !CONTROL_CHARACTERS.test(value), {
      message: 'must not contain control characters',
    })
    .meta({ maxLength: maxCharacters });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;
