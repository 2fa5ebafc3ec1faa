import {
  FieldSettings,
  FieldType,
  IMAGE_NAME_CHARACTERS,
  isLanguageTag,
  TEMPLATES_PER_BUNDLE,
} from '@assay/agreements';
import * as z from 'zod';
import { Bytes, RecordId } from '#shared/platform/http/route.ts';
import { pageOf, Timestamp } from '#shared/platform/http/shapes.ts';
import { DESCRIPTION_CHARACTERS, NAME_CHARACTERS, OTHERS_PER_TEMPLATE } from './limits.ts';
import { nameOf } from './names.ts';
import { NewOther, NewSigner } from './signer.ts';

/** A Markdown source with Liquid variables from which documents are created. */
const PageSize = z.enum(['A4', 'Letter']);

const source = z
  .string()
  .min(1)
  .regex(/\S/, 'must not be blank')
  .describe('Markdown with Liquid. At most 128 KiB as UTF-8; must not be blank.')
  .meta({
    examples: [
      '# Agreement with {{ client }}\n\n::signature{role=client, label=Client}',
      'I, ::field{key=name, type=text, role=client, label="Full name", prefill={{ client }}, editable=true}, ' +
        'agree.\n\n::signature{role=client, name=true, date=true}',
    ],
  });

/** Checked as a whole where it is used: size as JSON, and number of items in its arrays. */
const data = z.record(z.string(), z.unknown());

const language = z
  .string()
  .max(35)
  .refine(isLanguageTag, 'Use a BCP 47 language tag such as `en`, `de-AT` or `zh-Hans`.')
  .describe(
    'The language of the source as a BCP 47 tag; an unknown one is refused. It decides the quotation marks, the ' +
      'captions below signatures and how `money`, `number` and `date` print values, and is written into the PDF for ' +
      'screen readers. Without it, the language is guessed from the text, and English if that does not tell.',
  )
  .meta({ examples: ['en'] });

const ImageName = z.string().regex(new RegExp(`^[A-Za-z][A-Za-z0-9_-]{0,${IMAGE_NAME_CHARACTERS - 1}}$`));

const images = z
  .record(ImageName, z.string().regex(/^[0-9a-f]{64}$/))
  .describe(
    'Images by the names that the source uses: `![Logo](image:logo)`, or `image:logo?width=120` for a width in ' +
      'points. Each is the `sha256` of an image that was uploaded with `uploadTemplateImage`. At most 10.',
  )
  .meta({ examples: [{ logo: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }] });

