import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listen, readBody } from '../gateway/http-server.ts';
import { type Disturbance, firstRewriter, firstStrike } from '../harsh/disturbances.ts';
import { callsOf } from './aws-calls.ts';
import type { AwsRequest } from './aws-request.ts';
import { type Callers, SECRET_ACCESS_KEY } from './callers.ts';
import { answerPreflight, type CorsRules, corsHeaders, isPreflight } from './cors.ts';
import { type AwsAnswer, denial, failure, type SignatureFault, stranger, wrongSignature } from './denials.ts';
import type { RequestedAction } from './grants.ts';
import { headerSignatureFault } from './header-signature.ts';
import { answerKms, type SigningKeys } from './kms.ts';
import { isLargeObject, putLargeObject } from './large-objects.ts';
import { answerMail, mailEvents } from './mail.ts';
import { isExpired, isPresigned, isSignedRightly } from './presigned.ts';
import { listingOf, overriddenHeaders, tellsInBody } from './s3-calls.ts';
import { answerSecretsManager, type Secrets } from './secrets.ts';
import type { UserPool } from './user-pool.ts';

export interface AwsFront {
  endpoint: string;
  stop(): Promise<void>;
}

/** Callers and engines; available once the template has been read. */
export interface Backends {
  callers: Callers;
  secrets: Secrets;
  signingKeys: SigningKeys;
  userPool?: UserPool;
  /** Directory for sent emails. */
  outbox: string;
  /** CORS rules of buckets; the engine has none. */
  corsRules: CorsRules;
  engines: Record<'dynamodb' | 'sqs' | 's3', string>;
  /** Called when the engine has answered these calls. */
  onDone(calls: readonly RequestedAction[]): void;
  /** Receives events that a service would send to EventBridge. */
  onEvents?(events: readonly object[]): void;
  onDenied(functionName: string, refused: RequestedAction): void;
  /** Faults of harsh mode. */
  disturbances?: readonly Disturbance[];
}

/**
 * The single AWS endpoint of all functions. Identifies the caller by the signature, checks the role
 * of that function, and forwards the request unchanged to the engine.
 */
/** Longer than clients are idle: one that sends while its connection is closed gets no answer. */
const KEEP_ALIVE_MS = 60_000;

