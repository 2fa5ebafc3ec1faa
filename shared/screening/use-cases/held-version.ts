import { conflict } from '@assay/foundation';
import type { ListState } from '../lists/list-state.ts';
import type { ListVersion } from '../lists/list-version.ts';

/** The named held version, or the only one. */
export function requireHeldVersion({ held }: ListState, versionId?: string): ListVersion {
  const version = versionId ? held.find((one) => one.versionId === versionId) : held.at(-1);
  if (versionId && !version)
    throw conflict(
      'version_not_held',
      'This version is not held, or no longer. Reload the list: `heldVersions` shows what can be approved.',
    );
  if (!version) throw conflict('nothing_to_approve', 'No version of this list is held.');
  if (!versionId && held.length > 1)
    throw conflict('version_required', 'Several versions are held. Name one in `versionId`.');
  return version;
}
