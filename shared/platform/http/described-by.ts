import type * as z from 'zod';
// Imported by name, because `z.core` would pull all of zod into every bundle.
import { processSchema } from 'zod/v4/core';

/**
 * Accepts what `taken` accepts and is documented as `described`, for bodies that a use case validates
 * itself because it can report more than a schema. Schemas derived from the result with `describe` or
 * `meta` are documented as `taken` again, so this has to be the last step.
 */
export function describedBy<Taken extends z.ZodType>(described: z.ZodType, taken: Taken): Taken {
  const shape = taken.clone(taken._zod.def);
  shape._zod.processJSONSchema = (context, _json, params) => {
    processSchema(described, context, params);
    const seen = context.seen.get(shape);
    if (seen) seen.ref = described;
  };
  return shape;
}
