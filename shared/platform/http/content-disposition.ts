const FILE_NAME_CHARACTERS = 120;

/** Characters with a meaning in file systems or headers become hyphens. */
export const safeFileName = (name: string) =>
  [...name.toWellFormed().replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, '-')]
    .slice(0, FILE_NAME_CHARACTERS)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/gu, '');

/** RFC 6266: an ASCII name for old clients, and the full name in UTF-8. */
export function dispositionOf(kind: 'inline' | 'attachment', file: string): string {
  const ascii = file
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^ -~]+/g, '_');
  const plain = `${kind}; filename="${ascii.replaceAll('%', '_')}"`;
  return ascii === file ? plain : `${plain}; filename*=UTF-8''${extendedValue(file)}`;
}

/** RFC 8187: `encodeURIComponent` leaves four characters that are not allowed in a header value. */
const extendedValue = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
