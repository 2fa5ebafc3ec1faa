import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The bundle of an installed client. */
async function bundleClient() {
  const { metafile } = await build({
    entryPoints: ['packages/client/index.ts'],
    bundle: true,
    write: false,
    outdir: 'nowhere',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    metafile: true,
  });
  const [output] = Object.values(metafile.outputs);
  if (!output) throw new Error('There is no bundle.');
  const inside = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { inside: inside.map(([file]) => file), imports: output.imports };
}

test('client: its only dependency is zod', async () => {
  const { inside, imports } = await bundleClient();

  const packages = inside.flatMap(
    (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );

  expect([...new Set(packages)]).toEqual(['zod']);
  expect(imports.map(({ path }) => path).filter((path) => !/^(node:)?crypto$/.test(path))).toEqual(
    [],
  );
});
