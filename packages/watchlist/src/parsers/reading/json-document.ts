import type { FileLimits } from './file-limits.ts';
import { unreadable } from './list-unreadable.ts';
import { type ListFile, textChunks } from './text-chunks.ts';

/** Reads a document as a whole; its size limit is lower than that of a streamed file. */
export async function documentText(file: ListFile, limits: FileLimits): Promise<string> {
  const fileBytes = Math.min(limits.documentBytes, limits.fileBytes);
  const pieces: string[] = [];
  for await (const piece of textChunks(file, { ...limits, fileBytes })) pieces.push(piece);
  return pieces.join('');
}

export async function jsonDocument(file: ListFile, limits: FileLimits): Promise<unknown> {
  const text = await documentText(file, limits);
  try {
    return JSON.parse(text);
  } catch {
    const isCut = !/[\]}]\s*$/.test(text);
    return isCut
      ? unreadable('truncated', `${file.name} ends before its JSON does.`)
      : unreadable('malformed', `${file.name} is not well-formed JSON.`);
  }
}
