import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INVENTED_LISTS, listSizesIn } from '#infra/local/lists.ts';
import { loadLists } from '#infra/local/load-lists.ts';
import { startLocalCloud } from './local-cloud.ts';
import { FAILED, READY, REPORTS } from './shared-cloud-files.ts';

/** A program: a local cloud with its invented lists in a directory, until the program that started it ends. */
const [, , directory = ''] = process.argv;
const nameOf = (file: string) => join(directory, file);

// As on Lambda. Set here because the time zone belongs to the process, not to a worker thread.
process.env.TZ = 'UTC';
process.stdin.once('close', () => process.exit(0)).resume();
const report = (line: string) => appendFileSync(nameOf(REPORTS), `${line}\n`);

try {
  const cloud = await startLocalCloud({ directory, report });
  process.stdin.removeAllListeners('close').once('close', async () => {
    await cloud.stop();
    process.exit(0);
  });
  const { baseUrl, tokens } = cloud.dev;
  const sizes = listSizesIn(INVENTED_LISTS);
  const lists = await loadLists({ baseUrl, token: tokens.owner, sizes, progress: () => undefined, report });
  await lists.done;
  writeFileSync(nameOf(READY), '');
} catch (error) {
  writeFileSync(nameOf(FAILED), error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
