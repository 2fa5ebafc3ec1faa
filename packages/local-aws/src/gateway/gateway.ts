import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PayloadTooLarge } from '../functions/function-pool.ts';
import { type ApiCors, preflightAnswer, withCors } from './api-cors.ts';
import { type GatewayAnswer, gatewayAnswer, message } from './gateway-answer.ts';
import { gatewayEvent, splitUrl } from './gateway-event.ts';
import { BodyTooLarge, closeServer, listen, readBody } from './http-server.ts';
import type { Router } from './routing.ts';

const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
export const GATEWAY_TIME_LIMIT_MS = 30_000;

/** A request as routes of the local cloud see it. */
export interface LocalRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Buffer;
}

/** What the gateway serves, read from the template. */
interface Served {
  router: Router;
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Routes that exist in the local cloud only. */
  local(request: LocalRequest): GatewayAnswer | undefined | Promise<GatewayAnswer>;
  /**
   * Response to a body that is too large, in the shape that functions return. API Gateway answers
   * `{"message":"Request Entity Too Large"}` and cannot be configured to say more.
   */
  tooLarge?(routeKey: string | undefined, requestId: string): unknown;
  /** CORS rules of the template. */
  cors?: ApiCors;
}

export interface Gateway {
  port: number;
  /** Every request before this call is answered with 503. */
  serve(served: Served): void;
  stop(): Promise<void>;
}

/** API Gateway: converts HTTP requests to events, invokes functions and sends their responses. */
export async function startGateway(port: number, timeLimitMs = GATEWAY_TIME_LIMIT_MS): Promise<Gateway> {
  let served: Served | undefined;
  const server = createServer({ maxHeaderSize: 10 * 1024 }, async (incoming, outgoing) => {
    const requestId = randomUUID();
    const answer = await answerTo(incoming, requestId, served, timeLimitMs).catch((error: unknown) =>
      isTooLarge(error) ? tooLarge(incoming, requestId, served) : presentFailure(),
    );
    send(outgoing, withCors(served?.cors, incoming.headers, answer), requestId);
  });
  return {
    port: await listen(server, port),
    serve: (what) => {
      served = what;
    },
    stop: () => closeServer(server),
  };
}

async function answerTo(
  incoming: IncomingMessage,
  requestId: string,
  served: Served | undefined,
  timeLimitMs: number,
): Promise<GatewayAnswer> {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  if (!served) return message(503, 'Starting');

  const preflight = preflightAnswer(served.cors, method, incoming.headers);
  if (preflight) return preflight;
  const { path, query } = splitUrl(url);
  const body = await readBody(incoming, BODY_LIMIT_BYTES);
  // Local routes come first, because `$default` matches everything.
  const ownAnswer = await served.local({ method, path, query: new URLSearchParams(query), body });
  if (ownAnswer) return ownAnswer;
  const route = served.router(method, path);
  if (!route) return message(404, 'Not Found');
  const sourceIp = incoming.socket.remoteAddress ?? '127.0.0.1';
  const event = gatewayEvent({ method, url, rawHeaders, body, sourceIp, requestId, receivedAt: new Date() }, route);
  return within(timeLimitMs, served.invoke(route.functionName, event));
}

/** API Gateway limits the time of a function, not the time in which a body arrives. */
async function within(limitMs: number, invoked: Promise<unknown>): Promise<GatewayAnswer> {
  const { promise: late, resolve } = Promise.withResolvers<GatewayAnswer>();
  const timer = setTimeout(() => resolve(message(503, 'Service Unavailable')), limitMs);
  return Promise.race([invoked.then(gatewayAnswer), late]).finally(() => clearTimeout(timer));
}

const presentFailure = () => message(500, 'Internal Server Error');

const isTooLarge = (error: unknown) => error instanceof BodyTooLarge || error instanceof PayloadTooLarge;

function tooLarge(
  { method = 'GET', url = '/' }: IncomingMessage,
  requestId: string,
  served: Served | undefined,
): GatewayAnswer {
  const route = served?.router(method, splitUrl(url).path);
  const answer = served?.tooLarge?.(route?.key, requestId);
  return answer ? gatewayAnswer(answer) : message(413, 'Request Entity Too Large');
}

function send(outgoing: ServerResponse, answer: GatewayAnswer, requestId: string): void {
  const { status, headers, cookies, body } = answer;
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  // The rest of the body is not read, so the connection cannot take another request.
  if (status === 413) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, { ...headers, 'apigw-requestid': requestId });
  outgoing.end(body);
}
