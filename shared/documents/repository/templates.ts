import { conflict, type Finding, notFound, Problem, refused } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { REVISIONS_PER_TEMPLATE } from '../limits.ts';
import {
  type MarkdownTemplate,
  RevisionContent,
  StoredRevision,
  Template,
  TemplateRevision,
  TemplateSummary,
} from '../template.ts';
import { recordsOf, templatePartition } from './collections.ts';

/** A template with the list of its earlier revisions, oldest first. */
export interface StoredTemplate {
  template: Template;
  history: readonly TemplateRevision[];
}

/**
 * A template is one row: source and example data are at most 256 KiB together and stored
 * compressed, so a read rarely costs more than a few units. Earlier revisions are rows of their own.
 */
export async function readStoredTemplate({ store, caller }: Context, id: string): Promise<StoredTemplate> {
  const row = await findOwnRow(store, recordsOf(caller, 'templates'), id);
  if (!row) throw notFound('template');
  const content = unpack([row.content as Uint8Array]) as Partial<Template> & { history?: unknown };
  return {
    template: Template.parse({ ...OLDER, ...row, ...content, fields: fieldsOf(content) }),
    history: TemplateRevision.array().parse(content.history ?? []),
  };
}

export const readTemplate = async (context: Context, id: string): Promise<Template> =>
  (await readStoredTemplate(context, id)).template;

const fieldsOf = ({ fields }: Partial<Template>) => (fields ?? []).map((field) => ({ ...OLDER_FIELD, ...field }));

/** Defaults for rows written before these attributes existed. */
const OLDER = { kind: 'markdown', language: null, pages: null, fields: [], hasForm: false };

const OLDER_FIELD = { acroFieldName: null, signingDate: false };

export const createTemplate = (scope: Scope, template: Template): Write => ({
  table: 'documents',
  put: toRow(scope, { template, history: [] }),
  when: 'absent',
});

/** Fails if the template or its name was changed in the meantime; the use case then runs again. */
export const replaceTemplate = (scope: Scope, before: StoredTemplate, after: Template): Write => ({
  table: 'documents',
  put: toRow(scope, { template: after, history: before.history }),
  when: unchanged(before.template),
});

const unchanged = ({ id, revision, updatedAt }: Template) => ({ id, revision, updatedAt });

/** Stores the next revision of a template and keeps the one before. The oldest is dropped at the limit. */
export function reviseTemplate(scope: Scope, { template, history }: StoredTemplate, after: Template): Write[] {
  const entry = entryOf(template);
  const all = [...history, entry];
  const dropped = all.slice(0, -REVISIONS_PER_TEMPLATE);
  const content = packed(RevisionContent.parse(template));
  return [
    {
      table: 'documents',
      put: toRow(scope, { template: after, history: all.slice(-REVISIONS_PER_TEMPLATE) }),
      when: unchanged(template),
    },
    { table: 'documents', put: { ...revisionKey(scope, template.id, template.revision), ...entry, content } },
    ...dropped.map(({ revision }) => removeRevision(scope, template.id, revision)),
  ];
}

/** The current revision as its entry in the list. */
export const entryOf = (template: Template): TemplateRevision => ({
  revision: template.revision,
  sourceHash: template.sourceHash,
  // A later change of the name also moved `updatedAt` of the templates that do not have `revisedAt`.
  revisedAt: template.revisedAt ?? (template.revision === 1 ? template.createdAt : template.updatedAt),
  revisedBy: template.revisedBy ?? null,
  restoredFrom: template.restoredFrom ?? null,
});

/** The current revision or an earlier one with its content. */
export async function readRevision(context: Context, { template }: StoredTemplate, revision: number) {
  if (revision === template.revision) return { ...entryOf(template), ...RevisionContent.parse(template) };
  const row = await context.store.get('documents', revisionKey(context.caller, template.id, revision));
  if (!row) throw notFound('template revision');
  const content = unpack([row.content as Uint8Array]) as Partial<Template>;
  return StoredRevision.parse({ ...row, ...content, fields: fieldsOf(content) });
}

