import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FactOptions, openAudit } from '#bin/audit/facts.ts';
import { FRESH_RULES, LASTING_RULES } from '#bin/audit/rules.ts';
import type { StoredRow } from '#bin/audit/stored-state.ts';
import { openWorkFile } from '#bin/audit/work-file.ts';
import { newId, placeOf } from '#shared/platform/ids.ts';
import { answerInParts, generatedRows } from '#test/support/audited-rows.ts';
import { randomFrom } from '#test/support/random.ts';
import { recordedRows } from '#test/support/recorded-rows.ts';
import { isFull } from '#test/support/soak.ts';

/** The audit in little memory finds what it finds in much, whatever the order of rows. No engine is needed for that. */
const sound = [...generatedRows(2_000)];
/** About 64 facts a run, so that hundreds of runs are merged. */
const LITTLE = 8 * 1024;

let workDir: string;
beforeAll(() => {
  workDir = mkdtempSync(join(tmpdir(), 'audit-test-'));
});
afterAll(() => rmSync(workDir, { recursive: true }));

function auditOf(rows: Iterable<StoredRow>, options: FactOptions = {}, rules = LASTING_RULES) {
  const audit = openAudit(rules, { workDir, findingsShown: Number.POSITIVE_INFINITY, ...options });
  try {
    for (const row of rows) audit.add(row);
    const { findings, findingCount } = audit.judge();
    return { findings, findingCount, bytes: audit.bytesOnDisk() };
  } finally {
    audit.close();
  }
}

const withoutEach = (rows: readonly StoredRow[], isLost: (row: StoredRow, index: number) => boolean) =>
  rows.filter((row, index) => !isLost(row, index));
const ofKind = (rows: readonly StoredRow[], kind: string) => rows.filter((row) => row.kind === kind);
function some(rows: readonly StoredRow[], kind: string, nth = 0): StoredRow {
  const row = ofKind(rows, kind)[nth];
  if (!row) throw new Error(`There is no ${kind} row.`);
  return row;
}
const again = (row: StoredRow): StoredRow => {
  const id = newId();
  return { ...row, item: { ...row.item, id, sk: placeOf(id) } };
};

describe('defects', () => {
  test('bounded audit: sound rows have no findings, in little memory and in much', () => {
    const inLittle = auditOf(sound, { bufferBytes: LITTLE }, FRESH_RULES);

    expect(inLittle.findings).toEqual([]);
    expect(inLittle.bytes).toBeGreaterThan(20 * LITTLE);
    expect(auditOf(sound, {}, FRESH_RULES)).toMatchObject({ findings: [], bytes: 0 });
  });

  test.each<[string, () => StoredRow[], RegExp]>([
    [
      'a lost record',
      () => sound.filter((row) => row !== some(sound, 'evidence', 5)),
      /record that is not there: risk/,
    ],
    ['a lost answer', () => sound.filter((row) => row !== some(sound, 'receipts', 5)), /one receipt of its creation/],
    ['a lost event', () => sound.filter((row) => row !== some(sound, 'events', 5)), /one event of its creation/],
    ['a lost pointer', () => sound.filter((row) => row !== some(sound, 'events-about', 5)), /lacks its pointer/],
    ['a stray pointer', () => [...sound, again(some(sound, 'events-about', 5))], /is a pointer to nothing/],
    ['a lost name', () => sound.filter((row) => row !== some(sound, 'subjects-names', 5)), /lacks its name/],
    [
      'an outbox row for a stranger',
      () => {
        const event = some(sound, 'events', 5);
        const item = { ...event.item, subscribers: { [newId()]: [0] } };
        return sound.map((row) => (row === event ? { ...row, item } : row));
      },
      /does not announce/,
    ],
    [
      'an answer with a lost record',
      () => withoutEach(sound, ({ kind }) => kind === 'evidence'),
      /answers with a record/,
    ],
  ])('bounded audit: finds %s in little memory as in much', (_case, damaged, finding) => {
    const rows = damaged();
    const inLittle = auditOf(rows, { bufferBytes: LITTLE }, FRESH_RULES);

    expect(inLittle.findings.join('\n')).toMatch(finding);
    expect(inLittle.findings).toEqual(auditOf(rows, {}, FRESH_RULES).findings);
  });

  // Recorded rows have every kind that the service stores: work, trails, matches, proposals, members.
  test.each(isFull ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 5])(
    'bounded audit: random damage %i is found in any order and memory',
    (seed) => {
      const random = randomFrom(seed);
      const whole = recordedRows();
      const isLost = () => random() < 0.02 * seed;
      const kept = whole.filter(() => !isLost());
      const doubled = kept.filter(({ item }) => typeof item.id === 'string' && random() < 0.02).map(again);
      const rows = [...kept, ...doubled];
      const shuffled = rows
        .map((row) => [random(), row] as const)
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row);

      const inMuch = auditOf(rows, {}, FRESH_RULES);
      const inLittle = auditOf(shuffled, { bufferBytes: LITTLE }, FRESH_RULES);

      expect(inLittle.findings.toSorted()).toEqual(inMuch.findings.toSorted());
      expect(inMuch.findingCount).toBeGreaterThan(auditOf(whole, {}, FRESH_RULES).findingCount + 20);
      expect({ much: inMuch.bytes, little: inLittle.bytes > 20 * LITTLE }).toEqual({ much: 0, little: true });
    },
  );

  test('bounded audit: further findings are counted, and not held', () => {
    const rows = withoutEach(sound, ({ kind }) => kind === 'events');
    const { findings, findingCount } = auditOf(rows, { findingsShown: 3 });

    expect(findings).toHaveLength(3);
    expect(findingCount).toBeGreaterThan(300);
  });
});

