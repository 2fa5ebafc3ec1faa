import { parentPort, workerData } from 'node:worker_threads';
import type { Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { directFetch } from './direct-fetch.ts';
import { fillDemo } from './fill-demo.ts';

/**
 * Runs in a thread with the environment of functions. Calls that only need the database, notes without files, and
 * screening runs are not sent over the network: that takes a third off the time, and lets each have its own moment.
 */
const needsOnlyTables = ({ uses }: Route) => Object.keys(uses ?? {}).every((name) => name === 'tables');
const { risk, screening } = routes;
const DIRECT = [
  ...allRoutes.filter(needsOnlyTables),
  risk.createNote,
  screening.createScreeningRun,
  screening.listScreeningSources,
];

/** Asks the program that runs the local cloud, one thing at a time. */
async function ask(what: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  parentPort?.once('message', () => resolve());
  parentPort?.postMessage(what);
  return promise;
}

await fillDemo(
  workerData,
  {
    moveClock: (at) => ask({ moveClock: at.getTime() }),
    fire: (workers) => ask({ fire: workers }),
    progress: (line) => ask({ progress: line }),
  },
  directFetch(DIRECT),
);
// Connections of the functions would keep the thread alive.
process.exit();
