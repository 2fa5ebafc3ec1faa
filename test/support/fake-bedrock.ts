import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** One request to the model. */
export interface AskedModel {
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into requests of every shape
  body: any;
}

export type ModelAnswer =
  | { status?: number; errorType?: string; body: unknown }
  /** Never answers. */
  | 'hangs'
  /** Closes the connection. */
  | 'breaks';

/** Bedrock's Converse API over HTTP/2, with the responses that a test sets. */
export async function startFakeBedrock(answer: (asked: AskedModel) => ModelAnswer) {
  const asked: AskedModel[] = [];
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const path = decodeURIComponent(String(headers[':path']));
      const one = { path, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
      asked.push(one);
      respond(stream, answer(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () => {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

function respond(stream: ServerHttp2Stream, answer: ModelAnswer): void {
  if (answer === 'breaks') stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  if (typeof answer === 'string') return;
  const { status = 200, errorType, body } = answer;
  stream.respond({
    ':status': status,
    'content-type': 'application/json',
    ...(errorType && { 'x-amzn-errortype': errorType }),
  });
  stream.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A model that calls the requested tool. */
export const toolCall = (input: unknown, name = 'report_findings'): ModelAnswer => ({
  body: conversation([{ toolUse: { toolUseId: 'one', name, input } }], 'tool_use'),
});

export const conversation = (content: unknown[], stopReason: string) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  metrics: { latencyMs: 1 },
});
