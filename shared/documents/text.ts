import type { TextBlock } from '@assay/agreements/printing';
import { sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { LoadedImages } from './images/read-images.ts';
import { keepFile, type StoredFile } from './repository/files.ts';

/**
 * The text of a document from a Markdown template, as it was printed: stored beside the PDF when the document is made,
 * because a later version of the printer could read the same source differently.
 */
export const DocumentText = z
  .object({
    pdfSha256: z.string().describe('SHA-256 of the PDF that was printed from the same text.'),
    language: z.string().nullable().describe('A BCP 47 tag.'),
    blocks: z
      .array(z.record(z.string(), z.unknown()))
      .describe(
        'In reading order, by `kind`. `heading` (`level`) and `paragraph` have `runs`; `list` has `items` of a `marker` ' +
          'and `blocks`; `table` has `alignments`, `head` and `rows` of cells with `runs`; `code` has `text`; `quote` has ' +
          '`blocks`; `signatures` has `signatures` of a `fieldId`, a `label` and `lines`; `rule` has nothing. A run is ' +
          '`text` with `isBold`, `isItalic`, `isStruck`, `isCode` or `href`, a `fieldId`, or an `image`. `isRtl`: it runs ' +
          'from right to left.',
      ),
    images: z.record(z.string(), z.string()).describe('`data:` URLs of the images, by name.'),
  })
  .meta({
    id: 'DocumentText',
    examples: [
      {
        pdfSha256: 'a'.repeat(64),
        language: 'en',
        blocks: [{ kind: 'paragraph', isRtl: false, runs: [{ text: 'The rent is due.' }] }],
        images: {},
      },
    ],
  });
export type DocumentText = Omit<z.infer<typeof DocumentText>, 'blocks'> & { blocks: TextBlock[] };

/** A Lambda response is at most 6 MB of JSON, in which a quotation mark of the text takes two bytes. */
const TEXT_BYTES = 2.5 * 1024 * 1024;

const TYPES = { png: 'image/png', svg: 'image/svg+xml' };

interface Parts {
  pdf: Uint8Array;
  blocks: TextBlock[];
  language: string | undefined;
  images?: LoadedImages | undefined;
}

export const documentText = ({ pdf, blocks, language, images }: Parts): DocumentText => ({
  pdfSha256: sha256Hex(pdf),
  language: language ?? null,
  blocks,
  images: Object.fromEntries(
    [...(images ?? [])].map(([name, { format, content }]) => [
      name,
      `data:${TYPES[format]};base64,${Buffer.from(content).toString('base64')}`,
    ]),
  ),
});

/** Undefined if it is too large to be answered: signers then read the PDF. */
export async function keepText(scope: Scope, documentId: string, text: DocumentText): Promise<StoredFile | undefined> {
  const content = Buffer.from(JSON.stringify(text));
  return content.length > TEXT_BYTES ? undefined : keepFile(scope, documentId, content, 'text');
}
