import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { closeServer, listen, readBody } from '#infra/local/gateway/http-server.ts';
import { type AwsRequest, callsOf } from './aws-calls.ts';
import { type Callers, SECRET_ACCESS_KEY } from './callers.ts';
import { type CorsRules, corsHeaders } from './cors.ts';
import { type AwsAnswer, denial, failure, stranger, wrongSignature } from './denials.ts';
import type { Call } from './grants.ts';
import { answerKms, type SigningKeys } from './kms.ts';
import { isLargeObject, putLargeObject } from './large-objects.ts';
import { answerMail } from './mail.ts';
import { isPresigned, isSignedRightly } from './presigned.ts';
import { tellsInBody } from './s3-calls.ts';
import { answerSecretsManager, type Secrets } from './secrets.ts';

export interface AwsFront {
  endpoint: string;
  stop(): Promise<void>;
}

/** Who may call and where their calls go; known once the template has been read. */
export interface Behind {
  callers: Callers;
  secrets: Secrets;
  signingKeys: SigningKeys;
  /** The folder that letters are put into. */
  outbox: string;
  /** What buckets allow pages of other origins; the engine knows no such rules. */
  corsRules: CorsRules;
  engines: Record<'dynamodb' | 'sqs' | 's3', string>;
  /** The engine has answered to these calls. */
  onDone(calls: readonly Call[]): void;
  onDenied(functionName: string, refused: Call): void;
}

/**
 * The one address at which functions find AWS. It reads from the signature who is calling, lets the
 * role of that function decide, and passes the bytes on to the engine as they came.
 */
export async function startAwsFront(behind: () => Behind | undefined): Promise<AwsFront> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const server = createServer((incoming, outgoing) => {
    const standing = behind();
    if (!standing) return outgoing.destroy();
    handle(incoming, outgoing, standing, agent).catch((error: unknown) => {
      if (outgoing.headersSent) return outgoing.destroy();
      answer(outgoing, failure(error));
    });
  });
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
  { callers, secrets, signingKeys, outbox, corsRules, engines, onDone, onDenied }: Behind,
  agent: Agent,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const { accessKeyId, service } = credentialScope(path, headers.authorization ?? '');
  const caller = callers.nameOf(accessKeyId);
  if (caller === undefined) return answer(outgoing, stranger(service, accessKeyId));

  const presigned = { method, path, headers };
  if (isPresigned(presigned) && !isSignedRightly(presigned, SECRET_ACCESS_KEY))
    return answer(outgoing, wrongSignature(service));

  const isStreamed = service === 's3' && !tellsInBody({ method, path });
  const body = isStreamed ? Buffer.alloc(0) : await readBody(incoming);
  const aws: AwsRequest = { service, method, path, headers, body };
  const calls = callsOf(aws);
  const refused = callers.firstRefused(caller, calls);
  if (refused) {
    onDenied(caller, refused);
    return answer(outgoing, denial(service, caller, refused));
  }
  if (service === 'secretsmanager') {
    const { status, answer: content } = answerSecretsManager(
      secrets,
      String(headers['x-amz-target']),
      body,
    );
    return answer(outgoing, { status, contentType: JSON_1_1, body: JSON.stringify(content) });
  }

  if (service === 'kms') {
    const { status, answer: content } = answerKms(signingKeys, { headers, body });
    return answer(outgoing, { status, contentType: JSON_1_1, body: JSON.stringify(content) });
  }
  if (service === 'ses') return answer(outgoing, answerMail(outbox, body));

  const engine = engines[service as keyof typeof engines];
  if (isLargeObject(aws)) {
    const put = await putLargeObject(engine, aws, incoming).catch(() => undefined);
    if (!put) return hangUp(outgoing);
    answer(outgoing, { ...put, headers: { ...put.headers, ...corsHeaders(corsRules, aws) } });
    return onDone(calls);
  }
  const onward = request(engine + path, { method, headers, agent }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, {
      ...reply.headers,
      ...corsHeaders(corsRules, aws),
    });
    reply.pipe(outgoing);
    onDone(calls);
  });
  onward.on('error', () => hangUp(outgoing));
  // A function that hangs up has no use for the engine's answer any more.
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) onward.destroy();
  });
  if (isStreamed) incoming.pipe(onward);
  else onward.end(body);
}

/** An engine that hangs up must look to the function like AWS hanging up: it asks again. */
const hangUp = (outgoing: ServerResponse): void => void outgoing.destroy();

const JSON_1_1 = 'application/x-amz-json-1.1';

/** Signature version 4 says who signs and for which service, in a header or in the address. */
function credentialScope(path: string, authorization: string) {
  const credential =
    /Credential=([^,\s]+)/.exec(authorization)?.[1] ??
    new URL(path, 'http://aws').searchParams.get('X-Amz-Credential');
  const [accessKeyId = '', , , service = ''] = (credential ?? '').split('/');
  return { accessKeyId, service };
}

function answer(outgoing: ServerResponse, { status, contentType, headers, body }: AwsAnswer): void {
  outgoing.writeHead(status, { 'content-type': contentType, ...headers });
  outgoing.end(body);
}
