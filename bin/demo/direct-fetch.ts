import { randomUUID } from 'node:crypto';
import { gatewayAnswer, gatewayEvent, routerOf } from '@assay/local-aws';
import type { Context } from 'aws-lambda';
import { fullPath, functionFile, type Route } from '#shared/platform/http/route.ts';

const TIME_LIMIT_MS = 29_000;

/**
 * A `fetch` that runs the functions of these routes in this thread, for many calls at once: no
 * gateway, no worker per function, no check of roles. All other requests use the network. The
 * thread has the environment of these functions.
 */
export function directFetch(routes: readonly Route[]): typeof fetch {
  const byKey = new Map(routes.map((route) => [`${route.method} ${fullPath(route)}`, route]));
  const find = routerOf([...byKey.keys()].map((key) => ({ key, functionName: key })));
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, headers, url } = request;
    const { host, pathname, search } = new URL(url);
    const match = find(method, pathname);
    const route = match && byKey.get(match.key);
    if (!route) return fetch(request);

    const requestId = randomUUID();
    const event = gatewayEvent(
      {
        method,
        requestId,
        url: pathname + search,
        sourceIp: '127.0.0.1',
        rawHeaders: ['host', host, ...[...headers].flat()],
        body: Buffer.from(await request.arrayBuffer()),
        receivedAt: new Date(),
      },
      match,
    );
    const { handler } = await import(`../../functions/${functionFile(route)}`);
    const deadlineMs = Date.now() + TIME_LIMIT_MS;
    const context: Partial<Context> = {
      awsRequestId: requestId,
      getRemainingTimeInMillis: () => deadlineMs - Date.now(),
    };
    const { status, headers: answered, body } = gatewayAnswer(await handler(event, context));
    return new Response(new Uint8Array(body), { status, headers: answered });
  };
}
