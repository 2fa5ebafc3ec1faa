import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isForbiddenAddress } from './forbidden-address.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** The host leads, or may lead, where we never go. */
export class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination';
}

/** The host leads nowhere at present. */
export class Unresolvable extends Error {
  override name = 'Unresolvable';
}

const DNS_TRY_MS = 2_000;
const DNS_TRIES = 2;

/**
 * Asks name servers, and neither the hosts file nor the search list of this machine. The usual lookup
 * would block one of Node's few threads for as long as a dead name server is silent, and with it the
 * lookups of others.
 */
export const resolveWithDns: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch(() => []),
    resolver.resolve6(host).catch(() => []),
  ]);
  return [
    ...v4.map((address) => ({ address, family: 4 })),
    ...v6.map((address) => ({ address, family: 6 })),
  ];
};

/**
 * All addresses of a host, if every one of them may be called. One bad address among good ones is
 * enough to refuse: which of them is used would be the name server's choice.
 */
export async function resolveSafely(
  host: string,
  {
    resolve,
    isForbidden = isForbiddenAddress,
  }: { resolve: Resolve; isForbidden?: typeof isForbiddenAddress },
): Promise<LookupAddress[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new Unresolvable(undefined, { cause });
  });
  if (addresses.length === 0) throw new Unresolvable();
  if (addresses.some(({ address }) => isForbidden(address))) throw new ForbiddenDestination();
  return addresses;
}
