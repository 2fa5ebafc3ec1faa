import { RawBody } from '#shared/platform/http/response.ts';

/** Shown inline in the browser, with the document's name as file name if it has one. */
export const pdfBody = (pdf: Uint8Array, name?: string) =>
  new RawBody('application/pdf', pdf, {
    'content-disposition': contentDisposition(name),
  });

const FILE_NAME_CHARACTERS = 120;

/**
 * RFC 6266: an ASCII name for old clients, and the full name in UTF-8. Characters with a meaning in
 * file systems or headers become hyphens.
 */
export function contentDisposition(name: string | undefined): string {
  if (name === undefined) return 'inline';
  const safe = [...name.toWellFormed().replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, '-')]
    .slice(0, FILE_NAME_CHARACTERS)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  const file = `${safe || 'document'}.pdf`;
  const ascii = file
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^ -~]+/g, '_');
  const plain = `inline; filename="${ascii.replaceAll('%', '_')}"`;
  return ascii === file ? plain : `${plain}; filename*=UTF-8''${extendedValue(file)}`;
}

/** RFC 8187: `encodeURIComponent` leaves four characters that are not allowed in a header value. */
const extendedValue = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
