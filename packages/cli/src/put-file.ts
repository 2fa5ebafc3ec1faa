import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { EXIT, Failure, messageOf, usageError } from './failure.ts';

export function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw usageError(`${file} cannot be read: ${messageOf(error)}`);
  }
}

interface UploadUrl {
  url: string;
  headers: Record<string, string>;
}

/** Sends a file to an upload URL. */
export const putFile = (file: string, target: UploadUrl) =>
  putBody(target, { sizeBytes: sizeOf(file), body: createReadStream(file) });

/** Sends bytes of a known number to an upload URL. */
export async function putBody({ url, headers }: UploadUrl, { sizeBytes, body }: { sizeBytes: number; body: Readable }) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(sizeBytes) },
    body: Readable.toWeb(body) as ReadableStream,
    // Streams need it, and the types of Node do not know it yet.
    duplex: 'half',
  }).catch((error: unknown) => {
    throw new Failure(EXIT.unreachable, `The upload failed: ${messageOf(error)}`);
  });
  if (!response.ok) throw new Failure(EXIT.refused, `The upload was refused with status ${response.status}.`);
}
