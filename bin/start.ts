import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { harshOptions } from '@assay/local-aws';
import { INVENTED_LISTS, listSizesIn } from '#infra/local/lists.ts';
import { type LoadedLists, loadLists } from '#infra/local/load-lists.ts';
import { type LocalCloud, startLocalCloud } from '#infra/local/local-cloud.ts';
import { subjectCard } from './demo/customers.ts';
import { prepareDemo, runDemo } from './demo/run-demo.ts';

/**
 * npm start: the whole product on this machine. `--fresh` deletes its data, `--lists` loads the lists of a folder,
 * `--harsh` adds the faults of AWS (`HARSH_SEED` repeats them), `--demo` fills test mode with invented customers.
 */
const LOCAL = fileURLToPath(new URL('../.local', import.meta.url));
const HOME = process.env.ASSAY_LOCAL ?? LOCAL;
const DEFAULT_PORT = 3000;

// As on Lambda. Set here because the time zone belongs to the process, not to a worker thread.
process.env.TZ = 'UTC';

const port = Number(process.env.PORT ?? DEFAULT_PORT);

let cloud: LocalCloud | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);

try {
  const flags = readFlags();
  const { HARSH_SEED } = process.env;
  const harsh = flags.harsh ? harshOptions(HARSH_SEED === undefined ? {} : { seed: Number(HARSH_SEED) }) : undefined;
  const startedMs = performance.now();
  console.log('Starting the local cloud ...');
  const given = flags.lists && resolve(flags.lists);
  const demo = flags.demo ? prepareDemo(HOME, { fresh: flags.fresh, lists: given, progress, report }) : undefined;
  const folder = demo?.lists ?? given;
  cloud = await startLocalCloud({
    directory: HOME,
    assemblies: join(LOCAL, 'assemblies'),
    port,
    fresh: flags.fresh,
    lists: folder,
    harsh,
    subjectCard,
    report,
    progress,
  });
  if (harsh) console.log(`  Harsh mode, HARSH_SEED=${harsh.seed}`);
  const { baseUrl, tokens } = cloud.dev;
  const sizes = listSizesIn(folder ?? INVENTED_LISTS);
  const load = () => loadLists({ baseUrl, token: tokens.owner, sizes, progress, report });
  let lists: LoadedLists | undefined;
  if (demo)
    await runDemo(cloud, demo, { progress, loadLists: async () => (lists = await load()) }).catch((error: unknown) =>
      report(`Demo data is incomplete: ${explain(error)} Start again with --fresh --demo.`),
    );
  lists ??= await load();
  announce(cloud, lists, performance.now() - startedMs);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function readFlags() {
  const options = {
    demo: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    harsh: { type: 'boolean', default: false },
    lists: { type: 'string' },
  } as const;
  return parseArgs({ options }).values;
}

function report(line: string): void {
  console.error(`! ${line}`);
}

function progress(line: string): void {
  console.log(`  ${line}`);
}

function announce({ dev: { baseUrl }, timings }: LocalCloud, { loading }: LoadedLists, tookMs: number): void {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  const stillLoading =
    loading.length === 0
      ? ''
      : `\nStill loading: ${loading.join(', ')}. Until then runs with these lists are incomplete.`;
  const parts = Object.entries(timings).map(([name, took]) => `${name} ${seconds(took)}`);
  console.log(`
  Console      ${baseUrl}/console
  API          ${baseUrl}/api/v1
  Reference    ${baseUrl}/docs
  Credentials  ${join(HOME, 'dev.json')}
  Mail         ${join(HOME, 'outbox')} (emails are written there, not sent)
  Logs         ${join(HOME, 'logs')}
  Data         ${join(HOME, 'data')} (npm start -- --fresh deletes it)

Ready after ${seconds(tookMs)} (${parts.join(', ')}).${stillLoading}
Ctrl-C or SIGTERM stops everything.
`);
}

/** During the start there is nothing to stop cleanly: child processes end with this one. */
async function end(): Promise<void> {
  console.log('\nStopping ...');
  await cloud?.stop();
  process.exit(0);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop what listens there, or choose another: PORT=3001 npm start`;
  return error.message;
}
