import type * as z from 'zod';
// By its name, since `z.core` would bring all that zod has into every bundle.
import { processSchema } from 'zod/v4/core';

/**
 * Lets through what `taken` does, and is documented as `described`: for what a use case judges itself,
 * because it has more to say of it than a shape. What is derived from it by `describe` or `meta` is
 * documented as `taken` again, so it is the last that is done to a shape.
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
