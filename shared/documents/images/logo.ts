import { refused } from '@assay/foundation';
import { LOGO_BYTES, LOGO_SIDE_PIXELS, type ShownBrand } from '#shared/organization/settings/index.ts';
import type { Scope } from '#shared/platform/caller.ts';
import { readLogo } from '../repository/files.ts';
import { type ParsedImage, parseImage } from './parse-image.ts';

/** A logo, cleaned like images of templates and within its own limits. */
export async function parseLogo(dataUrl: string): Promise<ParsedImage> {
  const image = await parseImage(dataUrl, { limitBytes: LOGO_BYTES, path: 'logo' });
  // Writing a drawing anew can make it longer.
  if (image.content.length > LOGO_BYTES) throw unusable(`The cleaned logo has more than ${LOGO_BYTES} bytes.`);
  if (Math.max(image.width, image.height) > LOGO_SIDE_PIXELS)
    throw unusable(`A logo may be at most ${LOGO_SIDE_PIXELS} pixels wide and high.`);
  return image;
}

const unusable = (message: string) =>
  refused('invalid_image', 'The image cannot be used. See `errors`.', [{ path: 'logo', message }]);

/** The stored logo as a `data:` URL, which a page shows as an image: scripts in it would not run. */
export async function logoUrl(
  organization: Pick<Scope, 'organizationId'>,
  { sha256, format }: NonNullable<ShownBrand['logo']>,
): Promise<string> {
  const content = await readLogo(organization, sha256);
  return `data:image/${format === 'svg' ? 'svg+xml' : 'png'};base64,${content.toString('base64')}`;
}
