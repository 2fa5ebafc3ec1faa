import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { ForbiddenDestination } from '#shared/platform/destination/resolve-destination.ts';
import { requestFile } from './request-file.ts';

/**
 * Downloads one published file to disk. Publishers are slow and answer 500 in bursts, so a download
 * is retried, uses conditional requests, and never exceeds its limits.
 */
export interface FetchLimits {
  bytes: number;
  /** For the whole file, from the request to the last byte. */
  timeMs: number;
  attempts: number;
  /** Before the second attempt; doubles with each further one. */
  pauseMs: number;
}

const FETCH_LIMITS: FetchLimits = { bytes: 256 * 1024 * 1024, timeMs: 240_000, attempts: 4, pauseMs: 2_000 };

export type Validators = Record<string, string>;

export type Fetched =
  | { status: 'unchanged' }
  | { status: 'fetched'; digest: string; bytes: number; validators: Validators };

export class FetchFailed extends Error {
  readonly code: 'not_found' | 'refused' | 'unreachable' | 'too_large' | 'cut_short';

  constructor(code: FetchFailed['code'], sentence: string) {
    super(sentence);
    this.name = 'FetchFailed';
    this.code = code;
  }
}

export async function fetchFile(
  url: string,
  target: string,
  known: Validators,
  limits: FetchLimits = FETCH_LIMITS,
): Promise<Fetched> {
  if (url.startsWith('file:')) return copyFile(url, target, limits);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptFetch(url, target, known, limits);
    } catch (error) {
      if (!isWorthAnother(error) || attempt === limits.attempts) throw failure(error);
      await sleep(limits.pauseMs * 2 ** (attempt - 1));
    }
  }
}

async function attemptFetch(url: string, target: string, known: Validators, limits: FetchLimits): Promise<Fetched> {
  const response = await requestFile({
    url,
    headers: { 'user-agent': 'Assay-Screening', 'accept-encoding': 'gzip', ...conditions(known) },
    signal: AbortSignal.timeout(limits.timeMs),
  });
  const { statusCode: status = 0, headers } = response;
  if (status !== 200) response.destroy();
  if (status === 304) return { status: 'unchanged' };
  if (status === 404) throw new FetchFailed('not_found', 'The address holds no file.');
  if (status >= 500 || status === 429) throw new FetchFailed('unreachable', `The publisher answered ${status}.`);
  if (status !== 200) throw new FetchFailed('refused', `The publisher answered ${status}.`);

  const saved = await save(response, target, limits, isPacked(headers));
  const announced = headers['content-length'];
  if (announced !== undefined && saved.received !== Number(announced))
    throw new FetchFailed('cut_short', 'The file ended before its announced length.');
  return { status: 'fetched', ...saved, validators: validatorsIn(headers) };
}

function isPacked({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): boolean {
  if (encoding === 'gzip') return true;
  if (encoding === 'identity') return false;
  throw new FetchFailed('refused', 'The publisher answered in a coding that was not requested.');
}

const conditions = ({ etag, lastModified }: Validators) => ({
  ...(etag && { 'if-none-match': etag }),
  ...(lastModified && { 'if-modified-since': lastModified }),
});

const validatorsIn = ({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): Validators => ({
  ...(etag && { etag }),
  ...(lastModified && { lastModified }),
});

async function copyFile(url: string, target: string, limits: FetchLimits): Promise<Fetched> {
  const source = createReadStream(fileURLToPath(url));
  const saved = await save(source, target, limits).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new FetchFailed('not_found', 'The address holds no file.');
    throw error;
  });
  return { status: 'fetched', ...saved, validators: {} };
}

/** Files may be published or transferred compressed; they are saved uncompressed. */
async function save(source: Readable, target: string, { bytes: limit }: FetchLimits, isPacked = false) {
  const digest = createHash('sha256');
  let received = 0;
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(received > limit ? tooLarge() : null, chunk);
    },
  });
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      digest.update(chunk);
      done(bytes > limit ? tooLarge() : null, chunk);
    },
  });
  const unpacked = [isPacked, target.endsWith('.gz')].filter(Boolean).map(() => createGunzip());
  const path = target.replace(/\.gz$/, '');
  await pipeline([source, counted, ...unpacked, measured, createWriteStream(path)]);
  return { digest: digest.digest('hex'), bytes, received };
}

const tooLarge = () => new FetchFailed('too_large', 'The file is larger than any list can be.');

const isWorthAnother = (error: unknown) =>
  !(error instanceof ForbiddenDestination) &&
  (!(error instanceof FetchFailed) || error.code === 'unreachable' || error.code === 'cut_short');

function failure(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error;
  return error instanceof ForbiddenDestination
    ? new FetchFailed('refused', 'The publisher redirected too often, or to an address that is not public HTTPS.')
    : new FetchFailed('unreachable', 'The publisher did not answer, or not to the end.');
}
