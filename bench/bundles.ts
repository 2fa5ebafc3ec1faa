import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { bundleFunctions } from '#infra/bundle.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes } from '#shared/routes.ts';
import { median, report } from './support/engines.ts';
import { sized } from './support/size.ts';

/** How large each function's bundle is, and how long a new process takes to load it. */
const LIMIT_BYTES = 400_000;
const LOADS = sized(5, 1);
const LOADED = ['createSubject', 'readHealth', 'deliverWebhook'];

const all = [...allRoutes, ...workers];
const { directory } = bundleFunctions(
  sized(
    all,
    all.filter(({ name }) => LOADED.includes(name)),
  ),
);
const sizes = readdirSync(directory).map((name) => {
  const file = `${directory}/${name}/index.mjs`;
  return { name, file, bytes: statSync(file).size };
});
for (const { name, bytes } of sizes)
  report({
    name: `bundle ${name}`,
    value: bytes / 1000,
    unit: 'kB',
    against: '400 kB',
    ratio: bytes / LIMIT_BYTES,
  });

/** Beside an empty module, since starting Node is not ours to answer for. */
const loadMs = (specifier: string) =>
  median(
    Array.from({ length: LOADS }, () => {
      const script = `const s = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - s)`;
      return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script]));
    }),
  );
for (const { name, file } of sizes.filter(({ name }) => /create-subject|read-health|deliver-webhook/.test(name)))
  report({ name: `load ${name}`, value: loadMs(file), unit: 'ms' });
