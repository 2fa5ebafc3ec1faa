const TYPES = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type FileType = (typeof TYPES)[keyof typeof TYPES];

export const FILES_ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');
const FILE_BYTES = 10 * 1024 * 1024;

/** By the ending of the name: browsers name the type of some files as their system does. */
export function fileTypeOf(name: string): FileType | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, ending) ? TYPES[ending as keyof typeof TYPES] : undefined;
}

/** Why a file cannot be attached, as far as its name and size say. */
export function whyNotAttach({ name, size }: { name: string; size: number }): string | null {
  if (!fileTypeOf(name)) return `${name}: only PDF, PNG, JPEG, TXT, CSV and DOCX files can be attached.`;
  if (size === 0) return `${name} is empty.`;
  return size > FILE_BYTES ? `${name} is larger than 10 MB.` : null;
}

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** `48 KB`, `1.2 MB`. */
export const sizeInWords = (bytes: number) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${Math.round(bytes / 1024)} KB`
      : `${number.format(bytes / 1024 / 1024)} MB`;
