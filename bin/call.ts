import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type RequestBody, requestBody } from '@assay/client/request-body';
import { signRequest } from '#shared/identity/contract.ts';

/**
 * npm run call: one call to the local cloud with the credentials of `.local/dev.json`, signed where it
 * is an API key's.
 *
 *     npm run -s call -- [--as test|live|otherTest|owner|admin|member|...] [--mode test|live]
 *                        [--key <idempotency key>] [--pick <member>] [--out <file>] METHOD PATH [BODY]
 *
 * A body that begins with `@` names a file that is sent in a form. `--out` keeps an answer that is no text.
 */
interface Dev {
  baseUrl: string;
  apiKeys: Record<string, { key: string; secret: string }>;
  tokens: Record<string, string>;
}

const USAGE =
  'npm run -s call -- [--as WHO] [--mode test|live] [--key KEY] [--pick MEMBER] [--out FILE] METHOD PATH [BODY]';

const HELP = `${USAGE}

  --as WHO      test, live, otherTest (API keys), owner, admin, member, otherOwner or assistant (tokens); default test
  --mode MODE   mode of a token: test (default) or live
  --key KEY     idempotency key; a POST has a random one by default
  --pick PATH   print one member of the answer, such as data.secret
  --out FILE    write the answer to a file

A body that begins with @ names a file, which is sent as a form. A refused call exits with 1.`;

const { values, positionals } = readArguments();
const [method = 'GET', path = '/health', said = ''] = positionals;
const { body, contentType } = await bodyOf(said);
const home = process.env.ASSAY_LOCAL ?? fileURLToPath(new URL('../.local', import.meta.url));
const dev = readCredentials();

// The signature covers the path as sent: escaped, and without a fragment.
const url = new URL(dev.baseUrl + (path.startsWith('/docs') ? path : `/api/v1${path}`));
const pathAndQuery = url.pathname + url.search;
const idempotencyKey = values.key ?? (method === 'POST' ? randomUUID() : '');
const response = await fetch(url, {
  method,
  headers: {
    ...credential(),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(body.length > 0 && { 'content-type': contentType }),
  },
  ...(body.length > 0 && { body }),
}).catch(() => refuse(`There is no answer from ${dev.baseUrl}. Is the local cloud running?`));
const answer = Buffer.from(await response.arrayBuffer());
if (values.out && response.ok) {
  writeFileSync(values.out, answer);
  console.log(`${answer.length} bytes in ${values.out}`);
} else if (response.ok) console.log(shown(answer.toString()));
else {
  // With --pick, stdout goes into a variable, where a problem would be lost.
  const show = values.pick === undefined ? console.log : console.error;
  show(whole(answer.toString()));
  process.exitCode = 1;
}

function readArguments() {
  const options = {
    as: { type: 'string', default: 'test' },
    mode: { type: 'string', default: 'test' },
    key: { type: 'string' },
    pick: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const given = parseArgs({ allowPositionals: true, options });
    if (given.values.help) {
      console.log(HELP);
      process.exit(0);
    }
    return given.positionals.length === 0 ? refuse(HELP) : given;
  } catch (error) {
    // The rest of the message is about JSON syntax, not about this command.
    const [why] = (error instanceof Error ? error.message : String(error)).split('. ');
    return refuse(`${why}\n${USAGE}`);
  }
}

/** Prints a usage error in one line. */
function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

async function bodyOf(text: string): Promise<RequestBody> {
  const isFile = text.startsWith('@');
  if (!isFile) return { body: new TextEncoder().encode(text), contentType: 'application/json' };
  const path = text.slice(1);
  if (!existsSync(path)) return refuse(`There is no file ${path}.`);
  return requestBody({ file: new File([readFileSync(path)], basename(path)) });
}

function readCredentials(): Dev {
  try {
    return JSON.parse(readFileSync(`${home}/dev.json`, 'utf8'));
  } catch {
    return refuse(
      `There are no credentials in ${home}/dev.json: start the local cloud first, with npm start.`,
    );
  }
}

function credential(): Record<string, string> {
  const apiKey = dev.apiKeys[values.as];
  if (apiKey) {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const parts = { timestamp, method, pathAndQuery, idempotencyKey, body };
    return {
      'x-api-key': apiKey.key,
      'x-timestamp': timestamp,
      'x-signature': signRequest(apiKey.secret, parts),
    };
  }
  const token = dev.tokens[values.as];
  if (!token) {
    const known = [...Object.keys(dev.apiKeys), ...Object.keys(dev.tokens)];
    return refuse(`There is no credential called ${values.as}, only ${known.join(', ')}.`);
  }
  return { authorization: `Bearer ${token}`, 'x-risk-mode': values.mode };
}

/**
 * The whole response, or one property by its path, such as `data.secret`; text other than JSON
 * unchanged.
 */
function shown(answer: string): string {
  if (values.pick === undefined || !isJson(answer)) return whole(answer);
  const parsed: unknown = JSON.parse(answer);
  const members = values.pick.split('.');
  const found = members.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | undefined)?.[name],
    parsed,
  );
  if (found === undefined) return refuse(`The answer has no ${values.pick}.`);
  return typeof found === 'string' ? found : JSON.stringify(found);
}

function whole(answer: string): string {
  if (answer === '') return String(response.status);
  return isJson(answer) ? JSON.stringify(JSON.parse(answer), null, 2) : answer;
}

function isJson(answer: string): boolean {
  return answer !== '' && /\bjson\b/.test(response.headers.get('content-type') ?? '');
}
