import { main } from '../src/main.ts';
import { openTerminal } from '../src/terminal.ts';

export interface Ran {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command in this process. */
export async function runAssay(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { isTty = false } = {},
): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: isTty,
    write: (chunk: string | Uint8Array) => {
      written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
    },
  });
  const terminal = openTerminal({ stdout: stream('stdout'), stderr: stream('stderr') }, env);
  const exitCode = await main(args, { terminal, env });
  return { exitCode, ...written };
}
