import { conflict, notFound } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { findOwnRow, keyIn, listCollection, oneRecord } from '#shared/platform/store/collection.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Write } from '#shared/platform/store/store.ts';
import { type MarkdownTemplate, Template, TemplateSummary } from '../template.ts';
import { recordsOf } from './collections.ts';

/**
 * A template is one row: source and example data are at most 256 KiB together and stored
 * compressed, so a read rarely costs more than a few units.
 */
export async function readTemplate({ store, caller }: Context, id: string): Promise<Template> {
  const row = await findOwnRow(store, recordsOf(caller, 'templates'), id);
  if (!row) throw notFound('template');
  const content = unpack([row.content as Uint8Array]) as Partial<Template>;
  const fields = (content.fields ?? []).map((field) => ({ ...OLDER_FIELD, ...field }));
  return Template.parse({ ...OLDER, ...row, ...content, fields });
}

/** Defaults for rows written before these attributes existed. */
const OLDER = { kind: 'markdown', language: null, pages: null, fields: [], hasForm: false };

const OLDER_FIELD = { acroFieldName: null };

export const createTemplate = (scope: Scope, template: Template): Write => ({
  table: 'documents',
  put: toRow(scope, template),
  when: 'absent',
});

/** Fails if the template or its name was changed in the meantime; the use case then runs again. */
export const replaceTemplate = (scope: Scope, before: Template, after: Template): Write => ({
  table: 'documents',
  put: toRow(scope, after),
  when: { id: before.id, revision: before.revision, updatedAt: before.updatedAt },
});

/** Documents created from it have their own PDF, fields and signers. */
export const removeTemplate = (scope: Scope, { id, revision, updatedAt }: Template): Write => ({
  table: 'documents',
  remove: keyIn(recordsOf(scope, 'templates'), id),
  when: { id, revision, updatedAt },
});

export const listTemplates = (
  { store, caller }: Context,
  query: { offset: number; limit?: number; order?: 'oldest' | 'newest' },
) =>
  listCollection(store, recordsOf(caller, 'templates'), {
    ...query,
    expand: oneRecord((row) => TemplateSummary.parse({ ...OLDER, ...row })),
  });

function toRow(scope: Scope, template: Template): Item {
  const { source, sampleData, pages, hasForm, fields, ...summary } = template;
  const [content] = pack({ source, sampleData, pages, hasForm, fields });
  return { ...keyIn(recordsOf(scope, 'templates'), summary.id), ...summary, content };
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
