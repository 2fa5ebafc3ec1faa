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
    maximum: 8_999_999_999_999_999,
    default: 0,
    description: 'Start of the page: `nextOffset` of the previous page.',
  });

/** How many items a page has at most. */
export const pageLimit = (max: number) =>
  z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max,
      `must be a whole number from 1 to ${max}`,
    )
    .transform(Number)
    .default(max)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: max,
      default: max,
      description: 'The maximum number of items. A page can have fewer.',
    });

/** Which end a list starts at. */
export const ListOrder = z
  .enum(['oldest', 'newest'])
  .default('oldest')
  .meta({ default: 'oldest', description: 'By creation time: oldest or newest first.' });

export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({
    items: z.array(item),
    nextOffset: z
      .int()
      .nullable()
      .describe('Offset of the next page; null on the last page. A position, not a count.'),
  });

/** `{ id, resource, data }`, as every record is shown. */
export const recordOf = <Resource extends string, Shape extends z.ZodType>(
  resource: Resource,
  data: Shape,
) => z.object({ id: z.uuid(), resource: z.literal(resource), data });

/** A moment as we show it, in universal time. */
export const Timestamp = z.iso.datetime().meta({ examples: ['2026-03-14T09:26:53.589Z'] });

/**
 * A moment as a caller writes it, in any zone. In universal time it has to lie in the years 0000 to 9999,
 * because that is how it is kept and shown.
 */
export const Instant = z.iso
  .datetime({ offset: true })
  .refine((text) => isInYears(new Date(text).getUTCFullYear()), {
    message: 'must be between the years 0000 and 9999 (UTC)',
  });

const isInYears = (year: number) => year >= 0 && year <= 9999;

/** A line for people, such as a name, a title or a reference: it may stand in a heading or a list. */
export const text = (maxCharacters: number) =>
  written(maxCharacters, ONE_LINE, 'must not contain control characters');

/** For ids and references, which spaces alone do not name anything by. */
export const notBlank = <Shape extends z.ZodString>(shape: Shape) =>
  shape.regex(/\S/, 'must not be blank');

/** The same, where an empty one is taken too. */
export const textOrEmpty = (maxCharacters: number) =>
  written(maxCharacters, ONE_LINE, 'must not contain control characters', 0);

/**
 * What people write in paragraphs: a reason, a summary, a question. Lines may break, as they do where it
 * was typed, so it must not be put where a line break means something. A blank one says nothing.
 */
export const prose = (maxCharacters: number) =>
  written(
    maxCharacters,
    LINES,
    'must not contain control characters other than tabs and line breaks',
  ).regex(/\S/, 'must not be blank');

/** Counted in characters rather than code units. */
const written = (
  maxCharacters: number,
  pattern: RegExp,
  message: string,
  minCharacters: 0 | 1 = 1,
) =>
  z
    .string()
    .min(minCharacters)
    .regex(pattern, message)
    .refine((value) => [...value].length <= maxCharacters, {
      message: `must have at most ${maxCharacters} characters`,
    })
    .meta({ maxLength: maxCharacters });

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const LINES = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/;
