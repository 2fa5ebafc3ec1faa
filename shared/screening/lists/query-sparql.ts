import { optionalSetting } from '#shared/platform/environment.ts';
import { ANSWER_BYTES, ASK_MS } from '../crawl/limits.ts';
import { requestedWait } from '../crawl/pauses.ts';
import { rowsIn, type SparqlRow } from '../crawl/sparql-rows.ts';

/** Why a query failed; stable, since operators see it. */
export type SparqlFailure = 'busy' | 'unreachable' | 'refused' | 'unreadable';

export type SparqlResult =
  | { outcome: 'answered'; rows: SparqlRow[] }
  /** The query timed out, or its result is too large. */
  | { outcome: 'too_much' }
  | { outcome: 'later'; reason: SparqlFailure; requestedSeconds: number | null };

export interface QueryLimits {
  timeMs: number;
  bytes: number;
}

export type QuerySparql = (endpoint: string, question: string, now: Date) => Promise<SparqlResult>;

/** Sends one query to a SPARQL service, without retries: the crawl schedules them. */
export const querySparql =
  (limits: QueryLimits = { timeMs: ASK_MS, bytes: ANSWER_BYTES }): QuerySparql =>
  async (endpoint, question, now) => {
    try {
      const response = await send(endpoint, question, limits);
      if (response.ok) return await readAnswer(response, limits);
      return await readTrouble(response, limits, now);
    } catch (error) {
      return isTimeout(error) ? { outcome: 'too_much' } : later('unreachable');
    }
  };

const later = (reason: SparqlFailure, requestedSeconds: number | null = null): SparqlResult => ({
  outcome: 'later',
  reason,
  requestedSeconds,
});

const JSON_RESULTS = 'application/sparql-results+json';

/** POST as a form: a query about a hundred items is too long for a URL. */
const send = (endpoint: string, question: string, { timeMs }: QueryLimits) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { accept: JSON_RESULTS, 'user-agent': userAgent() },
    body: new URLSearchParams({ query: question }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeMs),
  });

/** Wikimedia requires a user agent with contact information. */
const userAgent = () =>
  `Assay-Screening/1.0 (${optionalSetting('WIKIDATA_CONTACT') ?? 'no contact given'}) weekly list of office holders`;

async function readAnswer(response: Response, limits: QueryLimits): Promise<SparqlResult> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim();
  if (type !== JSON_RESULTS) {
    await response.body?.cancel();
    return later('unreadable');
  }
  const text = await textOf(response, limits);
  if (text === undefined) return { outcome: 'too_much' };
  const rows = rowsIn(text);
  if (rows) return { outcome: 'answered', rows };
  // A query that times out while its response is sent ends the response with the exception.
  return isTimeoutReport(text) ? { outcome: 'too_much' } : later('unreadable');
}

async function readTrouble(response: Response, limits: QueryLimits, now: Date): Promise<SparqlResult> {
  const { status, headers } = response;
  const text = (await textOf(response, limits)) ?? '';
  if (status === 504 || (status === 500 && isTimeoutReport(text))) return { outcome: 'too_much' };
  const requested = requestedWait(headers.get('retry-after'), now);
  // The service answers 403 to clients that it has banned for not slowing down.
  if (status === 429 || status === 503 || status === 403) return later('busy', requested);
  return status >= 500 ? later('unreachable', requested) : later('refused', requested);
}

const isTimeoutReport = (text: string) => /\b(?:Query)?Timeout(?:Exception)?\b/.test(text);

/** Undefined if the response exceeds the limit. */
async function textOf(response: Response, { bytes: limit }: QueryLimits): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';
