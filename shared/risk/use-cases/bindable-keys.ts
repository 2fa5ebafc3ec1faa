import { refused } from '@assay/foundation';
import { findApiKeys, isUsable } from '#shared/identity/index.ts';
import type { Context } from '#shared/platform/context.ts';

/**
 * Refuses keys that cannot be bound to a source: of another organization or mode, revoked or
 * expired.
 */
export async function assertBindable(
  { store, caller, now }: Context,
  apiKeyIds: readonly string[],
  /** Keys that are not checked. */
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  const keys = await findApiKeys(store, caller.organizationId, apiKeyIds);
  const faults = keys.flatMap((key, index) =>
    except.has(apiKeyIds[index] ?? '') || (key && key.mode === caller.mode && isUsable(key, now.getTime()))
      ? []
      : [
          {
            path: `apiKeyIds.${index}`,
            message: 'is not the id of an active API key of this mode',
          },
        ],
  );
  if (faults.length > 0) throw refused('unusable_api_key', 'Some API keys cannot be bound. See `errors`.', faults);
}
