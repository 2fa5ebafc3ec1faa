import type * as z from 'zod';

/**
 * Items that are called the same are refused even where they differ otherwise. JSON Schema has words only for
 * items that are equal as a whole, so the description has to say the rest.
 */
export const distinctBy = <Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  nameOf: (item: z.output<Item>) => string,
  message: string,
) =>
  list
    .refine((items) => new Set(items.map(nameOf)).size === items.length, { message })
    .meta({ uniqueItems: true });

/** Lists that say nothing twice. The shape refuses it, and the document says so. */
export const distinct = <Item extends z.ZodType<string>>(list: z.ZodArray<Item>) =>
  distinctBy(list, (item) => item, 'must not repeat');
