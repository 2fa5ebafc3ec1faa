import { unauthenticated } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { noteSighting, personFrom, personRead } from '#shared/identity/index.ts';
import { organizationRoutes } from '#shared/organization/routes.ts';
import { settingsFrom, settingsRead } from '#shared/organization/settings/index.ts';
import { isListOperator } from '#shared/screening/index.ts';

/** The signed-in user. Records the person in the directory, at most once a day. */
export const handler = endpoint(organizationRoutes.readMe, async ({ store, caller, now }) => {
  const { id, organizationId, role, profile } = caller;
  const [person, settings] = await store.getMany([personRead(organizationId, id), settingsRead(organizationId)]);
  const known = personFrom(person);
  // A token outlives the account by some minutes; the console calls this route every few minutes.
  if (known?.isDisabled) throw unauthenticated();
  await noteSighting(store, caller, known, now);
  return {
    userId: id,
    organizationId,
    // Only users may call this route.
    role: role as Exclude<typeof role, 'client'>,
    email: profile?.email ?? known?.email ?? null,
    name: profile?.name ?? known?.name ?? null,
    isListOperator: isListOperator(caller),
    settings: settingsFrom(settings),
    ...(caller.blindReview && { blindReview: caller.blindReview }),
  };
});
