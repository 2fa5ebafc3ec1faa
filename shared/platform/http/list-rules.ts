import type * as z from 'zod';

/** Lists that say nothing twice. The shape refuses it, and the document says so where JSON Schema can. */
export const distinct = <Item extends z.ZodType>(list: z.ZodArray<Item>) =>
  list
    .refine((items) => new Set(items).size === items.length, { message: 'must not repeat' })
    .meta({ uniqueItems: true });

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
