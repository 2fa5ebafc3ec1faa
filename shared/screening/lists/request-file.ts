import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { checkedConnection } from '#shared/platform/destination/checked-connection.ts';
import { isForbiddenAddress } from '#shared/platform/destination/forbidden-address.ts';
import { destinationFault } from '#shared/platform/destination/parse-destination.ts';
import {
  ForbiddenDestination,
  type Resolve,
  resolveWithDns,
} from '#shared/platform/destination/resolve-destination.ts';
import { mayCallThisMachine } from '#shared/platform/environment.ts';

/** Where a redirect may lead. */
export interface RedirectRules {
  /** The local cloud may call this machine over plain HTTP; a deployed service never may. */
  isLocal: boolean;
  resolve: Resolve;
  isForbidden: typeof isForbiddenAddress;
}

const redirectRules = (): RedirectRules => ({
  isLocal: mayCallThisMachine(),
  resolve: resolveWithDns,
  isForbidden: isForbiddenAddress,
});

const MOST_REDIRECTS = 5;

export interface FileRequest {
  url: string;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/**
 * A GET that follows redirects. The first address is the publisher's or the operator's own, who may keep a copy
 * in a private network. Where a response sends us is checked at every hop: HTTPS to a public address, and the
 * socket connects to the address that was checked.
 */
export async function requestFile(request: FileRequest, rules = redirectRules()): Promise<IncomingMessage> {
  let { url } = request;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await get({ ...request, url }, redirects === 0 ? undefined : rules);
    const location = isRedirect(response) ? response.headers.location : undefined;
    if (location === undefined) return response;
    response.destroy();
    url = URL.parse(location, url)?.href ?? refuse();
    if (destinationFault(url, rules) !== null) refuse();
  }
  return refuse();
}

const isRedirect = ({ statusCode = 0 }: IncomingMessage) => [301, 302, 303, 307, 308].includes(statusCode);

function refuse(): never {
  throw new ForbiddenDestination();
}

/** Without rules the address is not checked. */
async function get({ url: text, headers, signal }: FileRequest, rules?: RedirectRules): Promise<IncomingMessage> {
  const url = new URL(text);
  const connection = rules ? checkedConnection(url, rules) : {};
  return new Promise((resolved, rejected) => {
    (url.protocol === 'https:' ? https : http)
      .get(url, { headers, signal, agent: false, ...connection })
      .on('response', resolved)
      .on('error', rejected);
  });
}