export const NewTemplateImage = z
  .strictObject({ image: z.string().describe('The `data:` URL of a PNG or SVG in base64, up to 1 MiB.') })
  .meta({
    id: 'NewTemplateImage',
    examples: [
      {
        image: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`,
      },
    ],
  });

export const TemplateImage = z
  .object({
    sha256: z.string().describe('Digest of the image as it is stored, in hex.'),
    format: z.enum(['png', 'svg']),
    width: z.number().describe('In pixels; printed at 96 pixels per inch unless the source states a width.'),
    height: z.number(),
    sizeBytes: z.int(),
  })
  .meta({ id: 'TemplateImage' });

const TemplateSource = z.strictObject({
  source,
  sampleData: data
    .describe('Sample data. At most 128 KiB as JSON and 200 items per array.')
    .meta({ examples: [{ client: 'Example Ltd' }] }),
  pageSize: PageSize.default('A4'),
  language: language.nullish(),
  images: images.optional(),
});

export const Preview = TemplateSource.meta({ id: 'TemplatePreview' });

export const named = {
  name: nameOf(NAME_CHARACTERS).meta({ examples: ['Framework agreement'] }),
  description: z.string().max(DESCRIPTION_CHARACTERS).nullish(),
};

export const NewTemplate = TemplateSource.extend(named).meta({ id: 'NewTemplate' });
export type NewTemplate = z.infer<typeof NewTemplate>;

export const TemplateUpdate = TemplateSource.extend({
  ...named,
  name: named.name.optional(),
  pageSize: PageSize.optional(),
  revision: z.int().min(1).describe('The revision that the change is based on.'),
}).meta({ id: 'TemplateUpdate' });

export const TemplateChange = z
  .strictObject({ name: named.name.optional(), description: named.description })
  .refine(({ name, description }) => name !== undefined || description !== undefined, {
    message: 'Send `name`, `description` or both.',
  })
  .meta({ id: 'TemplateChange', minProperties: 1, examples: [{ name: 'Lease' }] });

const SignatureRole = z.object({ id: z.string(), label: z.string().nullable() });

const place = z.number().nullable().describe('For PDF templates. In Markdown templates the text decides.');

/** A field of a template as declared in its source; `requiredWhenField` is the key of another. */
export const TemplateFieldListing = FieldSettings.pick({
  label: true,
  required: true,
  options: true,
  requiredWhenValue: true,
  groupKey: true,
  groupRequired: true,
  width: true,
  height: true,
  dateFormat: true,
  signingDate: true,
  maxLength: true,
  validationPattern: true,
  validationMessage: true,
  multiline: true,
  sharedFill: true,
  acroFieldName: true,
})
  .extend({
    key: z
      .string()
      .nullable()
      .describe('Unique in the template; null if the source states none. `client.date` is a signature line.'),
    fieldType: FieldType,
    pageNumber: place,
    xPosition: place,
    yPosition: place,
    role: z.string().describe('Id of the signer role that fills the field.'),
    prefill: z.string().nullable().describe('Initial value: text with variables of `templateData`.'),
    editable: z.boolean().describe('Whether the signer can change the initial value.'),
    requiredWhenField: z.string().nullable().describe('Key of the field that makes this one required.'),
  })
  .meta({ id: 'TemplateField' });
export type TemplateFieldListing = z.infer<typeof TemplateFieldListing>;

export const TemplateSummary = z
  .object({
    id: z.uuid(),
    kind: z.enum(['markdown', 'pdf']),
    name: z.string(),
    description: z.string().nullable(),
    pageSize: PageSize.nullable().describe('Null for a PDF template.'),
    language: z.string().nullable(),
    revision: z.int(),
    sourceHash: z.string().describe('SHA-256 of the source or the PDF, in hex; with images, of both.'),
    signerRoles: z.array(SignatureRole).describe('In source order.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    revisedAt: Timestamp.optional().describe(
      'When the current revision was stored. Missing on templates stored before this was recorded.',
    ),
    revisedBy: z.string().optional().describe('Who stored the current revision: `user:<id>` or `api_key:<id>`.'),
    restoredFrom: z.int().optional().describe('The earlier revision of which the current one is a copy.'),
  })
  .meta({ id: 'TemplateSummary' });

export const Template = TemplateSummary.extend({
  source: z.string().nullable().describe('Null for a PDF template.'),
  sampleData: z.record(z.string(), z.unknown()),
  images: z.record(z.string(), z.string()).default({}).describe('Digests of images by name.'),
  pages: z
    .array(z.object({ width: z.number(), height: z.number() }))
    .nullable()
    .describe('Sizes of the pages of a PDF template, in points.'),
  hasForm: z.boolean().describe('Whether the PDF of a PDF template has form fields, which `acroFieldName` can name.'),
  fields: z
    .array(TemplateFieldListing)
    .describe('Every `::field` and every signature line that a signer fills, or all fields of a PDF template.'),
}).meta({ id: 'Template' });
export type Template = z.infer<typeof Template>;
export type MarkdownTemplate = Template & { source: string; pageSize: z.infer<typeof PageSize> };

export const TemplatePage = pageOf(TemplateSummary);

/** One entry in the list of revisions. */
export const TemplateRevision = z
  .object({
    revision: z.int(),
    sourceHash: z.string(),
    revisedAt: Timestamp,
    revisedBy: z
      .string()
      .nullable()
      .describe('`user:<id>` or `api_key:<id>`; null for revisions stored before this was recorded.'),
    restoredFrom: z.int().nullable().describe('The earlier revision of which this one is a copy.'),
  })
  .meta({ id: 'TemplateRevision' });
export type TemplateRevision = z.infer<typeof TemplateRevision>;

export const TemplateRevisions = z.object({ items: z.array(TemplateRevision) }).meta({ id: 'TemplateRevisions' });

/** What a revision consists of; name and description belong to the template. */
export const RevisionContent = Template.pick({
  source: true,
  sampleData: true,
  images: true,
  pageSize: true,
  language: true,
  signerRoles: true,
  pages: true,
  hasForm: true,
  fields: true,
}).meta({ id: 'TemplateRevisionContent' });
export type RevisionContent = z.infer<typeof RevisionContent>;

export const StoredRevision = TemplateRevision.extend(RevisionContent.shape).meta({ id: 'StoredTemplateRevision' });

export const RevisionRestoring = z
  .strictObject({ revision: z.int().min(1).describe('The current revision, which the restored one replaces.') })
  .meta({ id: 'TemplateRevisionRestoring', examples: [{ revision: 3 }] });

const SourceProblem = z
  .object({ line: z.int(), column: z.int(), message: z.string() })
  .meta({ id: 'TemplateSourceFinding' });

export const TemplateCheck = z
  .object({
    signerRoles: z.array(SignatureRole).describe('Empty while there are findings.'),
    fields: z.array(TemplateFieldListing).describe('Empty while there are findings.'),
    findings: z.array(SourceProblem).describe('What keeps the source from being saved, by line and column from 1.'),
  })
  .meta({ id: 'TemplateCheck' });

const templateData = data
  .describe(
    'A value for every variable of the source; sample data is not used as a default. At most 128 KiB as JSON ' +
      'and 200 items per array.',
  )
  .meta({ examples: [{ client: 'Example Ltd' }] });

export const usedRevision = z
  .int()
  .min(1)
  .optional()
  .describe('The revision to use, such as the one that was previewed. Defaults to the current one.');

const LEASE_EXAMPLE = {
  templateId: '019b76da-a800-7000-8000-000000000000',
  templateData: { client: 'Example Ltd' },
};

export const Generation = z
  .strictObject({ templateData, revision: usedRevision })
  .meta({ id: 'TemplateGeneration', examples: [{ templateData: { client: 'Example Ltd' } }] });

export const DocumentFromTemplate = z
  .strictObject({
    name: named.name,
    templateData,
    revision: usedRevision,
    signers: z
      .record(z.string(), NewSigner)
      .describe('Signers by role id.')
      .meta({ examples: [{ client: { name: 'Ada Example', email: 'ada@example.com' } }] }),
    others: z
      .array(NewOther)
      .max(OTHERS_PER_TEMPLATE)
      .optional()
      .describe('Approvers and recipients of copies, who have no role of the template.'),
  })
  .meta({
    id: 'DocumentFromTemplate',
    examples: [
      {
        name: 'Framework agreement',
        templateData: { client: 'Example Ltd' },
        signers: { client: { name: 'Ada Example', email: 'ada@example.com' } },
      },
    ],
  });

const bundled = {
  templates: z
    .array(
      z.strictObject({ templateId: RecordId, revision: usedRevision, templateData }).meta({ id: 'BundledTemplate' }),
    )
    .min(2)
    .max(TEMPLATES_PER_BUNDLE)
    .describe(
      'Markdown templates in the order in which they are printed. Each has its own data, at most 128 KiB together, and the ' +
        'same template can be used more than once.',
    )
    .meta({ examples: [[LEASE_EXAMPLE, { templateId: '019b76da-a800-7000-8000-000000000001', templateData: {} }]] }),
};

export const NewBundle = DocumentFromTemplate.omit({ templateData: true, revision: true })
  .extend({
    ...bundled,
    signers: DocumentFromTemplate.shape.signers.describe(
      'Signers by role id. A role that several templates have is one signer.',
    ),
  })
  .meta({
    id: 'NewBundle',
    examples: [
      {
        name: 'Lease with house rules',
        templates: [LEASE_EXAMPLE, { templateId: '019b76da-a800-7000-8000-000000000001', templateData: {} }],
        signers: { client: { name: 'Ada Example', email: 'ada@example.com' } },
      },
    ],
  });
export type NewBundle = z.infer<typeof NewBundle>;

export const BundleGeneration = z.strictObject(bundled).meta({ id: 'BundleGeneration' });

/** The result of a printer. */
export const PdfFile = Bytes.meta({ format: 'binary', examples: ['%PDF-1.7'] });