describe('answers in parts', () => {
  const lateEvent = (): StoredRow => {
    const { id } = some(sound, 'subjects').item;
    const event = { type: 'risk.subject.updated', resource: 'subjects', resourceId: String(id), subjectId: String(id) };
    const row = again(some(sound, 'events'));
    return { ...row, item: { ...row.item, events: [event] } };
  };

  test('bounded audit: an answer is put together from its parts, in any order', () => {
    const rows = [...answerInParts().toReversed(), ...sound];
    expect(auditOf(rows, { bufferBytes: LITTLE }).findings).toEqual([]);

    const lost = withoutEach(rows, (row) => row.item.id === some(sound, 'subjects').item.id);
    expect(auditOf(lost, { bufferBytes: LITTLE }).findings.join()).toMatch(/answers with a record that is not there/);
    expect(auditOf([...rows, lateEvent()], { bufferBytes: LITTLE }).findings.join()).toMatch(/lacks its pointer/);
  });

  test('bounded audit: an answer that lacks a part ends the audit', () => {
    const [first] = answerInParts();
    if (!first) throw new Error('There is no first part.');
    expect(() => auditOf([first, ...sound])).toThrow(/An answer lacks its part .*large~1/);
  });

  test('bounded audit: parts may outlive their answer, but not while no answer has expired', () => {
    const [, ...parts] = answerInParts();
    expect(auditOf([...parts, ...sound]).findings).toEqual([]);
    expect(() => auditOf([...parts, ...sound], {}, FRESH_RULES)).toThrow('A part of no answer');
  });
});

describe('work directory', () => {
  test('bounded audit: a missing work directory is refused with the option to change', () => {
    const missing = join(workDir, 'missing');
    expect(() => auditOf(sound, { workDir: missing })).toThrow(
      `The audit cannot create a file in the work directory ${missing} (ENOENT). ` +
        'Choose an existing, writable directory with --work-dir.',
    );
  });

  test('bounded audit: a work directory that cannot be written to is refused', ({ skip }) => {
    if (process.getuid?.() === 0) skip('root may write to any directory');
    const readOnly = mkdtempSync(join(workDir, 'read-only-'));
    chmodSync(readOnly, 0o500);
    expect(() => auditOf(sound, { workDir: readOnly })).toThrow(/EACCES.*--work-dir/);
  });

  test('bounded audit: a file is refused as work directory', () => {
    expect(() => openWorkFile(import.meta.filename)).toThrow(/ENOTDIR.*--work-dir/);
  });

  test('bounded audit: a full work directory ends the audit with its size', () => {
    let written = 0;
    const full = (directory: string) =>
      openWorkFile(directory, (_file, bytes) => {
        written += bytes.length;
        if (written > 100_000) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return bytes.length;
      });
    const options = { bufferBytes: LITTLE, openFile: full };
    expect(() => auditOf(sound, options)).toThrow(
      `The work directory ${workDir} is full (ENOSPC) after 1 MB. Choose one with more space with --work-dir.`,
    );
  });

  test('bounded audit: any other failure to write is passed on', () => {
    const failing = (directory: string) =>
      openWorkFile(directory, () => {
        throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      });
    expect(() => auditOf(sound, { bufferBytes: LITTLE, openFile: failing })).toThrow('i/o error');
  });

  test('bounded audit: nothing is in the work directory, neither during the audit nor after it', () => {
    const own = mkdtempSync(join(workDir, 'own-'));
    const audit = openAudit(LASTING_RULES, { workDir: own, bufferBytes: LITTLE });
    for (const row of sound) audit.add(row);

    expect(audit.bytesOnDisk()).toBeGreaterThan(0);
    expect(readdirSync(own)).toEqual([]);
    audit.close();
    expect(readdirSync(own)).toEqual([]);
  });

  test('bounded audit: what is written cannot be read without the key of the process', () => {
    const chunks: Buffer[] = [];
    const file = openWorkFile(workDir, (_file, bytes) => {
      chunks.push(Buffer.from(bytes));
      return bytes.length;
    });
    file.write([Buffer.from('customer-1\n'), Buffer.from('customer-2\n')]);
    file.close();

    expect(Buffer.concat(chunks)).toHaveLength(22);
    expect(Buffer.concat(chunks).includes('customer')).toBe(false);
  });
});
