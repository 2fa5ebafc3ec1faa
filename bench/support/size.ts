/**
 * `BENCH_SIZE=small` makes every benchmark run in seconds. Its figures mean nothing; a run without an
 * error shows that the benchmark works. A test runs all of them like this.
 */
export const isSmall = process.env.BENCH_SIZE === 'small';

export const sized = <T>(full: T, small: T): T => (isSmall ? small : full);

/** Exit status of a benchmark that needs data or a program that this machine lacks. */
export const SKIPPED_STATUS = 77;

/** Ends the benchmark; `npm run bench` and the test count it as skipped, with this reason. */
export function skip(reason: string): never {
  console.log(`Skipped: ${reason}`);
  process.exit(SKIPPED_STATUS);
}
