import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { printerSettings } from '../../settings.ts';
import { fontSettings } from './font-settings.ts';
import { loadPackage } from './load-package.ts';

/**
 * One browser, reused for the next document. It has no network access: host names do not resolve,
 * its proxy does not exist, and it is controlled through a pipe instead of a port. It gets no
 * environment variables, hence no credentials, and only our fonts.
 */
const LOCKED_DOWN = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--disable-background-networking',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** Default flags of the Lambda build that would let a page read files. */
const UNWANTED = /^--(disable-web-security|allow-running-insecure-content)$/;

let running: Promise<Browser> | undefined;

export async function openBrowser(): Promise<Browser> {
  const known = await running?.catch(() => undefined);
  if (known?.connected) return known;
  running = launch();
  return running;
}

/** Kills the browser and every process it has started. */
export async function killBrowser(): Promise<void> {
  const browser = await running?.catch(() => undefined);
  running = undefined;
  killGroup(browser?.process()?.pid);
}

let runningId: number | undefined;

/** A browser is a process group, which would otherwise outlive us. */
function endsWithUs(processId: number | undefined) {
  if (runningId === undefined) process.once('exit', () => killGroup(runningId));
  runningId = processId;
}

function killGroup(processId: number | undefined) {
  if (processId === undefined) return;
  try {
    process.kill(-processId, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}

async function launch(): Promise<Browser> {
  if (process.platform !== 'linux')
    throw new Error('Chromium prints on Linux alone, where it can be told which fonts to use.');
  const { path, args, environment } = await installedBrowser();
  const browser = await loadPackage<typeof import('puppeteer-core')>('puppeteer-core').launch({
    executablePath: path,
    args: [...args.filter((arg) => !UNWANTED.test(arg)), ...LOCKED_DOWN],
    headless: 'shell',
    pipe: true,
    env: { ...environment, HOME: tmpdir(), FONTCONFIG_FILE: fontSettings() },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  endsWithUs(browser.process()?.pid);
  return browser;
}

/** The configured browser, or the Lambda build, which must be unpacked first. */
async function installedBrowser() {
  const path = printerSettings().CHROMIUM_PATH;
  if (path) return { path, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], environment: {} };
  const { default: chromium } = loadPackage<{
    default: typeof import('@sparticuz/chromium').default;
  }>('@sparticuz/chromium');
  return {
    path: await chromium.executablePath(),
    args: chromium.args,
    environment: { LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib') },
  };
}
