import type { Terminal } from '../terminal.ts';

const REDRAW_MS = 200;
const BAR = 24;

/** A progress bar on stderr, if that is a terminal. The share is that of the bytes of the input. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #sizeBytes: number;
  readonly #startMs = Date.now();
  readonly #startRows: number;
  #drawnMs = 0;
  note = '';

  constructor(terminal: Terminal, { sizeBytes, startRows }: { sizeBytes: number; startRows: number }) {
    this.#terminal = terminal;
    this.#sizeBytes = sizeBytes;
    this.#startRows = startRows;
  }

  show({ rows, bytes, counts }: { rows: number; bytes: number; counts: Record<string, number> }) {
    const nowMs = Date.now();
    if (!this.#terminal.showsProgress || nowMs - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = nowMs;
    const share = Math.min(1, bytes / Math.max(1, this.#sizeBytes));
    const filled = Math.round(share * BAR);
    const seconds = Math.max(0.001, (nowMs - this.#startMs) / 1000);
    const rate = (rows - this.#startRows) / seconds;
    const restRows = share > 0 ? rows / share - rows : 0;
    this.#terminal.status(
      [
        `[${'#'.repeat(filled)}${'-'.repeat(BAR - filled)}] ${(share * 100).toFixed(1)} %`,
        `${rows.toLocaleString('en')} rows`,
        `${rate.toFixed(0)}/s`,
        rate > 0 ? `${duration(restRows / rate)} left` : '',
        ...Object.entries(counts).map(([name, number]) => `${number} ${name}`),
        this.note,
      ]
        .filter((part) => part !== '')
        .join('  '),
    );
  }

  clear() {
    this.#terminal.status('');
  }
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