export async function startAwsFront(
  backends: () => Backends | undefined,
  { keepAliveMs = KEEP_ALIVE_MS }: { keepAliveMs?: number | undefined } = {},
): Promise<AwsFront> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const server = createServer((incoming, outgoing) => {
    const ready = backends();
    if (!ready) return outgoing.destroy();
    handle(incoming, outgoing, ready, agent).catch((error: unknown) => {
      if (outgoing.headersSent) return outgoing.destroy();
      answer(outgoing, failure(error));
    });
  });
  server.keepAliveTimeout = keepAliveMs;
  const port = await listen(server, 0);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      await closeServer(server);
      agent.destroy();
    },
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  backends: Backends,
  agent: Agent,
): Promise<void> {
  const { callers, corsRules, engines, onDone, onDenied, disturbances = [] } = backends;
  const { method = 'GET', url: path = '/', headers } = incoming;
  if (isPreflight({ method, headers })) return answer(outgoing, answerPreflight(corsRules, { method, path, headers }));

  const { accessKeyId, service } = credentialScope(path, headers.authorization ?? '');
  const caller = callers.nameOf(accessKeyId);
  if (caller === undefined) return answer(outgoing, stranger(service, accessKeyId));
  const fault = service === 's3' ? signatureFault({ method, path, headers }) : undefined;
  if (fault) return answer(outgoing, wrongSignature(service, fault));

  const isStreamed = service === 's3' && !tellsInBody({ method, path });
  const body = isStreamed ? Buffer.alloc(0) : await readBody(incoming);
  const aws: AwsRequest = { service, method, path, headers, body };
  const calls = callsOf(aws);
  const refuse = (refused: RequestedAction, isReported = true) => {
    if (isReported) onDenied(caller, refused);
    answer(outgoing, denial(service, caller, refused));
  };
  const refused = callers.firstRefused(caller, calls);
  if (refused) return refuse(refused);

  const strike = firstStrike(disturbances, aws);
  if (strike && 'answer' in strike) return answer(outgoing, strike.answer);
  if (strike?.hangUp === 'before') return hangUp(outgoing);

  const ownAnswer = answerWithoutEngine(backends, aws);
  if (ownAnswer) {
    answer(outgoing, ownAnswer);
    if (service === 'ses') backends.onEvents?.(mailEvents(body));
    return;
  }

  const engine = engines[service as keyof typeof engines];
  if (isLargeObject(aws)) {
    const put = await putLargeObject(engine, aws, incoming).catch(() => undefined);
    if (!put) return hangUp(outgoing);
    answer(outgoing, { ...put, headers: { ...put.headers, ...corsHeaders(corsRules, aws) } });
    return onDone(calls);
  }
  const onward = request(engine + path, { method, headers, agent }, async (reply) => {
    const listing = reply.statusCode === 404 ? listingOf(aws) : undefined;
    if (listing && !callers.allows(caller, listing)) {
      reply.resume();
      // A wrong presigned URL is the caller's mistake, not a fault of the function.
      return refuse(listing, !isPresigned(aws));
    }
    const status = reply.statusCode ?? 502;
    const rewrite = firstRewriter(disturbances, aws);
    const overridden = status === 200 || status === 206 ? overriddenHeaders(aws) : {};
    const passedOn = { ...reply.headers, ...overridden, ...corsHeaders(corsRules, aws) };
    for (const { answered } of disturbances) answered?.(aws, Number(reply.headers['content-length'] ?? 0));
    if (strike) {
      reply.resume();
      hangUp(outgoing);
    } else if (rewrite && status === 200) {
      const { 'x-amz-crc32': _checksum, 'content-length': _length, ...kept } = passedOn;
      const rewritten = rewrite(await readBody(reply));
      outgoing.writeHead(status, { ...kept, 'content-length': rewritten.length });
      outgoing.end(rewritten);
    } else {
      outgoing.writeHead(status, passedOn);
      reply.pipe(outgoing);
    }
    onDone(calls);
  });
  onward.on('error', () => hangUp(outgoing));
  // The function has closed the connection, so the engine's response is not needed.
  outgoing.on('close', () => {
    if (!outgoing.writableFinished && !strike) onward.destroy();
  });
  if (isStreamed) incoming.pipe(onward);
  else onward.end(body);
}

/** S3 refuses a request with a wrong, expired or missing signature, in the header or the URL. */
function signatureFault(request: Pick<AwsRequest, 'method' | 'path' | 'headers'>) {
  const now = new Date();
  if (!isPresigned(request)) return headerSignatureFault(request, SECRET_ACCESS_KEY, now);
  const fault: SignatureFault = 'SignatureDoesNotMatch';
  if (!isSignedRightly(request, SECRET_ACCESS_KEY)) return fault;
  return isExpired(request, now) ? 'AccessDenied' : undefined;
}

/** Answers for services without an engine. */
function answerWithoutEngine(
  { secrets, signingKeys, userPool, outbox }: Backends,
  { service, headers, body }: AwsRequest,
): AwsAnswer | undefined {
  if (service === 'ses') return answerMail(outbox, body);
  const answers: Record<string, () => { status: number; answer: object } | undefined> = {
    kms: () => answerKms(signingKeys, { headers, body }),
    secretsmanager: () => answerSecretsManager(secrets, String(headers['x-amz-target']), body),
    'cognito-idp': () => userPool?.answer({ headers, body }),
  };
  const answered = answers[service]?.();
  return answered && { status: answered.status, contentType: JSON_1_1, body: JSON.stringify(answered.answer) };
}

/** A broken engine connection must look like a broken AWS connection, so that the SDK retries. */
const hangUp = (outgoing: ServerResponse): void => void outgoing.destroy();

const JSON_1_1 = 'application/x-amz-json-1.1';

/** Access key and service of a Signature Version 4 request, from the header or the URL. */
function credentialScope(path: string, authorization: string) {
  const credential =
    /Credential=([^,\s]+)/.exec(authorization)?.[1] ?? new URL(path, 'http://aws').searchParams.get('X-Amz-Credential');
  const [accessKeyId = '', , , service = ''] = (credential ?? '').split('/');
  return { accessKeyId, service };
}

function answer(outgoing: ServerResponse, { status, contentType, headers, body }: AwsAnswer): void {
  outgoing.writeHead(status, { 'content-type': contentType, ...headers });
  outgoing.end(body);
}
