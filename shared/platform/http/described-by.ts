import type * as z from 'zod';
// Imported by name, because `z.core` would pull all of zod into every bundle.
import { processSchema } from 'zod/v4/core';

const described = new WeakMap<z.core.$ZodType, z.ZodType>();

/** The shape that documents this one, if another does. */
export const descriptionOf = (shape: z.core.$ZodType) => described.get(shape);

/**
 * Accepts what `taken` accepts and is documented as another shape, for bodies that a use case validates
 * itself because it can report more than a schema. Schemas derived from the result with `describe` or
 * `meta` are documented as `taken` again, so this has to be the last step.
 */
export function describedBy<Taken extends z.ZodType>(documented: z.ZodType, taken: Taken): Taken {
  const shape = taken.clone(taken._zod.def);
  shape._zod.processJSONSchema = (context, _json, params) => {
    processSchema(documented, context, params);
    const seen = context.seen.get(shape);
    if (seen) seen.ref = documented;
  };
  described.set(shape, documented);
  return shape;
}
