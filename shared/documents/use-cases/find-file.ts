import { refused, tooLarge } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { NAME_CHARACTERS, UPLOAD_BYTES } from '../limits.ts';
import { findUpload } from '../repository/files.ts';

export interface NamedFile {
  name: string;
  content: Uint8Array;
}

/** The bytes of the PDF, from the request or from an upload. */
export async function findFile(
  { caller }: Context,
  wanted: { name?: string | undefined; file: File } | { name: string; uploadId: string },
): Promise<NamedFile> {
  if ('file' in wanted) {
    if (wanted.file.size > UPLOAD_BYTES) throw fileTooLarge();
    const content = new Uint8Array(await wanted.file.arrayBuffer());
    return { name: wanted.name ?? nameOf(wanted.file), content };
  }
  const content = await findUpload(caller, wanted.uploadId, UPLOAD_BYTES);
  if (content === 'too_large') throw fileTooLarge();
  if (!content) throw refused('no_upload', 'No file has been uploaded for this `uploadId`.');
  return { name: wanted.name, content };
}

const fileTooLarge = () =>
  tooLarge('file_too_large', `The PDF is larger than 20 MB (${UPLOAD_BYTES} bytes). Reduce its size or split it.`);

/** The file name from the browser, without extension and control characters. */
const nameOf = ({ name }: File) =>
  [
    ...name
      .replace(/\.pdf$/i, '')
      .replace(/\p{Cc}/gu, ' ')
      .trim(),
  ]
    .slice(0, NAME_CHARACTERS)
    .join('') || 'Document';
