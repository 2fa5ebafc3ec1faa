import { RawBody } from '#shared/platform/http/response.ts';
import { contentDisposition, pdfBody } from './pdf-body.ts';
import { addressOf, type KeptFile, readFile } from './repository/files.ts';

/** Lambda answers with 6 MB at most, of which base64 takes a third. */
const ANSWERED_BYTES = 4 * 1024 * 1024;

/** The file itself, or where it can be fetched for a while if it is too large to be sent from here. */
export async function fileAnswer({ key, bytes }: KeptFile, name?: string): Promise<RawBody> {
  if (bytes <= ANSWERED_BYTES) return pdfBody(await readFile(key), name);
  const location = await addressOf(key, contentDisposition(name));
  return new RawBody('text/plain', '', { location }, 302);
}
