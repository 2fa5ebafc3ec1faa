import { FIELDS_PER_TEMPLATE, FieldType, GivenSettings, ROLE_CHARACTERS } from '@assay/agreements';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { named } from './template.ts';

const NAME = new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${ROLE_CHARACTERS - 1}}$`);
const name = z.string().regex(NAME, 'Start with a letter, followed by letters, digits, _ or -, at most 40 characters.');

const { pageNumber, xPosition, yPosition, width, height } = GivenSettings.shape;
const distance = z.number().min(-2_000).max(2_000);

const Anchor = z
  .strictObject({
    text: z.string().min(1).max(200).regex(/\S/, 'must not be blank'),
    occurrence: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Occurrence to use, starting at 1. Without it the text must occur exactly once.'),
    dx: distance.default(0).describe('Points to the right.'),
    dy: distance.default(0).describe('Points down.'),
  })
  .describe('A text of the PDF. The lower left corner of the field is placed at the start of its baseline.');

const EXAMPLE = {
  name: 'Lease',
  uploadId: '019b76da-a800-7000-8000-000000000000',
  fields: [
    {
      key: 'name',
      fieldType: 'text',
      role: 'tenant',
      label: 'Full name',
      pageNumber: 1,
      xPosition: 72,
      yPosition: 540,
      prefill: '{{ tenant }}',
      editable: true,
    },
    { fieldType: 'signature', role: 'tenant', anchor: { text: 'Tenant:', dx: 50 } },
  ],
};

/** A field of a PDF template, placed by coordinates or by a text of the file. */
export const NewPdfField = z
  .strictObject({
    ...GivenSettings.partial().omit({ signerId: true, value: true, requiredWhenFieldId: true }).shape,
    key: name.nullish(),
    fieldType: FieldType,
    role: name.describe('Becomes a signer role of the template.'),
    prefill: z.string().max(2_000).nullish(),
    requiredWhenField: name.nullish().describe('The key of another field of the same role.'),
    pageNumber: pageNumber.optional(),
    xPosition: xPosition.optional(),
    yPosition: yPosition.optional(),
    width: width.optional(),
    height: height.optional(),
    anchor: Anchor.optional(),
  })
  .meta({ id: 'NewPdfTemplateField' });
export type NewPdfField = z.infer<typeof NewPdfField>;

const fields = z.array(NewPdfField).min(1).max(FIELDS_PER_TEMPLATE);

/** Parts of a multipart form are text. */
const fieldsPart = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON: an array of fields' });
      return z.NEVER;
    }
  })
  .pipe(fields)
  .meta({
    description: 'The fields as JSON: an array of `NewPdfTemplateField`.',
    contentMediaType: 'application/json',
    examples: [JSON.stringify(EXAMPLE.fields)],
  });

const OfUpload = z
  .strictObject({ ...named, uploadId: RecordId, fields })
  .meta({ id: 'NewPdfTemplateOfUpload', examples: [EXAMPLE] });

export const NewPdfTemplate = z
  .union([
    z.strictObject({
      ...named,
      name: named.name.optional().describe('Defaults to the file name.'),
      file: z.file().describe('The PDF.'),
      fields: fieldsPart,
    }),
    OfUpload,
  ])
  .meta({ id: 'NewPdfTemplate', examples: [EXAMPLE] });

export const PdfTemplateUpdate = z
  .strictObject({
    name: named.name.optional(),
    description: named.description,
    fields,
    revision: z.int().min(1).describe('The revision that the change is based on.'),
  })
  .meta({ id: 'PdfTemplateUpdate', examples: [{ fields: EXAMPLE.fields, revision: 1 }] });
