import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Client, operationTable } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, Failure, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { operationsOf } from '../operations.ts';
import { parseJson, readBytes, readText } from '../read-file.ts';
import { readStdin } from '../standard-input.ts';
import { jsonText, type Terminal } from '../terminal.ts';

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  idempotencyKey?: string;
}

type Operation = ((input: Input) => Promise<unknown>) & {
  each?: (input: Input) => AsyncIterable<unknown>;
};

/** Calls one operation of the API and prints its answer. */
export const call: Run = async (invocation) => {
  const { terminal } = invocation;
  const client = connect(invocation);
  const operation = operationOf(client, invocation.argument(0));
  const input = await inputOf(invocation);
  assertParams(invocation.argument(0), input.params ?? {});
  if (invocation.flag('all')) {
    if (!operation.each) throw usageError(`${invocation.argument(0)} does not return a list.`);
    for await (const item of operation.each(input)) terminal.out(JSON.stringify(item));
    return undefined;
  }
  printAnswer(await operation(input), invocation);
  return undefined;
};

function operationOf(client: Client, name: string): Operation {
  const [module = '', operation = ''] = name.split('.');
  const modules = client as unknown as Record<string, Record<string, Operation>>;
  const found = Object.hasOwn(modules, module) ? modules[module]?.[operation] : undefined;
  if (found) return found;
  const near = operationsOf(client)
    .map((one) => ({ one, shared: sharedStart(one, name) }))
    .filter(({ shared }) => shared > module.length + 3)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, 5)
    .map(({ one }) => one);
  throw usageError(
    `There is no operation ${name}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''} ` +
      '`assay operations` lists them.',
  );
}

/** How many characters two texts have in common at their start. */
function sharedStart(a: string, b: string): number {
  const differs = [...a].findIndex((character, index) => character !== b[index]);
  return differs < 0 ? a.length : differs;
}

/** An empty value is most often a shell variable that is not set. */
function assertParams(name: string, params: Record<string, string>): void {
  const [module = '', operation = ''] = name.split('.');
  const [, path = ''] = operationTable[module]?.[operation] ?? [];
  const known = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, parameter = '']) => parameter);
  const unknown = Object.keys(params).find((parameter) => !known.includes(parameter));
  if (unknown !== undefined)
    throw usageError(
      `${name} has no path parameter ${unknown}. ` +
        (known.length === 0 ? 'It takes none.' : `It takes ${known.join(' and ')}.`),
    );
  for (const parameter of known) {
    const value = params[parameter];
    if (value === undefined)
      throw usageError(`The path parameter ${parameter} is missing: --params ${parameter}=<value>.`);
    if (['', '.', '..'].includes(value)) throw usageError(`The path parameter ${parameter} must not be "${value}".`);
  }
}

async function inputOf(invocation: Invocation): Promise<Input> {
  const params = pairsOf(invocation, 'params');
  const query = pairsOf(invocation, 'query');
  const body = await bodyOf(invocation);
  const idempotencyKey = invocation.text('idempotency-key');
  return {
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

/** `name=value` pairs, or a JSON object. */
function pairsOf(invocation: Invocation, option: string): Record<string, string> | undefined {
  const given = invocation.texts(option);
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.flatMap((text) => {
      if (text.startsWith('{'))
        return Object.entries(parseJson(text, `--${option}`) as Record<string, unknown>).map(
          ([name, value]) => [name, String(value)] as const,
        );
      const at = text.indexOf('=');
      if (at < 1) throw usageError(`--${option} takes name=value, not "${text}".`);
      return [[text.slice(0, at), text.slice(at + 1)] as const];
    }),
  );
}

async function bodyOf(invocation: Invocation): Promise<unknown> {
  const given = invocation.text('body');
  const files = invocation.texts('file');
  const body =
    given === undefined
      ? undefined
      : parseJson(/^\s*[[{"]/.test(given) ? given : given === '-' ? await readStdin() : readText(given), '--body');
  if (files.length === 0) return body;
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    throw usageError('With --file, --body must be a JSON object.');
  return Object.assign({}, body, ...files.map(fileProperty));
}

/** `contract.pdf`, or `file=contract.pdf` with the name of the property. */
function fileProperty(text: string): Record<string, File> {
  const [, name = 'file', path = ''] = /^(?:(\w+)=)?(.+)$/s.exec(text) ?? [];
  return { [name]: new File([readBytes(path)], basename(path)) };
}

function printAnswer(answer: unknown, invocation: Invocation): void {
  const { terminal } = invocation;
  const out = invocation.text('out');
  const picked = invocation.text('pick');
  if (out !== undefined) {
    const bytes = answer instanceof Uint8Array ? answer : `${textOf(answer)}\n`;
    writeFileSync(out, bytes);
    terminal.err(`Wrote ${Buffer.byteLength(bytes).toLocaleString('en')} bytes to ${out}.`);
  } else if (answer instanceof Uint8Array) writeBytes(answer, terminal);
  else if (picked !== undefined) terminal.out(textOf(pick(answer, picked), true));
  else if (answer !== undefined) terminal.out(textOf(answer));
}

function writeBytes(bytes: Uint8Array, terminal: Terminal): void {
  if (terminal.isTty) throw usageError('The answer is binary. Save it with --out <file>.');
  terminal.write(bytes);
}

const textOf = (value: unknown, isOneLine = false) =>
  typeof value === 'string' ? value : isOneLine ? JSON.stringify(value) : jsonText(value);

/** One property of the answer by its path, such as `data.secret` or `items.0.id`. */
function pick(answer: unknown, path: string): unknown {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], answer);
  if (found === undefined) throw new Failure(EXIT.refused, `The answer has no ${path}.`);
  return found;
}
