import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { sealReason } from '#packages/agreements/src/pdf/sealed-trail.ts';
import type { SealSigner } from '#packages/agreements/src/pdf/sealing/seal-key.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { aForger, aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { type AuditEntry, appendEntries, type NewEntry, NO_ENTRY } from '#shared/documents/audit.ts';
import { contentDisposition } from '#shared/documents/pdf-body.ts';
import { serviceCaller } from '#shared/platform/caller.ts';
import { verifyBinding, verifyTrail } from '../../console/screens/documents/verify-trail.ts';

const folder = mkdtempSync(join(tmpdir(), 'verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGINAL = Buffer.from(await aPdf());
const sealedAt = new Date('2026-03-01T10:20:30Z');
const DOCUMENT_ID = '0195a000-0000-7000-8000-000000000001';
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const BY = {
  caller: serviceCaller({ organizationId: 'o', mode: 'test' }, 'documents'),
  now: sealedAt,
  client: { ipAddress: '192.0.2.1', userAgent: 'Test', origin: 'https://example.com' },
};
const SIGNED: NewEntry[] = [
  { action: 'document.created', details: { kind: 'upload', sha256: hashOf(ORIGINAL) } },
  {
    action: 'document.declined',
    details: { reason: 'Größe “\u2028” \u0007 😀', z: [1, { b: 2, a: 1e21 }] },
  },
];

/** A sealed file and its trail, as the service makes them: the seal names the end of the trail. */
async function sealedWith(signer: SealSigner, entries = SIGNED, reasonFor = sealReason, further = {}) {
  const before = appendEntries({ auditCount: 0, auditHead: NO_ENTRY }, entries, BY);
  const { auditCount: count, auditHead: head } = before;
  const reason = reasonFor({ documentId: DOCUMENT_ID, count, head });
  const pdf = Buffer.from(await sealPdf(ORIGINAL, signer, { reason, sealedAt }));
  const completed = { action: 'document.completed' as const, details: { sha256: hashOf(pdf), ...further } };
  const after = appendEntries(before, [completed], BY);
  return { pdf, trail: [...before.entries, ...after.entries] };
}

const { pdf: PDF, trail: entries } = await sealedWith(await aSigner());
const sha256 = hashOf(PDF);
const OPERATOR = checkSeal(PDF)?.fingerprint ?? '';
const KNOWN = ['--fingerprint', OPERATOR];

/** All hashes of a trail computed again, as a forger does. */
function rewritten(items: readonly object[]): AuditEntry[] {
  const forged: AuditEntry[] = [];
  for (const [index, item] of items.entries()) {
    const previousHash = forged.at(-1)?.hash ?? NO_ENTRY;
    const { hash: _, ...content } = { ...(item as AuditEntry), number: index + 1, previousHash };
    forged.push({ ...content, hash: sha256Hex(canonicalJson(content)) });
  }
  return forged;
}

function verify(files: { trail?: unknown; pdf?: Uint8Array }, ...options: string[]) {
  const names: string[] = [];
  const add = (name: string, content: string | Uint8Array) => {
    names.push(join(folder, name));
    writeFileSync(join(folder, name), content);
  };
  const { trail, pdf } = files;
  if (pdf) add('file.pdf', pdf);
  if (trail !== undefined) add('trail.json', typeof trail === 'string' ? trail : JSON.stringify(trail, null, 2));
  return runAssay(['documents', 'verify', ...names, ...options]);
}

const withByte = (bytes: Uint8Array, place: number, mask = 1) => {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ mask;
  return changed;
};

describe('assay documents verify', () => {
  test('an unchanged trail and its sealed file are verified', async () => {
    const { exitCode, stdout, stderr } = await verify({ trail: { items: entries }, pdf: PDF }, ...KNOWN);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('is the sealed file of the audit trail.');
    expect(stdout).toContain('Audit trail: 3 entries');
    expect(stdout).toContain('Seal: intact. Its certificate names ');
    expect(stdout).toContain(`The seal names this audit trail: document ${DOCUMENT_ID}, 2 entries`);
    expect(stdout).toMatch(/Verified\.\n$/);
  });

  test('a completion that names who got a copy is verified, by the console too', async () => {
    const { pdf, trail } = await sealedWith(await aSigner(), SIGNED, sealReason, { copies: [DOCUMENT_ID] });

    const { exitCode, stderr } = await verify({ trail: { items: trail }, pdf }, ...KNOWN);

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(await verifyBinding(trail, pdf)).toBe('bound');
  });

  test('without a fingerprint a file is intact, and its issuer not checked', async () => {
    for (const trail of [{ items: entries }, undefined]) {
      const files = { pdf: PDF, ...(trail && { trail }) };
      const { exitCode, stdout, stderr } = await verify(files);
      expect(exitCode).toBe(5);
      expect(stderr).toMatch(/^Intact, issuer not checked/);
      expect(stdout).not.toContain('Verified.');
      const json = await verify(files, '--json');
      expect(JSON.parse(json.stdout)).toMatchObject({ isVerified: false, result: 'issuer_not_checked' });
    }
  });

  test.each<[string, (trail: AuditEntry[]) => object[]]>([
    [
      'another address and browser',
      ([one, two, three]) => [one, { ...two, ipAddress: '198.51.100.9', userAgent: 'Other' }, three] as object[],
    ],
    ['another time', ([one, ...rest]) => [{ ...one, at: '2026-02-27T10:20:30.000Z' }, ...rest]],
    ['an invented entry', ([one, ...rest]) => [one, { ...one, action: 'consent.accepted' }, ...rest] as object[]],
    ['an entry left out', ([one, , three]) => [one, three] as object[]],
    [
      'a completion at another time',
      ([one, two, three]) => [one, two, { ...three, at: '2026-03-02T10:20:30.000Z' }] as object[],
    ],
    ['a completion by another actor', ([one, two, three]) => [one, two, { ...three, actor: 'user:1' }] as object[]],
    ['no completion', ([one, two]) => [one, two] as object[]],
  ])('a trail rewritten with %s is found, by the console too', async (_case, forge) => {
    const items = rewritten(forge(structuredClone(entries)));

    const { exitCode, stdout } = await verify({ trail: { items }, pdf: PDF }, ...KNOWN);

    expect(exitCode).toBe(8);
    expect(stdout).not.toContain('Verified.');
    expect(await verifyTrail(items)).toBe(true);
    expect(await verifyBinding(items, PDF)).toBe('differs');
  });

  test('entries added after the seal are not vouched for', async () => {
    const added = { ...entries[0], action: 'invitation.sent', details: {} };
    const items = rewritten([...entries, added]);

    const { exitCode, stdout } = await verify({ trail: { items }, pdf: PDF }, ...KNOWN);

    expect(exitCode).toBe(6);
    expect(stdout).toContain('1 more were added afterwards');
    expect(await verifyBinding(items, PDF)).toBe('unbound');
  });

  test('requests for a link after the seal are told apart, and leave the trail bound', async () => {
    const { entries: requests } = appendEntries(
      { auditCount: entries.length, auditHead: entries.at(-1)?.hash ?? '' },
      [{ action: 'link.requested', details: { signerId: 'x', linkVersion: 2 } }],
      BY,
    );
    const items = [...entries, ...requests];

    const { exitCode, stdout } = await verify({ trail: { items }, pdf: PDF }, ...KNOWN);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('Requests for a new link after the completion: 1.');
    expect(await verifyBinding(items, PDF)).toBe('bound');
  });

  test('a wholly forged file and trail are never verified', async () => {
    const forged = await sealedWith(await aForger(), [
      { action: 'document.created', details: { kind: 'upload' } },
      { action: 'signer.signed', details: { signerId: 'x' } },
    ]);
    const files = { trail: { items: forged.trail }, pdf: forged.pdf };

    expect((await verify(files)).exitCode).toBe(5);
    const known = await verify(files, ...KNOWN);
    expect(known.exitCode).toBe(7);
    expect(known.stderr).toContain('The file was sealed by another key.');
  });

  test('a file sealed before seals named the trail leaves the trail unbound', async () => {
    const old = await sealedWith(await aSigner(), SIGNED, () => 'Signed by all signers');
    const files = { trail: { items: old.trail }, pdf: old.pdf };

    const { exitCode, stdout, stderr } = await verify(files, ...KNOWN);

    expect(exitCode).toBe(6);
    expect(stdout).toContain('The seal does not name the audit trail');
    expect(stderr).toMatch(/^Trail not bound to the file/);
    expect(await verifyBinding(old.trail, old.pdf)).toBe('unbound');
    expect((await verify(files)).exitCode).toBe(5);
    expect(await verifyBinding(entries, PDF)).toBe('bound');
  });

  test('text of the document is not taken for the reason of its seal', async () => {
    const head = entries[1]?.hash ?? '';
    const text = `/Reason (${sealReason({ documentId: DOCUMENT_ID, count: 2, head })})`;
    const planted = Buffer.concat([ORIGINAL, Buffer.from(`\n%${text}\n`)]);
    const sealed = await sealPdf(planted, await aSigner(), { reason: 'Other', sealedAt });

    expect(Buffer.from(sealed).toString('latin1')).toContain(text);
    expect(checkSeal(sealed)?.trail).toBeUndefined();
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
      if (covered.includes(place)) expect([place, (await verify({ pdf })).exitCode]).toEqual([place, 4]);
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

    expect(exitCode).toBe(6);
    expect(stdout).toContain('is the original file that the audit trail names, before signing.');
  });

  test('the fingerprint is that of the certificate or of its key', async () => {
    const { fingerprint = '', keyFingerprint = '' } = checkSeal(PDF) ?? {};
    const colons = (fingerprint.toUpperCase().match(/../g) ?? []).join(':');

    for (const known of [fingerprint, colons, keyFingerprint])
      expect((await verify({ pdf: PDF }, '--fingerprint', known)).exitCode).toBe(0);
    const other = await verify({ pdf: PDF }, '--fingerprint', 'a'.repeat(64));
    expect(other.exitCode).toBe(7);
    expect(other.stderr).toContain('The file was sealed by another key.');
    expect((await verify({ pdf: PDF }, '--fingerprint', 'abc')).exitCode).toBe(2);
  });

  test('the fingerprint can be the one that a service publishes', async () => {
    const { keyFingerprint: fingerprint = '' } = checkSeal(PDF) ?? {};
    const service = createServer((request, response) => {
      expect(request.headers.authorization).toBeUndefined();
      expect(request.url).toBe('/api/v1/documents/seal-key');
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ fingerprint, publicKey: '', certificates: [] }));
    });
    const url = `http://127.0.0.1:${await listen(service, 0)}`;

    const { exitCode, stdout } = await verify({ pdf: PDF }, '--url', url);
    const both = await verify({ pdf: PDF }, '--url', url, ...KNOWN);
    await closeServer(service);

    expect([exitCode, both.exitCode]).toEqual([0, 2]);
    expect(stdout).toContain(`the fingerprint published by ${url} now is that of this seal.`);
    expect((await verify({ pdf: PDF }, '--url', url)).exitCode).toBe(3);
  });

  test('a trail alone is consistent, and bound to nothing', async () => {
    const { exitCode, stderr } = await verify({ trail: { items: entries } });

    expect(exitCode).toBe(6);
    expect(stderr).toMatch(/^Trail not bound to the file/);
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
      expect(stderr).toContain('Not verified: the file or the trail was changed. 1 finding(s).');
    },
  );

  test('a removed entry, or a changed one with a new hash, is reported', async () => {
    const removed = await verify({ trail: { items: [entries[0], entries[2]] } });
    expect(removed.exitCode).toBe(4);
    expect(removed.stderr).toContain('Entry 2 (document.completed): `number` is 3, expected 2.');

    const first = rewritten([{ ...entries[0], actor: 'user:1' }]);
    const forged = await verify({ trail: { items: [...first, ...entries.slice(1)] } });
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
