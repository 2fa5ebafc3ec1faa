import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { EXIT, Failure, usageError } from '../failure.ts';
import { tryLock, unlock } from '../lock.ts';

/**
 * The results of a run and, beside them, a journal of what is done: a heading that identifies the run, and a
 * checkpoint after every write. Rows are written in their order, so a checkpoint is a number of rows and the
 * length of the result file. Whatever follows the last checkpoint is cut off when the run resumes.
 */
export interface Heading {
  /** Prefix of all idempotency keys. */
  runId: string;
  inputSha256: string;
  /** Options that must be the same to resume. */
  options: unknown;
  /** What was found out at the start, such as the lists to search. */
  prepared: unknown;
}

export interface Checkpoint {
  rows: number;
  bytes: number;
  counts: Record<string, number>;
}

const START: Checkpoint = { rows: 0, bytes: 0, counts: {} };

export class Journal {
  readonly heading: Heading;
  readonly start: Checkpoint;
  readonly #output: number;
  readonly #journal: number;
  readonly #path: string;
  #bytes: number;

  private constructor(path: string, heading: Heading, start: Checkpoint) {
    this.#path = path;
    this.heading = heading;
    this.start = start;
    this.#bytes = start.bytes;
    this.#output = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
    ftruncateSync(this.#output, start.bytes);
    this.#journal = openSync(journalOf(path), 'a');
  }

  /** Starts a run. Call `find` first. */
  static create(path: string, heading: Heading): Journal {
    writeFileSync(journalOf(path), `${JSON.stringify(heading)}\n`, { mode: 0o600 });
    return new Journal(path, heading, START);
  }

  /** The unfinished run of this output, if there is one. */
  static find(
    path: string,
    expected: Pick<Heading, 'inputSha256' | 'options'>,
    isRestart: boolean,
  ): Journal | undefined {
    if (isRestart) {
      rmSync(journalOf(path), { force: true });
      rmSync(path, { force: true });
      return undefined;
    }
    if (!existsSync(journalOf(path))) {
      if (existsSync(path)) throw usageError(`${path} exists. Choose another --out, or replace it with --restart.`);
      return undefined;
    }
    const [first, ...lines] = linesOf(journalOf(path));
    const heading = first as Heading | undefined;
    // The process was killed before it had sent anything.
    if (!heading) return undefined;
    if (
      heading.inputSha256 !== expected.inputSha256 ||
      JSON.stringify(heading.options) !== JSON.stringify(expected.options)
    )
      throw usageError(
        `${path} belongs to an unfinished run with another input or other options. Repeat that command, choose ` +
          'another --out, or discard the run with --restart.',
      );
    const size = existsSync(path) ? statSync(path).size : 0;
    const last = (lines as Checkpoint[]).findLast(({ bytes }) => bytes <= size);
    return new Journal(path, heading, last ?? START);
  }

  write(text: string, { rows, counts }: Omit<Checkpoint, 'bytes'>): void {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#output, bytes, at, bytes.length - at, this.#bytes + at);
    this.#bytes += bytes.length;
    // A checkpoint must not survive a power failure that its rows did not.
    fdatasyncSync(this.#output);
    writeSync(this.#journal, `${JSON.stringify({ rows, bytes: this.#bytes, counts })}\n`);
  }

  /** Nothing was begun: the next run starts anew. */
  discard(): void {
    this.close({ isFinished: true });
    rmSync(this.#path, { force: true });
  }

  close({ isFinished }: { isFinished: boolean }): void {
    closeSync(this.#output);
    closeSync(this.#journal);
    if (isFinished) rmSync(journalOf(this.#path), { force: true });
  }
}

const journalOf = (path: string) => `${path}.journal`;

/** Complete lines only: the last one may have been cut off. */
const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });

export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Two processes must not write the same result file. */
export async function withOutput<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  if (!tryLock(lock)) throw new Failure(EXIT.usage, `Another process writes ${path}.`);
  try {
    return await work();
  } finally {
    unlock(lock);
  }
}
