import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Block, Inline } from '#packages/agreements/src/markdown/tree.ts';
import type { Printer, PrintJob } from '#packages/agreements/src/printing/printer.ts';
import { median, report, timeOf } from './support/engines.ts';
import { isSmall, sized } from './support/size.ts';

/**
 * How long an agreement of 1, 10 and 50 pages takes on either printer, beside WeasyPrint with the page that
 * Chromium prints, in one run. Cold is a process that has just begun: our modules, the engine, the first
 * page. Memory counts the engine's own processes too.
 */
const SIZES = sized([1, 10, 50], [1]);
const MOST_PAGES = Math.max(...SIZES);
const WARM_PRINTS = sized(9, 1);
const COLD_PRINTS = sized(5, 1);
const WEASYPRINT_PRINTS = sized(3, 1);
const COLD_TARGET_MS = 400;
const TIMES_FASTER = 10;
const BROWSERS = ['/usr/lib/chromium/chromium-headless-shell', '/opt/google/chrome/chrome'];

const at = { line: 1, column: 1 };
const text = (words: string): Inline => ({ kind: 'text', text: words, at });
const paragraph = (words: string): Block => ({ kind: 'paragraph', children: [text(words)] });
const CLAUSE =
  'The Supplier shall deliver the goods and services described in Annex A within thirty days of the Effective Date, and the Customer shall pay the charges without set-off or deduction. ';

/** The content of one page of an agreement. */
const pageOf = (number: number): Block[] => [
  { kind: 'heading', level: 2, children: [text(`${number}. Terms of delivery`)] },
  paragraph(CLAUSE.repeat(3)),
  paragraph(CLAUSE.repeat(2)),
  { kind: 'list', start: 1, isTight: true, items: Array.from({ length: 5 }, () => [paragraph(CLAUSE)]) },
  {
    kind: 'table',
    alignments: [null, null, 'right'],
    head: [[text('Item')], [text('Description')], [text('Price')]],
    rows: Array.from({ length: 8 }, (_, row) => [
      [text(`No. ${row}`)],
      [text('Paper, ink and postage')],
      [text(`${row * 137}.50`)],
    ]),
  },
  { kind: 'page-break' },
];

const jobOf = (pages: number): PrintJob => ({
  pageSize: 'A4',
  title: 'Agreement',
  tree: {
    blocks: [
      ...Array.from({ length: pages }, (_, page) => pageOf(page + 1))
        .flat()
        .slice(0, -1),
      {
        kind: 'signatures',
        signatures: [
          { role: 'buyer', label: null, at },
          { role: 'seller', label: null, at },
        ],
      },
    ],
  },
});

async function printOnce(printer: Printer, pages: number): Promise<void> {
  const printed = await printer.print(jobOf(pages));
  if ('code' in printed || printed.pages.length !== pages) throw new Error(`Not ${pages} pages.`);
}

const loadPrinter = async (name: string) =>
  (await import('#packages/agreements/src/printing/choose-printer.ts')).printerOf(name);

