import * as z from 'zod';

/** A field of a fillable PDF's own form. */
export const FormField = z
  .object({
    name: z.string().describe('What `acroFieldName` of a field refers to.'),
    type: z.enum(['text', 'checkbox', 'radio', 'dropdown', 'listbox', 'signature', 'button']),
    pageNumber: z.int(),
    xPosition: z.number(),
    yPosition: z.number(),
    width: z.number(),
    height: z.number(),
    options: z.array(z.string()).readonly().nullable(),
    value: z.string().nullable(),
    values: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('Only for a list box with several selected options, which no field can be linked to.'),
    isRequired: z.boolean(),
    isReadOnly: z.boolean(),
    isMultiline: z.boolean(),
    maxLength: z.int().nullable(),
  })
  .meta({ id: 'FormField' });
export type FormField = z.infer<typeof FormField>;
