import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, patch, post, remove } from '#shared/platform/http/route.ts';
import { Document } from '../document.ts';
import { TEMPLATE_IMAGE_BYTES } from '../limits.ts';
import { NewPdfTemplate, PdfTemplateUpdate } from '../pdf-template.ts';
import {
  BundleGeneration,
  DocumentFromTemplate,
  Generation,
  NewBundle,
  NewTemplate,
  NewTemplateImage,
  PdfFile,
  Preview,
  RevisionRestoring,
  StoredRevision,
  Template,
  TemplateChange,
  TemplateCheck,
  TemplateImage,
  TemplatePage,
  TemplateRevisions,
  TemplateUpdate,
} from '../template.ts';
import { formLimit, listing, PRINTING, unfitWorkflow, unusableFile } from './common.ts';

/** Source and data are at most 128 KiB each; JSON may escape a character with several bytes. */
const TEMPLATE_BODY_BYTES = 1024 * 1024;

const unrenderable = {
  invalid_template: [
    422,
    'The source, its data or an image is invalid. Each finding of the source has a line and column.',
  ],
  invalid_data: [422, 'An array has more than 200 items.'],
  uncovered_characters: [422, 'The fonts of the service do not have these characters.'],
  too_many_pages: [422, 'The document exceeds 50 pages.'],
  too_long_to_print: [422, 'Printing took too long.'],
  output_too_large: [422, 'The printed file is too large.'],
  source_too_large: [413, 'The source is larger than 128 KiB.'],
  data_too_large: [413, 'The data is larger than 128 KiB as JSON.'],
} as const;

const notMarkdown = {
  not_markdown: [409, 'This is a PDF template and has no Markdown source.'],
} as const;

const notPdf = {
  not_pdf: [409, 'This is a Markdown template. Change its fields in the source.'],
} as const;

const staleRevision = {
  stale_revision: [
    409,
    '`revision` is not the current one. Read the template, merge your change, and retry.',
    { revision: 4 },
  ],
} as const;

const unfitBundle = {
  unfit_bundle: [
    422,
    'The templates cannot become one document: one is a PDF template, their languages or page sizes differ, or they have too ' +
      'many roles, images or fields. `errors` names the template.',
  ],
} as const;

const invalidFields = {
  invalid_template: [422, 'A field is invalid or its anchor was not found. Each finding names the field.'],
} as const;

/** Every branch of a long source is read in a fraction of a second. */
const CHECK_MEMORY_MB = 1024;

const RevisionNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/, 'must be a positive whole number')
  .meta({ examples: ['1'] });

/** Images of a template. Without `ListBucket`, S3 answers 403 for missing objects as well. */
const IMAGES = { documents: ['GetObject', 'ListBucket'] } as const;

/** Base64 adds a third. */
const IMAGE_BODY_BYTES = Math.ceil(TEMPLATE_IMAGE_BYTES * 1.4);

const printing = { ...PRINTING, bodyLimitBytes: TEMPLATE_BODY_BYTES };

