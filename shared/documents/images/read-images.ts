import { IMAGES_PER_TEMPLATE } from '@assay/agreements';
import { cleanSvgSize } from '@assay/agreements/images';
import type { ImageFile } from '@assay/agreements/printing';
import { refused } from '@assay/foundation';
import type { Scope } from '#shared/platform/caller.ts';
import { findImage } from '../repository/files.ts';

/** The images of a template by the names that its source uses, with their sizes in points. */
export type LoadedImages = ReadonlyMap<string, ImageFile & { width: number; height: number }>;

/** A CSS pixel is 1/96 inch. */
const POINTS_PER_PIXEL = 0.75;

/** Reads the images that a template names by digest. Without images, nothing is read. */
export async function readImages(scope: Scope, images: Readonly<Record<string, string>> = {}): Promise<LoadedImages> {
  const named = Object.entries(images);
  if (named.length > IMAGES_PER_TEMPLATE)
    throw unusable([{ path: 'images', message: `A template may have at most ${IMAGES_PER_TEMPLATE} images.` }]);
  const found = await Promise.all(named.map(async ([name, sha256]) => [name, await findImage(scope, sha256)] as const));
  const missing = found.filter(([, content]) => !content).map(([name]) => `images.${name}`);
  if (missing.length > 0)
    throw unusable(missing.map((path) => ({ path, message: 'No image with this digest has been uploaded.' })));
  return new Map(found.flatMap(([name, content]) => (content ? [[name, loaded(content)]] : [])));
}

const unusable = (errors: { path: string; message: string }[]) =>
  refused('invalid_template', 'The images of the template cannot be used. See `errors`.', errors);

/** Stored images were checked: a drawing begins with its size, and a PNG with its header. */
function loaded(content: Buffer) {
  const drawing = cleanSvgSize(content.toString('utf8', 0, 200));
  const format = drawing ? ('svg' as const) : ('png' as const);
  const { width, height } = drawing ?? { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
  return { format, content, width: width * POINTS_PER_PIXEL, height: height * POINTS_PER_PIXEL };
}
