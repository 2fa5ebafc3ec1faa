import { Worker } from 'node:worker_threads';
import type { LocalCloud } from '#infra/local/local-cloud.ts';
import { routes } from '#shared/routes.ts';
import type { DemoOptions } from './fill-demo.ts';

/** Fills test mode with demo data, in a thread of its own. */
export async function runDemo({ dev, environmentOf }: LocalCloud, progress: (line: string) => void): Promise<void> {
  const { baseUrl, tokens, apiKeys } = dev;
  const workerData: Omit<DemoOptions, 'fetch' | 'progress'> = { baseUrl, tokens, apiKey: apiKeys.test };
  const thread = new Worker(new URL('./demo-thread.ts', import.meta.url), {
    workerData,
    // Screening runs need the most: they also read the list index from a bucket.
    env: environmentOf(routes.screening.createScreeningRun),
    // Functions log every request.
    stdout: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.on('message', progress);
  thread.once('error', reject);
  thread.once('exit', () => resolve());
  return promise;
}
