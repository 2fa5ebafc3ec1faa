import { isIP } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';

/** The fault of a URL as a destination, before its name is resolved; null if there is none. */
export type DestinationRules = {
  /** The local cloud may call this machine over plain HTTP; a deployed service never may. */
  isLocal: boolean;
};

const PORTS = new Set(['', '443', '8443']);
const LOCAL_NAMES = /^(localhost|.*\.(localhost|local|internal|intranet|lan|home\.arpa|localdomain))\.?$/;

/** At least two labels: a single one would be resolved in the local network. */
const PUBLIC_NAME = /^([^.]+\.)+[^.]+\.?$/;

export function destinationFault(text: string, { isLocal }: DestinationRules): string | null {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (isLocal && isLoopback(url)) return url.protocol.startsWith('http') ? null : 'must be http(s)';
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.has(url.port)) return 'must use port 443 or 8443';
  const host = hostOf(url);
  if (isIP(host) !== 0) return isForbiddenAddress(host) ? 'leads to an address that is not public' : null;
  if (LOCAL_NAMES.test(host) || !PUBLIC_NAME.test(host)) return 'must name a public host';
  return null;
}

/** The host without the brackets of IPv6, as resolvers and sockets expect it. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Loopback in any spelling; the URL parser has already normalized 127.1 and 0x7f.1. */
export const isLoopback = (url: URL) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostOf(url));
