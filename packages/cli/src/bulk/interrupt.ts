import { EXIT } from '../failure.ts';
import type { Terminal } from '../terminal.ts';

/** The first Ctrl-C aborts, so that work in progress can end; the second one ends the process. Returns what takes it back. */
export function onInterrupt(terminal: Terminal, stop: AbortController, says: string): () => void {
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort();
    terminal.err(`${says} Press Ctrl-C again to stop at once.`);
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  };
}
