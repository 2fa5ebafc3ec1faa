import { fileURLToPath } from 'node:url';
import { operations } from '@assay/client/operations';
import { type BuildOptions, buildSync, type Metafile, type OutputFile } from 'esbuild';
import { bundleName, type FunctionName } from './function-names.ts';

/**
 * Files of the web console: scripts, one stylesheet, fonts and the page that loads them. File names
 * contain a digest of the content, so that browsers can cache the files indefinitely.
 */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const ENTRY = 'console/main.tsx';

/** The path that serves the files. */
const ASSETS = '/console/assets/';
const PAGE = 'index.html';

type Files = Record<string, Uint8Array>;
let built: Files | undefined;

const READ_FILE = 'console-read-console-file';
const READ_PAGE = ['console-read-console', 'console-read-console-page'];

/** Files by the function of the console that serves them. */
export function consoleFilesOf(fn: FunctionName): Files {
  const bundle = bundleName(fn);
  if (bundle !== READ_FILE && !READ_PAGE.includes(bundle)) return {};
  built ??= buildConsole();
  // Functions that show the page store its files first, for other builds.
  return Object.fromEntries(Object.entries(built).filter(([name]) => name !== PAGE || bundle !== READ_FILE));
}

export const consoleBuildOptions = () =>
  ({
    absWorkingDir: PROJECT,
    entryPoints: [ENTRY],
    outdir: 'dist/console',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    jsx: 'automatic',
    publicPath: ASSETS,
    // The worker of PDF.js is a script of its own, loaded by its URL.
    loader: { '.woff2': 'file', '.svg': 'file', '.worker.min.mjs': 'file' },
    define: {
      // The client has them as data, so that no schema is part of the console.
      ASSAY_OPERATIONS: JSON.stringify(operations),
      'process.env.NODE_ENV': '"production"',
    },
    metafile: true,
    write: false,
    logLevel: 'warning',
  }) as const satisfies BuildOptions;

function buildConsole(): Files {
  const { outputFiles, metafile } = buildSync(consoleBuildOptions());
  return consoleFiles(outputFiles, metafile);
}

/** The built files by name, with the page. */
export function consoleFiles(outputFiles: readonly OutputFile[], { outputs }: Metafile): Files {
  const entry = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === ENTRY);
  if (!entry) throw new Error(`esbuild has no output for ${ENTRY}.`);
  const style = outputs[entry]?.cssBundle;
  const lost = Object.keys(outputs).filter((name) => name.endsWith('.css') && name !== style);
  if (lost.length > 0) throw new Error(`Only ${ENTRY} may import styles: the page does not load ${lost.join(', ')}.`);

  const files = outputFiles.map(({ path, contents }) => [nameOf(path), contents]);
  const page = pageOf({ script: entry, style, preloaded: staticImportsOf(entry, outputs) });
  return { ...Object.fromEntries(files), [PAGE]: Buffer.from(page) };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Chunks that the entry needs before it runs, directly or through another chunk. */
function staticImportsOf(entry: string, outputs: Metafile['outputs']): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    for (const { path, kind } of outputs[name]?.imports ?? [])
      if (kind === 'import-statement' && path in outputs && !found.has(path)) {
        found.add(path);
        visit(path);
      }
  };
  visit(entry);
  return [...found].sort();
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233646c9'/%3E%3Cpath d='M4 12 8 4l4 8M5.6 9h4.8' fill='none' stroke='%23fff' stroke-width='1.6' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

interface PageFiles {
  script: string;
  style: string | undefined;
  preloaded: readonly string[];
}

/** The theme colours are the backgrounds of `console/style`. */
const pageOf = ({ script, style, preloaded }: PageFiles) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f8fa">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e12">
<title>Assay</title>
<link rel="icon" href="${ICON}">
${style ? `<link rel="stylesheet" href="${ASSETS}${nameOf(style)}">\n` : ''}${preloaded
  .map((name) => `<link rel="modulepreload" href="${ASSETS}${nameOf(name)}">\n`)
  .join('')}<script type="module" src="${ASSETS}${nameOf(script)}"></script>
</head>
<body>
<div id="app"></div>
<noscript>The Assay console requires JavaScript. Turn it on and reload this page.</noscript>
</body>
</html>
`;
