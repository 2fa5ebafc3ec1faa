import * as z from 'zod';
import { Offset } from './offset.ts';

export { Timestamp } from '@assay/foundation';

/** The maximum number of items of a page. */
export const pageLimit = (max: number) =>
  z
    .string()
    .refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= max, `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .default(max)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: max,
      default: max,
      description: 'The maximum number of items. A page can have fewer.',
    });

/** The order of a list. */
const ListOrder = z
  .enum(['oldest', 'newest'])
  .default('oldest')
  .meta({ default: 'oldest', description: 'By creation time: oldest or newest first.' });

/** The query of a list in order of creation. */
export const paging = { offset: Offset, order: ListOrder };

export const pageOf = <Shape extends z.ZodType>(item: Shape) =>
  z.object({
    items: z.array(item),
    nextOffset: z.int().nullable().describe('Offset of the next page; null on the last page. A position, not a count.'),
  });

/** `{ id, resource, data }`, the form of every record. */
export const recordOf = <Resource extends string, Shape extends z.ZodType>(resource: Resource, data: Shape) =>
  z.object({ id: z.uuid(), resource: z.literal(resource), data });

/**
 * A timestamp in requests, with any offset. In UTC its year must be 0000 to 9999, because it is stored and
 * returned in UTC.
 */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => isInYears(new Date(text).getUTCFullYear()), {
  message: 'must be between the years 0000 and 9999 (UTC)',
});

const isInYears = (year: number) => year >= 0 && year <= 9999;

/** A single line of text, such as a name, a title or a reference; it may appear in headings and lists. */
export const text = (maxCharacters: number) => written(maxCharacters, ONE_LINE, 'must not contain control characters');

/** For ids and references, which must not consist of spaces. */
export const notBlank = <Shape extends z.ZodString>(shape: Shape) => shape.regex(/\S/, 'must not be blank');

/** The same, or empty. */
export const textOrEmpty = (maxCharacters: number) =>
  written(maxCharacters, ONE_LINE, 'must not contain control characters', 0);

/**
 * Text of several lines: a reason, a summary, a question. It may contain line breaks, so it must not be
 * used where they have a meaning. It must not be blank.
 */
export const prose = (maxCharacters: number) =>
  written(maxCharacters, LINES, 'must not contain control characters other than tabs and line breaks').regex(
    /\S/,
    'must not be blank',
  );

/** Length in characters rather than code units. */
const written = (maxCharacters: number, pattern: RegExp, message: string, minCharacters: 0 | 1 = 1) =>
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
