import { mayCallThisMachine } from '#shared/platform/environment.ts';
import { isForbiddenAddress } from './destination/forbidden-address.ts';
import { destinationFault } from './destination/parse-destination.ts';
import { type Resolve, resolveWithDns } from './destination/resolve-destination.ts';
import { DEADLINE_MS } from './limits.ts';

/** What an attempt finds around it: the rules of where it may go, names, and how long it may take. */
export interface Surroundings {
  /** The local cloud may call this machine; a deployed one never. */
  isLocal: boolean;
  faultOf: typeof destinationFault;
  isForbidden: typeof isForbiddenAddress;
  resolve: Resolve;
  deadlineMs: number;
}

export const surroundings = (): Surroundings => ({
  isLocal: mayCallThisMachine(),
  faultOf: destinationFault,
  isForbidden: isForbiddenAddress,
  resolve: resolveWithDns,
  deadlineMs: DEADLINE_MS,
});
