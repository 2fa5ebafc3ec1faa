import { mayCallThisMachine } from '#shared/platform/environment.ts';
import { isForbiddenAddress } from './destination/forbidden-address.ts';
import { destinationFault } from './destination/parse-destination.ts';
import { type Resolve, resolveWithDns } from './destination/resolve-destination.ts';
import { DEADLINE_MS } from './limits.ts';

/** What a delivery attempt depends on: destination rules, name resolution and the deadline. */
export interface DeliveryDependencies {
  /** The local cloud may call this machine; a deployed service never may. */
  isLocal: boolean;
  faultOf: typeof destinationFault;
  isForbidden: typeof isForbiddenAddress;
  resolve: Resolve;
  deadlineMs: number;
}

export const deliveryDependencies = (): DeliveryDependencies => ({
  isLocal: mayCallThisMachine(),
  faultOf: destinationFault,
  isForbidden: isForbiddenAddress,
  resolve: resolveWithDns,
  deadlineMs: DEADLINE_MS,
});
