import { forbidden } from '@assay/foundation';
import { type Caller, isAdmin } from '../caller.ts';
import type { Access } from './route.ts';

const NEEDS: Record<Access, { allows: (caller: Caller) => boolean; says: string }> = {
  public: { allows: () => true, says: '' },
  // The signer endpoint verifies the link itself.
  signer: { allows: () => true, says: '' },
  client: { allows: () => true, says: '' },
  key: { allows: ({ kind }) => kind === 'api_key', says: 'Requires an API key.' },
  member: {
    allows: ({ kind }) => kind === 'user',
    says: 'Requires the token of a signed-in user.',
  },
  admin: { allows: isAdmin, says: 'Requires the token of an owner or admin.' },
  owner: { allows: ({ role }) => role === 'owner', says: 'Requires the token of an owner.' },
};

export function assertAccess(access: Access, caller: Caller): void {
  const { allows, says } = NEEDS[access];
  if (!allows(caller)) throw forbidden(says);
}
