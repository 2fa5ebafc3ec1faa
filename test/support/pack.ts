import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
/** The sources of the packages. */
const SOURCES = ['package.json', 'tsconfig.json', 'LICENSE', 'packages'];

export interface Packed {
  tarball: string;
  /** The paths within the package. */
  files: string[];
}

/**
 * The package as `npm pack --workspace` writes it to a folder. Packing writes into the checkout, which tests share, so
 * it runs in a copy.
 */
export async function packWorkspace(workspace: string, folder: string): Promise<Packed> {
  const copy = mkdtempSync(join(tmpdir(), 'assay-checkout-'));
  try {
    for (const name of SOURCES)
      cpSync(join(CHECKOUT, name), join(copy, name), {
        recursive: true,
        filter: (path) => !/\/(?:node_modules|dist|test)$/.test(path),
      });
    symlinkSync(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'));
    const options = ['--workspace', workspace, '--json', '--pack-destination', folder, '--offline'];
    const { stdout } = await execute('npm', ['pack', ...options], { cwd: copy });
    const [{ filename, files }] = JSON.parse(stdout);
    return {
      tarball: join(folder, filename),
      files: files.map(({ path }: { path: string }) => path).toSorted(),
    };
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Creates an empty project with the package installed, without network access. */
export const installTarball = (tarball: string, project: string) =>
  execute('npm', ['install', tarball, '--prefix', project, '--offline', '--no-audit', '--no-fund', '--ignore-scripts']);
