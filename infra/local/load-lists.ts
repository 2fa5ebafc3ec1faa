import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LIST_KEYS } from '#shared/screening/lists/list.ts';

const WAITS = 300;
const WAIT_MS = 100;

/** Asks for every list, and waits until each can be searched; one that cannot be read is told. */
export async function loadLists(
  baseUrl: string,
  token: string,
  report: (line: string) => void,
): Promise<void> {
  const ask = (path: string, method = 'GET') =>
    fetch(`${baseUrl}/api/v1/screening/sources${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(method === 'POST' && { body: '{}' }),
    });
  await Promise.all(LIST_KEYS.map((key) => ask(`/${key}/refresh`, 'POST')));
  for (let wait = 0; wait < WAITS; wait += 1) {
    const { items } = (await (await ask('')).json()) as { items: Source[] };
    const waiting = items.filter(({ enabled, attention }) => !enabled && !attention);
    if (waiting.length === 0) break;
    await sleep(WAIT_MS);
  }
  const { items } = (await (await ask('')).json()) as { items: Source[] };
  for (const { key, enabled, attentionReasons } of items)
    if (!enabled)
      report(`The list ${key} is not loaded: ${attentionReasons.join(', ') || 'not yet'}.`);
}

interface Source {
  key: string;
  enabled: boolean;
  attention: boolean;
  attentionReasons: string[];
}
