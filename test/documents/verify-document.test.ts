import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { appendEntries, NO_ENTRY } from '#shared/documents/audit.ts';
import { contentDisposition } from '#shared/documents/pdf-body.ts';
import { serviceCaller } from '#shared/platform/caller.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGINAL = Buffer.from(await aPdf());
const sealedAt = new Date('2026-03-01T10:20:30Z');
const PDF = Buffer.from(
  await sealPdf(ORIGINAL, await aSigner(), { reason: 'All have signed.', sealedAt }),
);
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sha256 = hashOf(PDF);

const { entries } = appendEntries(
  { auditCount: 0, auditHead: NO_ENTRY },
  [
    { action: 'document.created', details: { kind: 'upload', sha256: hashOf(ORIGINAL) } },
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

function verify(files: { trail?: unknown; pdf?: Uint8Array }, ...options: string[]) {
  const names: string[] = [];
  const add = (name: string, content: string | Uint8Array) => {
    names.push(join(folder, name));
    writeFileSync(join(folder, name), content);
  };
  const { trail, pdf } = files;
  if (pdf) add('file.pdf', pdf);
  if (trail !== undefined)
    add('trail.json', typeof trail === 'string' ? trail : JSON.stringify(trail, null, 2));
  return runAssay(['documents', 'verify', ...names, ...options]);
}

const withByte = (bytes: Uint8Array, place: number, mask = 1) => {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ mask;
  return changed;
};

describe('assay documents verify', () => {
  test('an unchanged trail and its sealed file are verified', async () => {
    const { exitCode, stdout, stderr } = await verify({ trail: { items: entries }, pdf: PDF });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('is the sealed file of the audit trail.');
    expect(stdout).toContain('Audit trail: 3 entries');
    expect(stdout).toContain('Seal: intact, by ');
    expect(stdout).toMatch(/Verified\.\n$/);
  });

  test('one changed byte of the file is reported, and without the trail wherever the seal covers it', async () => {
    const range = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)/.exec(PDF.toString('latin1')) ?? [];
    const [start = 0, end = 0] = range.slice(1).map(Number);
    const spread = (from: number, to: number, count: number) =>
      Array.from({ length: count }, (_, n) => Math.floor(from + ((to - from) * (n + 0.5)) / count));
    // The signature does not cover itself, only its padding has to be empty; the trail covers every byte.
    const covered = [...spread(0, start, 15), end - 200, ...spread(end, PDF.length, 15)];
    expect(start).toBeGreaterThan(0);
    for (const place of [...covered, ...spread(start, start + 4_000, 10)]) {
      // The case of a letter counts too.
      const pdf = withByte(PDF, place, place % 2 === 0 ? 1 : 0x20);
      const both = await verify({ trail: { items: entries }, pdf });
      expect(both.exitCode).toBe(4);
      expect(both.stderr).toContain(`but the sealed file has ${sha256}. The file was changed`);
      if (covered.includes(place))
        expect([place, (await verify({ pdf })).exitCode]).toEqual([place, 4]);
    }
  });

  test('a file with more behind its seal, or without a seal, is not verified', async () => {
    const longer = await verify({ pdf: Buffer.concat([PDF, Buffer.from('\n%')]) });
    const unsealed = await verify({ pdf: ORIGINAL });

    expect([longer.exitCode, unsealed.exitCode]).toEqual([4, 4]);
    expect(longer.stderr).toContain('The seal does not cover the whole file');
    expect(unsealed.stderr).toContain('has no seal that can be read');
  });

  test('the original file is recognised by the trail', async () => {
    const { exitCode, stdout } = await verify({ trail: { items: entries }, pdf: ORIGINAL });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('is the original file, before signing.');
  });

  test('the fingerprint of the certificate is compared', async () => {
    const [fingerprint = ''] = /[0-9a-f]{64}/.exec((await verify({ pdf: PDF })).stdout) ?? [];

    expect((await verify({ pdf: PDF }, '--fingerprint', fingerprint.toUpperCase())).exitCode).toBe(
      0,
    );
    const other = await verify({ pdf: PDF }, '--fingerprint', 'a'.repeat(64));
    expect(other.exitCode).toBe(4);
    expect(other.stderr).toContain('The file was sealed by another key.');
  });

  test.each(['at', 'actor', 'ipAddress', 'userAgent', 'action'] as const)(
    'one changed character of `%s` is reported with the entry',
    async (property) => {
      const items = structuredClone(entries);
      const [, second] = items;
      if (second) Object.assign(second, { [property]: `${second[property]}x` });
      const { exitCode, stderr } = await verify({ trail: { items } });
      expect(exitCode).toBe(4);
      expect(stderr).toMatch(/^Entry 2 .*The entry was changed\.$/m);
      expect(stderr).toContain('Not verified: 1 finding(s).');
    },
  );

  test('a removed entry, or a changed one with a new hash, is reported', async () => {
    const removed = await verify({ trail: { items: [entries[0], entries[2]] } });
    expect(removed.exitCode).toBe(4);
    expect(removed.stderr).toContain('Entry 2 (document.completed): `number` is 3, expected 2.');

    const rewritten = appendEntries(
      { auditCount: 0, auditHead: NO_ENTRY },
      [{ action: 'document.created' }],
      {
        caller: serviceCaller({ organizationId: 'o', mode: 'test' }, 'documents'),
        now: new Date(),
      },
    ).entries;
    const forged = await verify({ trail: { items: [...rewritten, ...entries.slice(1)] } });
    expect(forged.exitCode).toBe(4);
    expect(forged.stderr).toMatch(/^Entry 2 .*`previousHash`/m);
  });

  test.each([
    ['no JSON', '{', /is not valid JSON/],
    ['no trail', { entries: [] }, /is not an audit trail/],
    ['no entries', { items: [] }, /has no entries/],
  ])('a file with %s is wrong usage', async (_case, trail, message) => {
    const { exitCode, stderr } = await verify({ trail });
    expect(exitCode).toBe(2);
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
