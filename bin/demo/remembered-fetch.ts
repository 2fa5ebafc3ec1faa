import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * A `fetch` that stores answers in a file and repeats them: a demo that was interrupted is continued without changing
 * anything twice. Requests are the same in every run, apart from their signatures; those that repeat one are numbered.
 */
export function rememberedFetch(file: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const known = new Map(existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(entryIn) : []);
  const counts = new Map<string, number>();
  return async (input, init) => {
    const request = new Request(input, init);
    const asked = createHash('sha256')
      .update(`${request.method} ${request.url} ${request.headers.get('idempotency-key') ?? ''} `)
      .update(await request.clone().text())
      .digest('base64url');
    const count = (counts.get(asked) ?? 0) + 1;
    counts.set(asked, count);
    const key = `${asked} ${count}`;
    const answered = known.get(key);
    if (answered) return new Response(answered.body, { status: answered.status, headers: JSON_CONTENT });
    const response = await fetch(request);
    if (!response.ok) {
      // The client may repeat the request.
      counts.set(asked, count - 1);
      return response;
    }
    const body = await response.text();
    appendFileSync(file, `${JSON.stringify([key, { status: response.status, body }])}\n`);
    return new Response(response.status === NO_CONTENT ? null : body, response);
  };
}

const NO_CONTENT = 204;
const JSON_CONTENT = { 'content-type': 'application/json' };

interface Answer {
  status: number;
  body: string;
}

/** The last line may be cut off. */
function entryIn(line: string): [string, Answer][] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
