import { forbidden } from '@assay/foundation';
import { type Caller, isAdmin } from '../caller.ts';
import type { Access, Route } from './route.ts';

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

/** An author is no member: it may call the operations that are for authors, whatever else they need, and no other. */
export function assertAccess({ access, forAuthors }: Pick<Route, 'access' | 'forAuthors'>, caller: Caller): void {
  if (caller.role === 'author') {
    if (forAuthors === undefined) throw forbidden('A token of the role `author` cannot use this operation.');
    return;
  }
  const { allows, says } = NEEDS[access];
  if (!allows(caller)) throw forbidden(says);
}
