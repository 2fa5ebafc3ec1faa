import type * as z from 'zod';

/**
 * Items with the same name are refused even if they differ otherwise. JSON Schema can express only items
 * that are equal as a whole, so the description states the rule.
 */
export const distinctBy = <Item extends z.ZodType>(
  list: z.ZodArray<Item>,
  nameOf: (item: z.output<Item>) => string,
  message: string,
) => list.refine((items) => new Set(items.map(nameOf)).size === items.length, { message }).meta({ uniqueItems: true });

/** Lists without duplicates, enforced by the schema and documented as `uniqueItems`. */
export const distinct = <Item extends z.ZodType<string>>(list: z.ZodArray<Item>) =>
  distinctBy(list, (item) => item, 'must not repeat');
