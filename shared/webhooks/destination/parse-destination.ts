import { isIP } from 'node:net';
import { isForbiddenAddress } from './forbidden-address.ts';

/** What is wrong with a URL as a destination, before any name is resolved; null when nothing is. */
export type DestinationRules = {
  /** The local cloud may call this machine over plain http; a deployed one never. */
  isLocal: boolean;
};

const PORTS = new Set(['', '443', '8443']);
const LOCAL_NAMES =
  /^(localhost|.*\.(localhost|local|internal|intranet|lan|home\.arpa|localdomain))\.?$/;

/** Two words at least: one alone is looked for in the network around. */
const PUBLIC_NAME = /^([^.]+\.)+[^.]+\.?$/;

export function destinationFault(text: string, { isLocal }: DestinationRules): string | null {
  const url = URL.parse(text);
  if (!url) return 'is not a URL';
  if (url.username !== '' || url.password !== '') return 'must not carry a user name or password';
  if (isLocal && isThisMachine(url))
    return url.protocol.startsWith('http') ? null : 'must be http(s)';
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (!PORTS.has(url.port)) return 'must use port 443 or 8443';
  const host = hostOf(url);
  if (isIP(host) !== 0)
    return isForbiddenAddress(host) ? 'leads to an address that is not public' : null;
  if (LOCAL_NAMES.test(host) || !PUBLIC_NAME.test(host)) return 'must name a public host';
  return null;
}

/** The host as a resolver or socket wants it: without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Loopback under any of its spellings; the URL parser has already made 127.1 and 0x7f.1 the same. */
export const isThisMachine = (url: URL) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostOf(url));
