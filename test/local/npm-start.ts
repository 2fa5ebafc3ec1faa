import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/start.ts', import.meta.url));

/** `npm start` with a home of its own. */
export function npmStart(home: string, environment: Record<string, string> = {}, flags: string[] = []) {
  const child = spawn(process.execPath, [PROGRAM, ...flags], {
    env: { ...process.env, ASSAY_LOCAL: home, PORT: '0', ...environment },
  });
  return { child, output: outputOf(child) };
}

/** What a program has written until now. */
export function outputOf({ stdout, stderr }: ChildProcess) {
  let text = '';
  let errors = '';
  stdout?.on('data', (chunk) => {
    text += chunk;
  });
  stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return { text: () => text, errors: () => errors };
}
