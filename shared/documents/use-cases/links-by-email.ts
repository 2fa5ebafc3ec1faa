import { conflict } from '@assay/foundation';
import { readCurrentSettings } from '#shared/organization/settings/index.ts';
import type { Context } from '#shared/platform/context.ts';

/**
 * Refuses to give a caller a signing link while the organization sends them by email only. Called before the change
 * and, because a repeated request gets the stored answer, again before links are added to an answer. The settings are
 * read as they are now: a link that was given once cannot be taken back.
 */
export async function assertLinksMayBeGiven({ store, caller }: Pick<Context, 'store' | 'caller'>): Promise<void> {
  const { linksByEmailOnly } = await readCurrentSettings(store, caller.organizationId);
  if (linksByEmailOnly)
    throw conflict(
      'links_by_email_only',
      'Your organization sends signing links by email only. Send without `returnLinks`, or issue a link with ' +
        '`returnLink: false`, which emails it to the signer.',
    );
}
