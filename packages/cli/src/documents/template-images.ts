import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Client } from '../client.ts';
import { EXIT, Failure } from '../failure.ts';

const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/** Data URLs of the PNG and SVG files of a folder that a source shows, by the names of the files. */
export function imagesOf(folder: string, source: string): ReadonlyMap<string, string> {
  const files = filesIn(folder).map((file) => ({ file, type: TYPES[extname(file).toLowerCase()] }));
  const named = files.flatMap(({ file, type }) => {
    const name = file.slice(0, -extname(file).length);
    return type && source.includes(`image:${name}`) ? [{ file, type, name }] : [];
  });
  return new Map(
    named.map(({ file, type, name }) => [
      name,
      `data:${type};base64,${readFileSync(join(folder, file)).toString('base64')}`,
    ]),
  );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    throw new Failure(EXIT.usage, `The folder ${folder} cannot be read.`);
  }
}

/** Uploads images and names their digests. The same image is uploaded once. */
export function imageUploader(client: Client) {
  const known = new Map<string, string>();
  return async (images: ReadonlyMap<string, string>): Promise<Record<string, string>> => {
    const digests: Record<string, string> = {};
    for (const [name, image] of images) {
      const sha256 = known.get(image) ?? (await client.documents.uploadTemplateImage({ body: { image } })).sha256;
      known.set(image, sha256);
      digests[name] = sha256;
    }
    return digests;
  };
}
