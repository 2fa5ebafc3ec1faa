import type { LookupFunction } from 'node:net';
import { type AddressRules, resolveSafely } from './resolve-destination.ts';

/** For sockets: connects only to addresses that were checked, so that a name cannot change in between (DNS rebinding). */
export const checkedLookup =
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
