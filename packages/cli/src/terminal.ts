import { stripVTControlCharacters } from 'node:util';

/** Escape codes that begin and end a style. */
const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39] } as const;
type Style = keyof typeof STYLES;

/** Where a command prints. Results go to stdout, everything else to stderr. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Bytes for stdout, such as a PDF. */
  write(bytes: Uint8Array): void;
  /** Overwrites the current line of stderr; nothing unless it is a terminal. */
  status(text: string): void;
  /** Whether stdout is a terminal. */
  isTty: boolean;
  /** Whether stderr is a terminal, so that progress can be shown. */
  showsProgress: boolean;
  style(style: Style, text: string): string;
}

interface Stream {
  write(chunk: string | Uint8Array): unknown;
  isTTY?: boolean;
  columns?: number;
}

export function openTerminal({ stdout, stderr }: { stdout: Stream; stderr: Stream }, env: NodeJS.ProcessEnv): Terminal {
  const isTty = stdout.isTTY === true;
  const showsProgress = stderr.isTTY === true && env.TERM !== 'dumb';
  const isColoured = isTty && !env.NO_COLOR && env.TERM !== 'dumb';
  const clearStatus = () => showsProgress && stderr.write('\r\u001b[K');
  return {
    isTty,
    showsProgress,
    out: (text) => {
      clearStatus();
      stdout.write(`${text}\n`);
    },
    err: (text) => {
      clearStatus();
      stderr.write(`${text}\n`);
    },
    write: (bytes) => stdout.write(bytes),
    status: (text) => {
      if (!showsProgress) return;
      const width = (stderr.columns ?? 80) - 1;
      stderr.write(`\r\u001b[K${text.slice(0, width)}`);
    },
    style: (style, text) => {
      const [begin, end] = STYLES[style];
      return isColoured ? `\u001b[${begin}m${text}\u001b[${end}m` : text;
    },
  };
}

/** Control characters in texts of the service could move the cursor or change the terminal. */
export const printable = (text: string) => stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');

/** A table with aligned columns, two spaces apart. */
export function table(terminal: Terminal, headings: readonly string[], rows: readonly (readonly unknown[])[]): void {
  const cells = rows.map((row) => row.map(cell));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  terminal.out(terminal.style('bold', line(headings.map((heading) => heading.toUpperCase()))));
  for (const row of cells) terminal.out(line(row));
}

/** Names and values, one per line. */
export function facts(terminal: Terminal, entries: Readonly<Record<string, unknown>>): void {
  const shown = Object.entries(entries).filter(([, value]) => value !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  for (const [name, value] of shown) terminal.out(`${terminal.style('dim', name.padEnd(width))}  ${cell(value)}`);
}

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : printable(value.join(', '));
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

export const jsonText = (value: unknown) => JSON.stringify(value, null, 2);

export const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