/** The template as it is, or as it was at one of its revisions. */
export async function readTemplateAt(context: Context, id: string, revision: number | undefined): Promise<Template> {
  const stored = await readStoredTemplate(context, id);
  const { template } = stored;
  if (revision === undefined || revision === template.revision) return template;
  const wanted = await readRevision(context, stored, revision);
  return { ...template, ...RevisionContent.parse(wanted), revision, sourceHash: wanted.sourceHash };
}

/** Templates in order, each as it is or as it was at a revision. A missing one is named by its index. */
export async function readTemplatesAt(
  context: Context,
  wanted: readonly { templateId: string; revision?: number | undefined }[],
): Promise<Template[]> {
  const found = await Promise.allSettled(
    wanted.map(({ templateId, revision }) => readTemplateAt(context, templateId, revision)),
  );
  const missing = found.flatMap((one, index): Finding[] => {
    if (one.status === 'fulfilled') return [];
    if (!(one.reason instanceof Problem) || one.reason.status !== 404) throw one.reason;
    return [{ path: `templates.${index}`, message: one.reason.message }];
  });
  if (missing.length > 0)
    throw new Problem(404, 'not_found', 'A template does not exist. See `errors`.', { errors: missing });
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Wide enough for every revision, so that keys sort by number. */
const REVISION_DIGITS = 10;

const revisionKey = (scope: Scope, templateId: string, revision: number) => ({
  pk: templatePartition(scope, templateId),
  sk: `revision#${String(revision).padStart(REVISION_DIGITS, '0')}`,
});

const removeRevision = (scope: Scope, templateId: string, revision: number): Write => ({
  table: 'documents',
  remove: revisionKey(scope, templateId, revision),
});

/** Documents created from it have their own PDF, fields and signers. */
export const removeTemplate = (scope: Scope, { template, history }: StoredTemplate): Write[] => [
  { table: 'documents', remove: keyIn(recordsOf(scope, 'templates'), template.id), when: unchanged(template) },
  ...history.map(({ revision }) => removeRevision(scope, template.id, revision)),
];

export const listTemplates = (
  { store, caller }: Context,
  query: { offset: number; limit?: number; order?: 'oldest' | 'newest' },
) =>
  listCollection(store, recordsOf(caller, 'templates'), {
    ...query,
    expand: oneRecord((row) => TemplateSummary.parse({ ...OLDER, ...row })),
  });

function toRow(scope: Scope, { template, history }: StoredTemplate): Item {
  const { source, sampleData, images, pages, hasForm, fields, ...summary } = template;
  const content = packed({ source, sampleData, images, pages, hasForm, fields, history });
  return { ...keyIn(recordsOf(scope, 'templates'), summary.id), ...summary, content };
}

/** A template is one row. Its limits leave room in it for all but texts that do not compress. */
function packed(content: object): Uint8Array {
  const [part, ...others] = pack(content);
  if (others.length > 0)
    throw refused(
      'invalid_template',
      'The template is too large to be stored, even compressed. Use fewer or shorter options, prefills and patterns.',
    );
  return part;
}

/** A template with a Markdown source. */
export function markdownOf(template: Template): MarkdownTemplate {
  const { source, pageSize } = template;
  if (source === null || pageSize === null)
    throw conflict('not_markdown', 'This is a PDF template and has no Markdown source.');
  return { ...template, source, pageSize };
}

/** A template that is a PDF with fields. */
export function pdfOf(template: Template): Template & { pages: NonNullable<Template['pages']> } {
  const { pages } = template;
  if (template.kind !== 'pdf' || pages === null)
    throw conflict('not_pdf', 'This is a Markdown template. Change its fields in the source.');
  return { ...template, pages };
}

const NEWER = 'The template has a newer `revision`. Read the template, merge your change, and retry.';

/** An update must be based on the current revision. */
export function assertRevision({ revision }: Template, from: number): void {
  if (from === revision) return;
  const message =
    from < revision ? NEWER : `The template has no revision ${from} yet; its current \`revision\` is ${revision}.`;
  throw conflict('stale_revision', message, { revision });
}
