import { refused } from '@assay/foundation';
import * as z from 'zod';
import type { StoredDocument } from '../document.ts';

/** How a page shows a document to its signer. */
export const ShownAs = z
  .enum(['pdf', 'text', 'guided'])
  .describe(
    'How the document was shown: the pages of the PDF, its text without pages, or the fields of the PDF one by one with ' +
      'the part of the page around each. The audit trail has it as stated by the client, with the SHA-256 of the file.',
  );

/** A claim of the client for the audit trail, with the digest of the file that the view was made from. */
export function shownIn(
  { original, text }: Pick<StoredDocument, 'original' | 'text'>,
  views: readonly z.infer<typeof ShownAs>[],
) {
  if (views.includes('text') && !text)
    throw refused('no_text', 'The document has no text that could have been shown. Show the PDF.', [
      { path: 'shownAs', message: '`text` needs a document with `textSha256`.' },
    ]);
  return views.map((view) => ({ view, sha256: view === 'text' && text ? text.sha256 : original.sha256 }));
}
