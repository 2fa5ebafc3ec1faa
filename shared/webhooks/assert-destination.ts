import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused } from '@assay/foundation';
import { destinationFault, hostOf, isLoopback } from '#shared/platform/destination/parse-destination.ts';
import {
  ForbiddenDestination,
  type Resolve,
  resolveSafely,
  resolveWithDns,
} from '#shared/platform/destination/resolve-destination.ts';
import { mayCallThisMachine } from '#shared/platform/environment.ts';

const DNS_MS = 1_500;

/**
 * SSRF guard at registration: refuses URLs that are never called. A name that cannot be resolved now is
 * accepted, since it may exist tomorrow, and every connection is checked again.
 */
export async function assertDestination(text: string, resolve: Resolve = resolveWithDns): Promise<void> {
  const fault = destinationFault(text, { isLocal: mayCallThisMachine() });
  if (fault) throw forbidden(fault);
  const url = new URL(text);
  if (isIP(hostOf(url)) !== 0 || (mayCallThisMachine() && isLoopback(url))) return;

  const resolving = resolveSafely(hostOf(url), { resolve }).catch((error: unknown) => error);
  const outcome = await Promise.race([resolving, sleep(DNS_MS, undefined, { ref: false })]);
  if (outcome instanceof ForbiddenDestination) throw forbidden('leads to an address that is not public');
}

const forbidden = (message: string) =>
  refused('forbidden_destination', `The URL ${message}.`, [{ path: 'url', message }]);
