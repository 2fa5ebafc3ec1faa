import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { appendEntries, NO_ENTRY } from '#shared/documents/audit.ts';
import { contentDisposition } from '#shared/documents/pdf-body.ts';
import { serviceCaller } from '#shared/platform/caller.ts';

const folder = mkdtempSync(join(tmpdir(), 'trail-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PDF = Buffer.from('%PDF-1.7 sealed');
const sha256 = createHash('sha256').update(PDF).digest('hex');

const { entries } = appendEntries(
  { auditCount: 0, auditHead: NO_ENTRY },
  [
    { action: 'document.created', details: { kind: 'upload', sha256: 'a'.repeat(64) } },
    {
      action: 'document.declined',
      details: { reason: 'Größe “\u2028” \u0007 😀', z: [1, { b: 2, a: 1e21 }] },
    },
    { action: 'document.completed', details: { sha256 } },
  ],
  {
    caller: serviceCaller({ organizationId: 'o', mode: 'test' }, 'documents'),
    now: new Date(),
    client: { ipAddress: '192.0.2.1', userAgent: 'Test', origin: 'https://example.com' },
  },
);

function verify(trail: unknown, pdf?: Uint8Array) {
  const files = [join(folder, 'trail.json'), join(folder, 'file.pdf')] as const;
  writeFileSync(files[0], typeof trail === 'string' ? trail : JSON.stringify(trail, null, 2));
  if (pdf) writeFileSync(files[1], pdf);
  const script = new URL('../../bin/verify-trail.ts', import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, files[0], ...(pdf ? [files[1]] : [])],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('verify-trail', () => {
  test('an unchanged trail and its sealed file are verified', () => {
    const { status, stdout, stderr } = verify({ items: entries }, PDF);
    expect([status, stderr.replace(/.*Warning.*\n.*\n/g, '')]).toEqual([0, '']);
    expect(stdout).toContain('is the sealed file.');
    expect(stdout).toContain('Verified: 3 entries');
  });

  test('one changed byte of the file is reported with both hashes', () => {
    const changed = Buffer.from(PDF);
    changed[3] = (changed[3] ?? 0) ^ 1;
    const { status, stderr } = verify({ items: entries }, changed);
    expect(status).toBe(1);
    expect(stderr).toContain(`but the sealed file has ${sha256}. The file was changed`);
  });

  test.each(['at', 'actor', 'ipAddress', 'userAgent', 'action'] as const)(
    'one changed character of `%s` is reported with the entry',
    (property) => {
      const items = structuredClone(entries);
      const [, second] = items;
      if (second) Object.assign(second, { [property]: `${second[property]}x` });
      const { status, stderr } = verify({ items });
      expect(status).toBe(1);
      expect(stderr).toMatch(/^Entry 2 .*The entry was changed\.$/m);
      expect(stderr).toContain('Not verified: 1 difference(s).');
    },
  );

  test('a removed entry, or a changed one with a new hash, is reported', () => {
    const removed = verify({ items: [entries[0], entries[2]] });
    expect(removed.status).toBe(1);
    expect(removed.stderr).toContain('Entry 2 (document.completed): `number` is 3, expected 2.');

    const rewritten = appendEntries(
      { auditCount: 0, auditHead: NO_ENTRY },
      [{ action: 'document.created' }],
      {
        ...{
          caller: serviceCaller({ organizationId: 'o', mode: 'test' }, 'documents'),
          now: new Date(),
        },
      },
    ).entries;
    const forged = verify({ items: [...rewritten, ...entries.slice(1)] });
    expect(forged.status).toBe(1);
    expect(forged.stderr).toMatch(/^Entry 2 .*`previousHash`/m);
  });

  test.each([
    ['no JSON', '{', /is not JSON/],
    ['no trail', { entries: [] }, /is not an audit trail/],
    ['no entries', { items: [] }, /has no entries/],
  ])('a file with %s is rejected', (_case, trail, message) => {
    const { status, stderr } = verify(trail);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('file name of a PDF', () => {
  test.each([
    ['Lease', 'inline; filename="Lease.pdf"'],
    ['a"b\\c/d\r\nx', 'inline; filename="a-b-c-d-x.pdf"'],
    ['..', 'inline; filename="document.pdf"'],
    ['Größe', 'inline; filename="Gro_e.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.pdf'],
    ["Mietvertrag 'A' (1)*", 'inline; filename="Mietvertrag \'A\' (1)-.pdf"'],
    ['合同', 'inline; filename="_.pdf"; filename*=UTF-8\'\'%E5%90%88%E5%90%8C.pdf'],
  ])('of %j is %s', (name, expected) => {
    const header = contentDisposition(name);
    expect(header).toBe(expected);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
  });
});
