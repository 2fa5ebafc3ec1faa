import { RecordId, Timestamp } from '@assay/foundation';
import * as z from 'zod';
import {
  BOX_MINIMUM_POINTS,
  DROPDOWN_OPTIONS,
  FIELD_LABEL_CHARACTERS,
  FIELD_VALUE_CHARACTERS,
  OPTION_CHARACTERS,
  PATTERN_CHARACTERS,
} from './limits.ts';
import { toThousandths } from './points.ts';
import { MUST_BE_VISIBLE, VISIBLE } from './visible.ts';

/**
 * A place on a page that one signer fills. `fields/check-field.ts` checks the combination of
 * settings.
 */
export const FieldType = z.enum(['signature', 'initials', 'date', 'text', 'checkbox', 'dropdown']);
export type FieldType = z.infer<typeof FieldType>;

const HALF_A_THOUSANDTH = 0.0005;

/**
 * Rounded, because DynamoDB limits the digits of a number; a size that rounds to zero is rejected.
 */
const points = z.number().min(0).max(14_400).overwrite(toThousandths);
const size = z
  .number()
  .max(14_400)
  .overwrite(toThousandths)
  .positive()
  .describe('In points, rounded to a thousandth; at least 0.001.')
  .meta({ minimum: HALF_A_THOUSANDTH });

/** Settings of a field that the sender chooses. */
const settings = {
  signerId: RecordId,
  fieldType: FieldType,
  pageNumber: z.int().min(1),
  xPosition: points.describe('Points from the left edge, rounded to a thousandth.'),
  yPosition: points.describe('Points from the top edge, rounded to a thousandth.'),
  width: size,
  height: size,
  required: z.boolean(),
  label: z.string().max(FIELD_LABEL_CHARACTERS).nullable(),
  value: z
    .string()
    .max(FIELD_VALUE_CHARACTERS)
    .nullable()
    .describe('A value the signer could enter: `true` for a checkbox, an option for a dropdown.'),
  options: z
    .array(z.string().min(1).max(OPTION_CHARACTERS))
    .max(DROPDOWN_OPTIONS)
    .nullable()
    .describe('Options of a dropdown: single-line texts, none blank or repeated.'),
  acroFieldName: z
    .string()
    .min(1)
    .max(500)
    .nullable()
    .describe(
      'Form field of the PDF that it fills. Page, position and size are those of the form field nearest to ' +
        'the given box.',
    ),
  maxLength: z.int().min(1).max(FIELD_VALUE_CHARACTERS).nullable(),
  validationPattern: z
    .string()
    .min(1)
    .max(PATTERN_CHARACTERS)
    .nullable()
    .describe('RE2 regular expression that the whole value must match.'),
  validationMessage: z.string().min(1).max(500).nullable(),
  groupKey: z
    .string()
    .min(1)
    .max(100)
    .nullable()
    .describe('Of the checkboxes of a signer with the same key, one can be checked.'),
  groupRequired: z.boolean(),
  requiredWhenFieldId: RecordId.nullable().describe(
    'Another field of the same signer. This field is required while that field is filled or has the value ' +
      '`requiredWhenValue`.',
  ),
  requiredWhenValue: z
    .string()
    .max(FIELD_VALUE_CHARACTERS)
    .nullable()
    .describe('A possible value of that field; null for any value.'),
  sharedFill: z.boolean(),
  dateFormat: z
    .string()
    .min(1)
    .max(20)
    .nullable()
    .describe('D or DD, M or MM, YY or YYYY, each once, with the same -, / or . between.'),
  signingDate: z
    .boolean()
    .describe(
      'Of `date` fields: the service writes the day on which the signer finishes, in UTC. It cannot be entered or ' +
        'prefilled. Without a `dateFormat` it is written in the language of the document, else as YYYY-MM-DD.',
    ),
  editable: z.boolean().describe('Whether the signer can change a prefilled value.'),
  multiline: z.boolean(),
};

/** All settings of a field, with defaults filled in. */
export const FieldSettings = z.object(settings);
export type FieldSettings = z.infer<typeof FieldSettings>;

const side = z
  .number()
  .min(BOX_MINIMUM_POINTS)
  .max(14_400)
  .overwrite(toThousandths)
  .describe('In points, rounded to a thousandth. At least 5.');

/** Settings in a request. Stricter than `FieldSettings`, which also parses older records. */
export const GivenSettings = FieldSettings.extend({
  width: side,
  height: side,
  label: z
    .string()
    .max(FIELD_LABEL_CHARACTERS)
    .regex(VISIBLE, MUST_BE_VISIBLE)
    .nullable()
    .describe('Text that the signer sees.'),
  value: z
    .union([z.string().max(FIELD_VALUE_CHARACTERS), z.boolean()])
    .nullable()
    .describe(
      'A value the signer could have entered: `true` or `false` for a checkbox, as a boolean or a ' +
        'string; an option for a dropdown.',
    ),
});

export const Field = z
  .object({
    id: z.uuid(),
    documentId: z.uuid(),
    key: z
      .string()
      .nullable()
      .describe(
        '`key` of the template field it was created from; shared by fields that a loop repeats. Null for ' +
          'signature blocks and fields without a template.',
      ),
    templateNumber: z
      .int()
      .min(1)
      .optional()
      .describe(
        'In a document of several templates: number of the template that the field is from, starting at 1 and in the ' +
          'order of `origin.templates`. Templates can use the same `key`.',
      ),
    ...settings,
    signatureImageUrl: z.string().nullable(),
    filledAt: Timestamp.nullable(),
    filledBy: z.enum(['sender', 'signer']).nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Field' });
export type Field = z.infer<typeof Field>;
