import { isIP, type LookupFunction } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';
import { hostOf, isLoopback } from './parse-destination.ts';
import { type AddressRules, ForbiddenDestination, resolveSafely } from './resolve-destination.ts';

/**
 * Options of a request that connects only to an address that was checked, so that a name cannot change in between
 * (DNS rebinding). Throws if the URL names a forbidden address. The local cloud may call this machine.
 */
export function checkedConnection(url: URL, rules: AddressRules & { isLocal: boolean }): { lookup?: LookupFunction } {
  if (rules.isLocal && isLoopback(url)) return {};
  const { isForbidden = isForbiddenAddress } = rules;
  // Node does not look up IP addresses, so a literal address is checked here.
  if (isIP(hostOf(url)) !== 0 && isForbidden(hostOf(url))) throw new ForbiddenDestination();
  return { lookup: checkedLookup(rules) };
}

const checkedLookup =
  (rules: AddressRules): LookupFunction =>
  (host, options, done) => {
    resolveSafely(host, rules).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, ''),
    );
  };
