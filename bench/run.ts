import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** npm run bench: every benchmark, one after the other, or those named: `npm run bench -- requests`. */
const directory = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(directory)
  .filter((name) => name.endsWith('.ts') && name !== 'run.ts')
  .filter((name) => wanted.length === 0 || wanted.includes(name.replace('.ts', '')));

for (const file of files) {
  const { status } = spawnSync(process.execPath, [directory + file], {
    stdio: 'inherit',
    env: { ...process.env, POWERTOOLS_LOG_LEVEL: 'SILENT', POWERTOOLS_METRICS_DISABLED: 'true' },
  });
  if (status !== 0) process.exitCode = 1;
}
