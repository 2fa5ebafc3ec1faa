import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { limitCpu } from '../../cpu-limit.ts';
import { RENDER_SECONDS } from '../../limits.ts';
import { PRINTER_FILES, printerHome } from '../fonts.ts';
import {
  type TypesetDocument,
  type TypesetterSettings,
  type TypesettingAnswer,
  type TypesettingJob,
  typesetter,
} from './typesetter.ts';

/**
 * Typst is WebAssembly in a worker thread that is reused for the next job: a job that runs too long
 * is terminated, and a crash ends only the thread. It cannot read files, the environment or the
 * network. Its error messages are not logged, because they can quote the document.
 */
const KEPT_MEMORY_BYTES = 600 * 1024 * 1024;
/** Limit of the thread's own heap; WebAssembly memory is not part of it. */
const HEAP_MEGABYTES = 256;

let running: Worker | undefined;
let compiled: Promise<WebAssembly.Module> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Typesets one job at a time. Returns the document, or `too_long` if it exceeded its time. */
export function typeset(job: TypesettingJob, seconds = RENDER_SECONDS): Promise<TypesetDocument | 'too_long'> {
  const turn = last.then(() => typesetNow(job, seconds));
  last = turn.catch(() => undefined);
  return turn;
}

async function typesetNow(job: TypesettingJob, seconds: number) {
  const worker = await startedWorker();
  const answer = await answerOf(worker, job, seconds);
  if (answer === 'too_long') stop(worker);
  else if ('broken' in answer) {
    stop(worker);
    throw new Error('Typst broke while it set a document.');
  } else if ('failure' in answer) throw new Error(`Typst could not set a document: ${withoutQuotes(answer.failure)}`);
  else if (answer.memoryBytes > KEPT_MEMORY_BYTES) stop(worker);
  return answer;
}

/** A message may quote the document, which must not be logged. */
const withoutQuotes = (message: string) => message.replace(/`[^`]*`|"[^"]*"/g, '…');

/** The thread's answer, or a timeout. A thread that exits instead has crashed. */
function answerOf(worker: Worker, job: TypesettingJob, seconds: number): Promise<TypesettingAnswer | 'too_long'> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      stopWaiting();
      worker.off('message', answered).off('exit', ended).off('error', ended);
      // An idle thread must not keep the process alive.
      worker.unref();
      outcome();
    };
    const answered = (answer: TypesettingAnswer) => settle(() => resolve(answer));
    const ended = () => {
      stop(worker);
      settle(() => reject(new Error('Typst broke while it set a document.')));
    };
    const stopWaiting = limitCpu(worker, seconds, () => settle(() => resolve('too_long')));
    worker.on('message', answered).on('exit', ended).on('error', ended);
    worker.ref();
    worker.postMessage(job);
  });
}

const SCRIPT = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  (${typesetter})({ workerData, parentPort, readFileSync, load: (url) => import(url) });`;

async function startedWorker(): Promise<Worker> {
  if (running) return running;
  const folder = join(printerHome(), PRINTER_FILES.typst.folder);
  const wasm = join(folder, PRINTER_FILES.typst.module);
  if (!existsSync(wasm)) throw new Error(`Typst is not below ${folder}. The setting PRINTER_HOME says where it is.`);
  // Compiled once and reused by replacement threads.
  compiled ??= compile(wasm);
  const library = pathToFileURL(join(folder, PRINTER_FILES.typst.script)).href;
  const settings: TypesetterSettings = { library, module: await compiled };
  const worker = new Worker(SCRIPT, {
    eval: true,
    workerData: settings,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // Pending jobs receive the failure from their own listener; without one, the error must not be
  // unhandled.
  worker.on('error', () => undefined);
  worker.on('exit', () => forget(worker));
  // The first message signals that it is ready.
  await once(worker, 'message');
  running = worker;
  return worker;
}

/**
 * Of the first page, half was the optimizing compiler, which the pages of one process hardly repay, and a seventh the
 * validation of functions that no document calls. A function is now optimized after a hundred times as much use, and
 * validated when it is first called. V8 ignores a flag that it no longer knows.
 */
function compile(wasm: string): Promise<WebAssembly.Module> {
  setFlagsFromString('--wasm-tiering-budget=1300000000');
  setFlagsFromString('--wasm-lazy-validation');
  return WebAssembly.compile(readFileSync(wasm));
}

function stop(worker: Worker) {
  forget(worker);
  void worker.terminate();
}

function forget(worker: Worker) {
  if (running === worker) running = undefined;
}
