import { spawnSync } from 'node:child_process';
import { openAudit } from '#bin/audit/facts.ts';
import { LASTING_RULES } from '#bin/audit/rules.ts';
import { generatedRows } from '#test/support/audited-rows.ts';
import { sized } from './support/size.ts';

/**
 * The audit after a restore: memory and disk for one organization, and for one ten times as large. Beside it the way that
 * holds all rows, at the smaller size only. Rows are generated in their stored shape, so reading DynamoDB is not measured.
 * Each run is a process of its own, and speed is rows per second of its processor time.
 *
 *     npm run bench -- audit
 */
const ROWS = sized(500_000, 1_150);
const BUFFER_BYTES = sized(undefined, 8 * 1024);

interface Figures {
  rows: number;
  rowsPerSecond: number;
  peakMb: number;
  diskMb: number;
}

const [mode, rows] = process.argv.slice(2);
if (mode === undefined) {
  const small = figuresOf('disk', ROWS);
  const inMemory = figuresOf('memory', ROWS);
  const large = figuresOf('disk', ROWS * 10);
  report('sorted on disk', small, inMemory);
  report('all rows in memory', inMemory, inMemory);
  report('sorted on disk', large, small);
} else console.log(JSON.stringify(auditGenerated(mode === 'memory', Number(rows))));

function auditGenerated(isInMemory: boolean, wanted: number): Figures {
  const start = process.cpuUsage();
  const audit = openAudit(LASTING_RULES, { bufferBytes: BUFFER_BYTES });
  let count = 0;
  for (const row of isInMemory ? [...generatedRows(wanted)] : generatedRows(wanted)) {
    audit.add(row);
    count += 1;
  }
  const { findingCount, findings } = audit.judge();
  if (findingCount > 0) throw new Error(`The rows are sound, but the audit finds: ${findings[0]}`);
  const { user, system } = process.cpuUsage(start);
  const figures = {
    rows: count,
    rowsPerSecond: Math.round((count / (user + system)) * 1e6),
    // Kilobytes on every platform.
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    diskMb: Number((audit.bytesOnDisk() / 1024 / 1024).toFixed(1)),
  };
  audit.close();
  return figures;
}

function figuresOf(mode: string, rows: number): Figures {
  // A heap that the rows fit into; the audit on disk needs none.
  const heap = mode === 'memory' ? ['--max-old-space-size=8192'] : [];
  const { stdout, status } = spawnSync(process.execPath, [...heap, import.meta.filename, mode, String(rows)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The audit of ${rows} rows (${mode}) ended with status ${status}.`);
  return JSON.parse(stdout) as Figures;
}

function report(way: string, figures: Figures, against: Figures): void {
  const name = `${way}, ${figures.rows} rows`;
  const line = (what: string, unit: string, value: number, other: number) =>
    console.log(JSON.stringify({ name: `${name}: ${what}`, value, unit, ratio: Number((value / other).toFixed(2)) }));
  line('speed', 'rows per second', figures.rowsPerSecond, against.rowsPerSecond);
  line('peak memory', 'MB', figures.peakMb, against.peakMb);
  console.log(JSON.stringify({ name: `${name}: disk`, value: figures.diskMb, unit: 'MB' }));
}
