import { RawBody } from '#shared/platform/http/response.ts';
import { contentDisposition, pdfBody } from './pdf-body.ts';
import { addressOf, readFile, type StoredFile } from './repository/files.ts';

/** A Lambda response is at most 6 MB, and base64 adds a third. */
const ANSWERED_BYTES = 4 * 1024 * 1024;

/** The file itself, or a temporary download URL if it exceeds the response limit. */
export async function fileAnswer({ key, bytes }: StoredFile, name?: string): Promise<RawBody> {
  if (bytes <= ANSWERED_BYTES) return pdfBody(await readFile(key), name);
  const location = await addressOf(key, contentDisposition(name));
  return new RawBody('text/plain', '', { location }, 302);
}
