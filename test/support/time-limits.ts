import { isFull, isSoaking } from './soak.ts';

/**
 * How long a test or hook may take, in seconds. The limits are for what hangs: beside four programs that use the
 * CPU fully, a test takes several times as long as alone. The full run walks every case on DynamoDB Local, and the
 * soak repeats for hours.
 */
const DEFAULT_SECONDS = isSoaking ? 3_600 : isFull ? 600 : 20;
/** How long `expect.poll` waits. */
const POLL_SECONDS = isFull ? 120 : 15;

/** All files and folders with a longer limit. Each is given what it takes on a machine that is several times slower. */
const LONGER: [path: string, seconds: number, reason: string][] = [
  ['packages/agreements/test/pdf/', 120, 'reads and writes large and hostile PDF files'],
  ['packages/agreements/test/printing/', 600, 'starts the printers, and compiles all fonts'],
  ['packages/client/test/', 120, 'builds, packs and installs the package'],
  ['packages/cli/test/', 120, 'runs the command line in processes of its own'],
  ['packages/local-aws/test/', 120, 'starts DynamoDB Local, and threads of functions'],
  ['packages/policy-engine/test/agrees-with-reference', 120, 'compares thousands of policies'],
  ['packages/watchlist/test/', 120, 'builds indexes of whole lists'],
  ['test/access/', 120, 'prepares a record of every kind for every route'],
  ['test/architecture/', 120, 'reads all source files; one copies them'],
  ['test/bench/', 300, 'a process for each benchmark'],
  ['test/console/', 600, 'starts browsers and a local cloud'],
  ['test/documents/', 120, 'prints, seals and reads PDF files'],
  ['test/documents/page/', 600, 'starts browsers and a local cloud'],
  ['test/identity/key-rotation', 120, 'rotates the key of everything that is encrypted'],
  ['test/infra/', 600, 'bundles functions, and synthesizes stacks'],
  ['test/jobs/', 60, 'hundreds of calls, one after the other'],
  ['test/quality/', 60, 'histories of several days, sealed and drawn; hundreds of calls'],
  ['test/local/', 600, 'starts local clouds'],
  ['test/organization/', 120, 'fills organizations with one record of each kind, and erases them'],
  ['test/organization/erase-organization', 600, 'calls every route that writes, and erases it all'],
  ['test/platform/http/fuzzed-bodies', 120, 'tries thousands of bodies'],
  ['test/platform/rate-limit/flood', 120, 'floods the service from several processes'],
  ['test/platform/store/', 120, 'writes thousands of rows'],
  ['test/readme/', 600, 'starts a local cloud'],
  ['test/reliability/', 300, 'calls every kind of route many times, with faults'],
  ['test/restore/', 120, 'restores whole stages'],
  ['test/risk/', 60, 'hundreds of calls, one after the other'],
  ['test/risk/concurrency', 120, 'many writers at once'],
  ['test/risk/erasure', 120, 'fills an organization with one record of each kind'],
  ['test/risk/investigation', 120, 'workers that are killed at each of their calls'],
  ['test/risk/monitoring', 120, 'many subjects, and workers that are killed at each of their writes'],
  ['test/risk/worklist', 120, 'hundreds of subjects with actions'],
  ['test/screening/', 120, 'builds indexes of whole lists'],
  ['test/service/', 120, 'calls every route, and starts a browser'],
  ['test/verification/', 60, 'many checks, one after the other'],
  ['test/webhooks/', 60, 'real receivers, that are slow or hang'],
];

export interface TimeLimits {
  testTimeout: number;
  hookTimeout: number;
  expect: { poll: { timeout: number } };
}

/** The limits of a test file; the longest of the paths that it begins with counts. */
export function timeLimitsOf(path: string): TimeLimits {
  const [, longer = 0] =
    LONGER.filter(([start]) => path.includes(start)).sort(([a], [b]) => b.length - a.length)[0] ?? [];
  const ms = Math.max(DEFAULT_SECONDS, longer) * 1_000;
  // A poll that has waited in vain should say what it saw before the test is stopped.
  const pollMs = Math.max(POLL_SECONDS * 1_000, ms / 5);
  return { testTimeout: ms, hookTimeout: ms, expect: { poll: { timeout: pollMs } } };
}
