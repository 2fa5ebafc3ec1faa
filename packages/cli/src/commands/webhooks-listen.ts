import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AssayProblem, AssayUnreachable, EVENT_TYPES } from '../client.ts';
import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { printable, type Terminal } from '../terminal.ts';
import { deliver } from '../webhooks/deliver.ts';
import { newEvents, type PolledEvent } from '../webhooks/poll-events.ts';

const DEFAULT_SECONDS = 2;
/** Of https://www.standardwebhooks.com. */
const SECRET_BYTES = { min: 24, max: 64 };

/** Forwards events until it is interrupted. Failed deliveries are reported and not repeated. */
export const listen: Run = async (invocation) => {
  const { terminal } = invocation;
  const url = forwardUrl(invocation.required('forward'));
  const secret = secretOf(invocation.text('secret'));
  const selectors = selectorsOf(invocation.text('events'));
  const seconds = invocation.number('interval', { min: 1, max: 60 }) ?? DEFAULT_SECONDS;
  const client = connect(invocation);
  const since = sinceOf(invocation.text('since'));

  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const poll = newEvents(client, since);
  // Fails here if the credentials or the service are wrong.
  let events = await poll();
  terminal.err(`Forwarding events to ${url}. Press Ctrl-C to stop.`);
  terminal.err(`Webhook secret: ${secret}`);
  while (!stop.signal.aborted) {
    for (const event of events)
      if (isSelected(event.type, selectors) && !stop.signal.aborted) await forward(event, { url, secret, invocation });
    await pause(seconds * 1000, undefined, { signal: stop.signal }).catch(() => undefined);
    if (!stop.signal.aborted) events = await poll().catch((error: unknown) => retried(error, terminal));
  }
  return EXIT.interrupted;
};

async function forward(
  event: PolledEvent,
  { url, secret, invocation }: { url: string; secret: string; invocation: Invocation },
): Promise<void> {
  const { terminal, isJson } = invocation;
  const outcome = await deliver(event, { url, secret });
  if (isJson) {
    const { id, type } = event;
    terminal.out(JSON.stringify({ eventId: id, event: type, ...outcome }));
    return;
  }
  const result = outcome.status ?? outcome.error ?? '';
  const isGood = outcome.status !== null && outcome.status < 300;
  terminal.out(
    `${new Date().toISOString().slice(11, 19)}  ${printable(event.type)}  ${event.id}  ` +
      `${terminal.style(isGood ? 'green' : 'red', String(result))}  ${outcome.latencyMs} ms`,
  );
}

/** An outage is survived; a refusal, such as a revoked key, ends the command. */
function retried(error: unknown, terminal: Terminal): PolledEvent[] {
  const isPassing =
    error instanceof AssayUnreachable ||
    (error instanceof AssayProblem && (error.status >= 500 || error.status === 429));
  if (!isPassing) throw error;
  terminal.err('The service could not be reached. Retrying.');
  return [];
}

function forwardUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isUrl) throw usageError('--forward must be a URL, such as http://localhost:4000/hook.');
  return text;
}

/** Standard Webhooks libraries decode the secret, and refuse any other form. */
function secretOf(text: string | undefined): string {
  if (text === undefined) return `whsec_${randomBytes(32).toString('base64')}`;
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  if (length < SECRET_BYTES.min || length > SECRET_BYTES.max)
    throw usageError(
      `--secret must be whsec_ and ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes in base64. Without it, a random one is made.`,
    );
  return text;
}

function sinceOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const since = new Date(text);
  if (Number.isNaN(since.getTime())) throw usageError('--since must be a time, such as 2026-03-14T09:00:00Z.');
  return since;
}

/** A name that no event has would wait for ever. */
function selectorsOf(text = '*'): string[] {
  const selectors = text.split(',').map((one) => one.trim());
  const unknown = selectors.find((one) => !EVENT_TYPES.some((type) => isSelected(type, [one])));
  if (unknown !== undefined)
    throw usageError(
      `--events: "${unknown}" is neither an event nor a family. Families: ${FAMILIES.join(', ')}. Events:\n` +
        EVENT_TYPES.map((type) => `  ${type}`).join('\n'),
    );
  return selectors;
}

/** `risk.*` and the like. */
const FAMILIES = [...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0]}.*`))];

const isSelected = (type: string, selectors: readonly string[]) =>
  selectors.some((one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))));
