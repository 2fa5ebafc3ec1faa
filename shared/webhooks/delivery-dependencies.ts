import { isForbiddenAddress } from '#shared/platform/destination/forbidden-address.ts';
import { destinationFault } from '#shared/platform/destination/parse-destination.ts';
import { type Resolve, resolveWithDns } from '#shared/platform/destination/resolve-destination.ts';
import { mayCallThisMachine } from '#shared/platform/environment.ts';
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
