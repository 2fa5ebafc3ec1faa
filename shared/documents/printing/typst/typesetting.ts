import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RENDER_SECONDS } from '../../limits.ts';
import { FONT_FILES, PRINTER_FILES, printerHome } from '../fonts.ts';
import {
  type TypesetDocument,
  type TypesettingAnswer,
  type TypesettingJob,
  typesetter,
} from './typesetter.ts';

/**
 * Typst runs in a process of its own that stays for the next job. In ours it could neither be stopped when it
 * takes too long (native code does not hear that it should) nor survived when it breaks: a fault in it ends
 * the process it is in. The other process gets no environment, so no credentials, and what it says when it
 * breaks is thrown away, since that can quote the document.
 */
const [TYPST] = PRINTER_FILES.typst.packages;
const KEPT_MEMORY_BYTES = 600 * 1024 * 1024;

let running: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** The document, or nothing when it took longer than it may. One after the other. */
export function typeset(
  job: TypesettingJob,
  seconds = RENDER_SECONDS,
): Promise<TypesetDocument | 'too_long'> {
  const turn = last.then(() => typesetNow(job, seconds));
  last = turn.catch(() => undefined);
  return turn;
}

async function typesetNow(job: TypesettingJob, seconds: number) {
  const worker = startedWorker();
  const answer = await answerOf(worker, job, seconds);
  if (answer === 'too_long') stop(worker);
  else if ('failure' in answer)
    throw new Error(`Typst could not set a document: ${withoutQuotes(answer.failure)}`);
  else if (answer.memoryBytes > KEPT_MEMORY_BYTES) stop(worker);
  return answer;
}

/** A message may quote the document, which is nothing for a log. */
const withoutQuotes = (message: string) => message.replace(/`[^`]*`|"[^"]*"/g, '…');

/** Its answer, or that there is none in time. A process that ends instead has broken. */
function answerOf(
  worker: ChildProcess,
  job: TypesettingJob,
  seconds: number,
): Promise<TypesettingAnswer | 'too_long'> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('exit', ended).off('error', ended);
      idle(worker);
      outcome();
    };
    const answered = (answer: TypesettingAnswer) => settle(() => resolve(answer));
    const ended = () => {
      stop(worker);
      settle(() => reject(new Error('Typst broke while it set a document.')));
    };
    const timer = setTimeout(() => settle(() => resolve('too_long')), seconds * 1000);
    worker.on('message', answered).on('exit', ended).on('error', ended);
    busy(worker);
    worker.send(job);
  });
}

function startedWorker(): ChildProcess {
  if (running?.connected) return running;
  const home = printerHome();
  if (!existsSync(join(home, 'node_modules', TYPST)))
    throw new Error(`Typst is not below ${home}. The setting PRINTER_HOME says where it is.`);
  const settings = { home, fontPaths: FONT_FILES.map((file) => join(home, file)) };
  const script = `(${typesetter})(${JSON.stringify(settings)}, process, require('node:module').createRequire)`;
  running = spawn(process.execPath, ['--eval', script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  });
  // Who waits for an answer hears of a failure; there may be nobody.
  running.on('error', () => undefined);
  return running;
}

function stop(worker: ChildProcess) {
  worker.kill('SIGKILL');
  if (running === worker) running = undefined;
}

/** Whoever waits for a document keeps our process alive; a worker that waits for work does not. */
const busy = (worker: ChildProcess) => {
  worker.ref();
  worker.channel?.ref();
};
const idle = (worker: ChildProcess) => {
  worker.unref();
  worker.channel?.unref();
};
