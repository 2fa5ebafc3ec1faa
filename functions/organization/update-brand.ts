import { conflict } from '@assay/foundation';
import { keepLogo, parseLogo } from '#shared/documents/index.ts';
import { endpoint } from '#shared/endpoint.ts';
import { brandEvent } from '#shared/organization/events.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { putBrand, readCurrentBrand, type StoredBrand } from '#shared/organization/settings/index.ts';
import { presentBrand } from '#shared/organization/use-cases/present-brand.ts';
import { principalOf } from '#shared/platform/caller.ts';

/**
 * Changes what the body has. A logo is stored before the row that names it: a request that fails afterwards leaves a
 * file of no use, which is deleted with the organization.
 */
export const handler = endpoint(
  organizationRoutes.updateBrand,
  async ({ store, caller, now }, { body: { expectedRevision, reason, name, colour, logo } }) => {
    const { organizationId } = caller;
    const { brand: before, settings } = await readCurrentBrand(store, organizationId);
    if (expectedRevision !== before.revision)
      throw conflict(
        'stale_revision',
        `The brand is at revision ${before.revision}. Read it, merge your change, and retry.`,
        { revision: before.revision },
      );
    const after: StoredBrand = {
      name: name === undefined ? before.name : (name?.trim() ?? null),
      colour: colour === undefined ? before.colour : (colour?.toLowerCase() ?? null),
      logo: logo === undefined ? before.logo : logo === null ? null : await storedLogo(organizationId, logo),
      revision: before.revision + 1,
      updatedAt: now.toISOString(),
      updatedBy: principalOf(caller),
    };
    return {
      writes: [putBrand(organizationId, before, after)],
      events: [brandEvent(organizationId, { before, after, reason })],
      historyMode: 'both' as const,
      result: { brand: after, settings: { name: settings.name } },
    };
  },
  { reveal: ({ caller: { organizationId } }, stored) => presentBrand(organizationId, stored) },
);

async function storedLogo(organizationId: string, dataUrl: string) {
  const { content, format, width, height } = await parseLogo(dataUrl);
  const { sha256, bytes } = await keepLogo({ organizationId }, content);
  return { sha256, format, width, height, sizeBytes: bytes };
}
