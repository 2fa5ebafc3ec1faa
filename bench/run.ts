import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SKIPPED_STATUS } from './support/size.ts';

/**
 * npm run bench: every benchmark, one after the other, or those named: `npm run bench -- requests`.
 * `BENCH_SIZE=small` shows in a minute or two that they run.
 */
const directory = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const names = readdirSync(directory)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .map((name) => name.replace('.ts', ''));
for (const name of wanted.filter((one) => !names.includes(one))) {
  console.error(`Unknown benchmark: ${name}. Benchmarks: ${names.join(', ')}.`);
  process.exitCode = 1;
}

const skipped: string[] = [];
const failed: string[] = [];
for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one))) {
  const { status } = spawnSync(process.execPath, [`${directory}${name}.ts`], {
    stdio: 'inherit',
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
  });
  if (status === SKIPPED_STATUS) skipped.push(name);
  else if (status !== 0) failed.push(name);
}
if (skipped.length > 0) console.error(`Skipped: ${skipped.join(', ')}.`);
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
