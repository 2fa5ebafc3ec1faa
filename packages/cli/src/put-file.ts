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

/** Sends a file to an upload URL. */
export async function putFile(file: string, { url, headers }: { url: string; headers: Record<string, string> }) {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-length': String(sizeOf(file)) },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    // Streams need it, and the types of Node do not know it yet.
    duplex: 'half',
  }).catch((error: unknown) => {
    throw new Failure(EXIT.unreachable, `The upload failed: ${messageOf(error)}`);
  });
  if (!response.ok) throw new Failure(EXIT.refused, `The upload was refused with status ${response.status}.`);
}
