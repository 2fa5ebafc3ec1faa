import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The running processes whose command line contains `text`, this one aside. */
export function processesWith(text: string): number[] {
  return commandLines()
    .filter(({ id, command }) => id !== process.pid && command.includes(text))
    .map(({ id }) => id);
}

/** Small images have no `ps`; other systems than Linux have no `/proc`. */
function commandLines(): { id: number; command: string }[] {
  if (!existsSync('/proc/self/cmdline'))
    return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => ({ id: Number.parseInt(line, 10), command: line }));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), command: commandOf(name) }));
}

function commandOf(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended meanwhile
  }
}
