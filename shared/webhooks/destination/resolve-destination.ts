import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isForbiddenAddress } from './forbidden-address.ts';

export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** The host leads, or may lead, where we never go. */
export class ForbiddenDestination extends Error {
  override name = 'ForbiddenDestination';
}

export const resolveWithDns: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/**
 * All addresses of a host, if every one of them may be called. One bad address among good ones is
 * enough to refuse: which of them is used would be the name server's choice.
 */
export async function resolveSafely(host: string, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new Error(`${host} has no address.`);
  if (addresses.some(({ address }) => isForbiddenAddress(address)))
    throw new ForbiddenDestination();
  return addresses;
}
