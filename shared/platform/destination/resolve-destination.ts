import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isForbiddenAddress } from './forbidden-address.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** The host resolves, or may resolve, to a forbidden address. */
export class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination';
}

/** The host cannot be resolved at present. */
export class Unresolvable extends Error {
  override name = 'Unresolvable';
}

const DNS_TRY_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Queries name servers directly, without hosts file and search list. `dns.lookup` would block one of Node's
 * few threads while a dead name server is silent, and delay other lookups.
 */
export const resolveWithDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))];
};

export interface AddressRules {
  resolve: Resolve;
  isForbidden?: typeof isForbiddenAddress;
}

/**
 * All addresses of a host if every one is allowed. One forbidden address is enough to refuse, since the
 * name server decides which of them is used.
 */
export async function resolveSafely(
  host: string,
  { resolve, isForbidden = isForbiddenAddress }: AddressRules,
): Promise<LookupAddress[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new Unresolvable(undefined, { cause });
  });
  if (addresses.length === 0) throw new Unresolvable();
  if (addresses.some(({ address }) => isForbidden(address))) throw new ForbiddenDestination();
  return addresses;
}
