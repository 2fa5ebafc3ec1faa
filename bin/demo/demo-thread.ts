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

const asked = new Map<number, PromiseWithResolvers<void>>();
parentPort?.on('message', ({ id, error }: { id: number; error?: string }) => {
  const question = asked.get(id);
  asked.delete(id);
  if (error === undefined) question?.resolve();
  else question?.reject(new Error(error));
});

let questions = 0;

/** Asks the program that runs the local cloud. */
function ask(what: object): Promise<void> {
  questions += 1;
  const question = Promise.withResolvers<void>();
  asked.set(questions, question);
  parentPort?.postMessage({ id: questions, ...what });
  return question.promise;
}

await fillDemo(
  workerData,
  {
    moveClock: (at) => ask({ moveClock: at.getTime() }),
    fire: (workers) => ask({ fire: workers }),
    deliver: (worker, messages) => ask({ deliver: { worker, messages } }),
    readStreams: () => ask({ readStreams: true }),
    progress: (line) => ask({ progress: line }),
  },
  directFetch(DIRECT),
);
// Connections of the functions would keep the thread alive.
process.exit();
