import { FlateErrorCode, unzipSync } from 'fflate';
import type { FileLimits } from './file-limits.ts';
import { ListUnreadable, raise, unreadable } from './list-unreadable.ts';
import type { ListFile } from './text-chunks.ts';

/** The members of a ZIP file by name. Each is unpacked when it is read, and never beyond the limit. */
export type ZipArchive = ReadonlyMap<string, () => Uint8Array>;

/** The directory of a ZIP file is at its end, so this is the only format that is held in memory. */
export async function openZip(file: ListFile, limits: FileLimits): Promise<ZipArchive> {
  const bytes = await wholeFile(file, limits);
  const members = new Map<string, () => Uint8Array>();
  const sizes = new Map<string, number>();
  unzip(bytes, file.name, ({ name, originalSize }) => {
    sizes.set(name, originalSize);
    return false;
  });
  for (const [name, size] of sizes)
    members.set(name, () => {
      // The buffer of a member has the stated size, so no more than that is unpacked.
      if (size > limits.documentBytes)
        unreadable('too_large', `${file.name} unpacks to more than ${limits.documentBytes} bytes.`);
      const unpacked = unzip(bytes, file.name, (member) => member.name === name)[name];
      return unpacked ?? unreadable('malformed', `${file.name} cannot be unpacked.`);
    });
  return members;
}

async function wholeFile(file: ListFile, limits: FileLimits): Promise<Uint8Array> {
  const limitBytes = Math.min(limits.documentBytes, limits.fileBytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file.chunks) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) unreadable('too_large', `${file.name} is larger than ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  if (bytes === 0) unreadable('empty_file', `${file.name} is empty.`);
  const whole = Buffer.concat(chunks);
  if (whole.toString('latin1', 0, 2) !== 'PK') unreadable('unexpected_format', `${file.name} is not a ZIP file.`);
  return whole;
}

type Filter = NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>['filter']>;

function unzip(bytes: Uint8Array, name: string, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (problem) {
    if (problem instanceof ListUnreadable) return raise(problem);
    const isTruncated = problem instanceof Error && 'code' in problem && problem.code === FlateErrorCode.InvalidZipData;
    return isTruncated
      ? unreadable('truncated', `${name} ends before its directory does.`)
      : unreadable('malformed', `${name} cannot be unpacked.`);
  }
}
