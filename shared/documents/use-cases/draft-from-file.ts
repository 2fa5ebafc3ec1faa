import { inspectPdf, listFormFields } from '@assay/agreements/pdf';
import { refused } from '@assay/foundation';
import { sha256Hex } from '@assay/foundation/canonical-json';
import type { Context } from '#shared/platform/context.ts';
import { quietDocumentEvent } from '../events.ts';
import { keepFile } from '../repository/files.ts';
import { keepForm } from '../repository/form.ts';
import { type Changed, newDocument } from './change-document.ts';
import { emptyDraft } from './draft.ts';
import type { NamedFile } from './find-file.ts';

/** A file that could not be stamped and sealed later is rejected at upload. */
export async function draftFromFile(context: Context, { name, content }: NamedFile): Promise<Changed> {
  const inspected = await inspectPdf(content);
  if ('refusal' in inspected) throw refused(inspected.refusal.code, inspected.refusal.message);
  const { pdf, removed } = inspected;
  const form = await listFormFields(pdf);

  const id = context.newId();
  const original = await keepFile(context.caller, id, pdf, 'pdf');
  const origin = { kind: 'upload' as const };
  const draft = {
    ...emptyDraft(context, { id, name, origin, original }),
    pages: inspected.pages.map(({ width, height }) => ({ width, height })),
  };
  return newDocument(context, draft, {
    entries: [
      {
        action: 'document.created',
        details: {
          ...origin,
          sha256: original.sha256,
          uploadedSha256: sha256Hex(content),
          ...(removed.length > 0 && { removed }),
        },
      },
    ],
    writes: keepForm(context.caller, id, form),
    events: [quietDocumentEvent('document.created', draft, { details: origin })],
  });
}