export const templateRoutes = defineRoutes('documents', {
  previewTemplate: post('/templates/markdown/preview', 'client', Preview, PdfFile, {
    summary: 'Preview a Markdown source',
    ...printing,
    isReadOnly: true,
    status: 200,
    contentType: 'application/pdf',
    problems: unrenderable,
    uses: { buckets: IMAGES, printer: true },
  }),
  checkTemplate: post('/templates/markdown/check', 'client', Preview, TemplateCheck, {
    summary: 'Check a Markdown source',
    description:
      'Returns the signer roles and fields of a source, or what is wrong with it by line and column. Prints and saves ' +
      'nothing. Limits of the printed file, such as the number of pages, are found by `previewTemplate`.',
    bodyLimitBytes: TEMPLATE_BODY_BYTES,
    memoryMb: CHECK_MEMORY_MB,
    isReadOnly: true,
    status: 200,
    problems: {
      invalid_template: [422, 'The language is unknown. Findings of the source are part of the answer.'],
      invalid_data: unrenderable.invalid_data,
      source_too_large: unrenderable.source_too_large,
      data_too_large: unrenderable.data_too_large,
    },
    uses: { buckets: IMAGES },
  }),
  uploadTemplateImage: post('/templates/images', 'client', NewTemplateImage, TemplateImage, {
    summary: 'Upload an image for templates',
    description:
      'Stores a PNG or SVG of up to 1 MiB by its digest; then name it in `images` of a Markdown template. Metadata of a ' +
      'PNG is removed. An SVG consists of shapes, gradients, clips and masks; one with scripts, external references, ' +
      'HTML, text, animations, filters or style sheets is refused. An image that no template uses is deleted with the ' +
      'organization.',
    bodyLimitBytes: IMAGE_BODY_BYTES,
    memoryMb: CHECK_MEMORY_MB,
    isReadOnly: true,
    needsWriteScope: true,
    problems: {
      image_too_large: [413, 'The image is larger than 1 MiB.'],
      invalid_image: [422, 'The image is no PNG or SVG, is damaged, or contains what is not allowed.'],
    },
    uses: { buckets: { documents: ['PutObject documents/*'] } },
  }),
  createTemplate: post('/templates/markdown', 'client', NewTemplate, Template, {
    summary: 'Create a Markdown template',
    description:
      'Write fields for signers in the source: `::field{type=text, role=client, label="Name"}`. The response ' +
      'lists them in `fields`.',
    ...printing,
    idempotency: 'optional',
    problems: unrenderable,
    uses: { tables: { documents: ['PutItem'] }, buckets: IMAGES, printer: true },
  }),
  createPdfTemplate: post('/templates/pdf', 'client', NewPdfTemplate, Template, {
    summary: 'Create a PDF template',
    description:
      'From a PDF in the form, up to about 4 MB, with `fields` as JSON text; or from an upload of up to 20 MB: see ' +
      '`openUpload`. Fields are placed by coordinates in points from the top left of a page, or by an `anchor`: a ' +
      'text of the PDF. `acroFieldName` links a field to a form field of the PDF. The roles of the fields are the ' +
      'signer roles of the template.',
    ...PRINTING,
    accepts: ['multipart/form-data', 'application/json'],
    bodyLimitBytes: formLimit(TEMPLATE_BODY_BYTES),
    idempotency: 'optional',
    problems: { ...unusableFile, ...invalidFields },
    uses: {
      tables: { documents: ['PutItem'] },
      // Without `ListBucket`, S3 answers 403 for missing objects as well.
      buckets: { documents: ['GetObject', 'PutObject documents/*', 'ListBucket'] },
    },
  }),
  updateTemplate: patch('/templates/{id}/markdown', 'client', TemplateUpdate, Template, {
    summary: 'Update the source of a template',
    description: 'Documents created earlier keep their PDF.',
    ...printing,
    problems: {
      ...missing,
      ...unrenderable,
      ...notMarkdown,
      ...staleRevision,
    },
    uses: { tables: { documents: ['GetItem', 'PutItem', 'DeleteItem'] }, buckets: IMAGES, printer: true },
  }),
  updatePdfTemplate: patch('/templates/{id}/pdf', 'client', PdfTemplateUpdate, Template, {
    summary: 'Update the fields of a PDF template',
    description:
      'The PDF stays the same and the `revision` increases by 1. Documents created earlier keep their fields.',
    ...printing,
    problems: { ...missing, ...invalidFields, ...notPdf, ...staleRevision },
    uses: {
      tables: { documents: ['GetItem', 'PutItem', 'DeleteItem'] },
      buckets: { documents: ['GetObject'] },
    },
  }),
  listTemplates: get('/templates', 'client', TemplatePage, {
    summary: 'List templates',
    description: 'In order of creation.',
    query: z.strictObject(listing),
    uses: { tables: { documents: ['Query'] } },
  }),
  readTemplate: get('/templates/{id}', 'client', Template, {
    summary: 'Read a template',
    problems: missing,
    uses: { tables: { documents: ['GetItem'] } },
  }),
  listTemplateRevisions: get('/templates/{id}/revisions', 'client', TemplateRevisions, {
    summary: 'List the revisions of a template',
    description: 'The current revision and up to 50 earlier ones, newest first. A change of the name is no revision.',
    problems: missing,
    uses: { tables: { documents: ['GetItem'] } },
  }),
  readTemplateRevision: get('/templates/{id}/revisions/{revision}', 'client', StoredRevision, {
    summary: 'Read a revision of a template',
    params: { revision: RevisionNumber },
    problems: missing,
    uses: { tables: { documents: ['GetItem'] } },
  }),
  restoreTemplateRevision: post('/templates/{id}/revisions/{revision}/restore', 'client', RevisionRestoring, Template, {
    summary: 'Restore a revision of a template',
    description:
      'Creates a new revision with the content of an earlier one, after checking it again. No revision is removed, and ' +
      'documents created earlier keep their PDF.',
    ...printing,
    params: { revision: RevisionNumber },
    status: 200,
    problems: { ...missing, ...unrenderable, ...staleRevision },
    uses: { tables: { documents: ['GetItem', 'PutItem', 'DeleteItem'] }, buckets: IMAGES, printer: true },
  }),
  changeTemplate: patch('/templates/{id}', 'client', TemplateChange, Template, {
    summary: 'Rename a template',
    description: 'Changes name and description. The source and its `revision` stay the same.',
    problems: missing,
    uses: { tables: { documents: ['GetItem', 'PutItem'] } },
  }),
  deleteTemplate: remove('/templates/{id}', 'client', Nothing, Nothing, {
    summary: 'Delete a template',
    description: 'Documents created from it keep their PDF, fields and signers.',
    problems: missing,
    uses: { tables: { documents: ['GetItem', 'DeleteItem'] } },
  }),
  generatePdf: post('/templates/{id}/generate', 'client', Generation, PdfFile, {
    summary: 'Print a template',
    ...printing,
    isReadOnly: true,
    status: 200,
    contentType: 'application/pdf',
    problems: { ...missing, ...unrenderable, ...notMarkdown },
    uses: { tables: { documents: ['GetItem'] }, buckets: IMAGES, printer: true },
  }),
  generateBundle: post('/documents/bundles/generate', 'client', BundleGeneration, PdfFile, {
    summary: 'Print several templates as one document',
    ...printing,
    isReadOnly: true,
    status: 200,
    contentType: 'application/pdf',
    problems: { ...missing, ...unrenderable, ...unfitBundle },
    uses: { tables: { documents: ['GetItem'] }, buckets: IMAGES, printer: true },
  }),
  createBundle: post('/documents/bundles', 'client', NewBundle, Document, {
    summary: 'Create a document from several templates',
    description:
      'Prints 2 to 10 Markdown templates as one PDF, each beginning on a new page, with one text, audit trail and seal. ' +
      'A role that several templates have is one signer, who signs each signature block with the role. Field keys are ' +
      'those of the templates; `templateNumber` of a field says of which. All templates need the same language and page ' +
      'size. The limits of a document, and the limit on data, are those of one template. Findings about a template begin ' +
      'with its index: `templates.1.source:12:3`.',
    ...printing,
    idempotency: 'optional',
    problems: {
      ...missing,
      ...unrenderable,
      ...unfitBundle,
      wrong_signers: [422, 'Provide exactly one signer per role of the templates.'],
      ...unfitWorkflow,
    },
    uses: {
      tables: { documents: ['GetItem', 'PutItem'], verification: ['GetItem'] },
      buckets: { documents: ['GetObject', 'PutObject documents/*', 'ListBucket'] },
      printer: true,
    },
  }),
  createDocumentFromTemplate: post('/templates/{id}/create-document', 'client', DocumentFromTemplate, Document, {
    summary: 'Create a document from a template',
    description:
      'Each signature block and each field of the template becomes a field of the signer who has its ' +
      'role, placed where it is printed. Conditions point to fields of the document. `others` approve the document or get a ' +
      'copy of it.',
    ...printing,
    idempotency: 'optional',
    problems: {
      ...missing,
      ...unrenderable,
      wrong_signers: [422, 'Provide exactly one signer per template role.'],
      ...unfitWorkflow,
    },
    uses: {
      tables: { documents: ['GetItem', 'PutItem'], verification: ['GetItem'] },
      buckets: { documents: ['GetObject', 'PutObject documents/*', 'ListBucket'] },
      printer: true,
    },
  }),
});
