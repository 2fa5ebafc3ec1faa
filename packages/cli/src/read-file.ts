import { readFileSync } from 'node:fs';
import { messageOf, usageError } from './failure.ts';

export function readBytes(path: string) {
  try {
    return readFileSync(path);
  } catch (error) {
    throw usageError(`${path} cannot be read: ${messageOf(error)}`);
  }
}

export const readText = (path: string) => readBytes(path).toString('utf8');

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(`${what} is not valid JSON: ${messageOf(error)}`);
  }
}

export const readJson = (path: string) => parseJson(readText(path), path);

/** A JSON file that has to contain an object. */
export function readObject(path: string): Record<string, unknown> {
  const value = readJson(path);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(`${path} must contain a JSON object.`);
  return value as Record<string, unknown>;
}