/** Bundled like a function, because Lambda does not compile TypeScript. */
const folder = mkdtempSync(join(tmpdir(), 'printing-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
buildSync({
  stdin: {
    contents: `
      import { readFileSync } from 'node:fs';
      import { printerOf } from '#packages/agreements/src/printing/choose-printer.ts';
      const printed = await printerOf(process.argv[2]).print(JSON.parse(readFileSync(process.argv[3])));
      if ('code' in printed) throw new Error(printed.code);`,
    resolveDir: process.cwd(),
  },
  outfile: join(folder, 'cold.mjs'),
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
});
const COLD = `
  const [started, before] = [performance.now(), process.cpuUsage()];
  await import(process.argv[1]);
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const cpuMilliseconds = (user + system) / 1000;
  const { execFileSync } = await import('node:child_process');
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim().split('\\n').map((line) => line.trim().split(/\\s+/).map(Number));
  const ours = new Set([process.pid]);
  for (const _ of processes) for (const [id, parent] of processes) if (ours.has(parent)) ours.add(id);
  const kilobytes = processes.filter(([id]) => ours.has(id)).reduce((sum, [, , rss]) => sum + rss, 0);
  console.log(JSON.stringify({ milliseconds, cpuMilliseconds, megabytes: kilobytes / 1024 }));
  process.exit();`;

interface ColdPrint {
  milliseconds: number;
  /** Of our process alone, also with several threads at once. */
  cpuMilliseconds: number;
  megabytes: number;
}

/** Starts a new process and measures the time until its first document, and the memory of its process tree. */
function coldPrint(name: string, pages: number): ColdPrint {
  const job = join(folder, `${pages}.json`);
  writeFileSync(job, JSON.stringify(jobOf(pages)));
  const args = ['--input-type=module', '--eval', COLD, join(folder, 'cold.mjs'), name, job];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function measurePrinter(name: string, weasyPrintMs: ReadonlyMap<number, number>): Promise<void> {
  const printer = await loadPrinter(name);
  for (const pages of SIZES) {
    const warm: number[] = [];
    await printOnce(printer, pages);
    for (let round = 0; round < WARM_PRINTS; round += 1) warm.push(await timeOf(() => printOnce(printer, pages)));
    const beside = weasyPrintMs.get(pages);
    report({
      name: `print ${pages} page(s), ${name}, warm`,
      value: median(warm),
      unit: 'ms',
      ...(beside && {
        against: `WeasyPrint ${Math.round(beside)} ms`,
        ratio: beside / median(warm),
      }),
    });
    const isSlow = beside !== undefined && beside / median(warm) < TIMES_FASTER;
    if (name === 'typst' && isSlow && !isSmall) process.exitCode = 1;
  }
  const cold = Array.from({ length: COLD_PRINTS }, () => coldPrint(name, 1));
  const milliseconds = median(cold.map((one) => one.milliseconds));
  const megabytes = median(cold.map((one) => one.megabytes));
  report({
    name: `print 1 page, ${name}, cold`,
    value: milliseconds,
    unit: 'ms',
    against: `${COLD_TARGET_MS} ms`,
    ratio: milliseconds / COLD_TARGET_MS,
  });
  const cpu = median(cold.map(({ cpuMilliseconds }) => cpuMilliseconds));
  report({ name: `print 1 page, ${name}, cold: CPU time`, value: cpu, unit: 'ms' });
  report({ name: `memory after 1 page, ${name}`, value: megabytes, unit: 'MB' });
  report({
    name: `memory after ${MOST_PAGES} page(s), ${name}`,
    value: coldPrint(name, MOST_PAGES).megabytes,
    unit: 'MB',
  });
}

/** The page that Chromium prints, in the same fonts. */
async function measureWeasyPrint(): Promise<Map<number, number>> {
  const { documentHtml } = await import('#packages/agreements/src/printing/chromium-printer.ts');
  const { fontSettings } = await import('#packages/agreements/src/printing/chromium/font-settings.ts');
  const env = { ...process.env, FONTCONFIG_FILE: fontSettings() };
  const measured = new Map<number, number>();
  for (const pages of SIZES) {
    const file = join(folder, `${pages}.html`);
    writeFileSync(
      file,
      documentHtml(jobOf(pages), (role) => `https://place.invalid/${role}`),
    );
    const times: number[] = [];
    for (let round = 0; round < WEASYPRINT_PRINTS; round += 1)
      times.push(
        await timeOf(async () => {
          execFileSync('weasyprint', ['-q', file, join(folder, 'out.pdf')], {
            env,
            stdio: 'ignore',
          });
        }),
      );
    measured.set(pages, median(times));
    report({ name: `print ${pages} page(s), WeasyPrint`, value: median(times), unit: 'ms' });
  }
  return measured;
}

/** The size of a Lambda layer: packages with all their dependencies. */
async function measureLayers(): Promise<void> {
  const { PRINTER_FILES } = await import('#packages/agreements/src/printing/fonts.ts');
  const fonts = PRINTER_FILES.fonts.reduce((sum, file) => sum + statSync(file).size, 0);
  const layers = {
    typst: [...PRINTER_FILES.typst.packages],
    chromium: [...PRINTER_FILES.chromium.packages],
  };
  for (const [name, packages] of Object.entries(layers)) {
    const bytes = [...withDependencies(packages)].reduce((sum, one) => sum + directoryBytes(one), fonts);
    report({
      name: `layer of ${name}, fonts ${Math.round(fonts / 1e6)} MB`,
      value: bytes / 1e6,
      unit: 'MB',
    });
  }
}

function withDependencies(packages: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of packages) {
    const manifest = join('node_modules', name, 'package.json');
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    withDependencies(Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).dependencies ?? {}), found);
  }
  return found;
}

const directoryBytes = (name: string) =>
  readdirSync(join('node_modules', name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

process.env.CHROMIUM_PATH ??= BROWSERS.find((path) => existsSync(path)) ?? '';
const hasWeasyPrint = spawnSync('weasyprint', ['--version']).status === 0;
const weasyPrintMs = hasWeasyPrint ? await measureWeasyPrint() : new Map<number, number>();
await measurePrinter('typst', weasyPrintMs);
if (process.env.CHROMIUM_PATH) await measurePrinter('chromium', weasyPrintMs);
await measureLayers();
process.exit();
