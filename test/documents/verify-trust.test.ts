import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { sealReason } from '#packages/agreements/src/pdf/sealed-trail.ts';
import { fingerprintOf } from '#packages/agreements/src/pdf/sealing/certificate-path.ts';
import { type SealKey, sealSigner } from '#packages/agreements/src/pdf/sealing/seal-signer.ts';
import { Authority, hasOpenssl, type Issued } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { aKey, anEcPrivateKey } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { type AuditEntry, appendEntries, NO_ENTRY } from '#shared/documents/audit.ts';
import { timestampsFrom } from '#shared/documents/timestamp-authority.ts';
import { serviceCaller } from '#shared/platform/caller.ts';

const ORIGINAL = await aPdf();
const DOCUMENT_ID = '0195a000-0000-7000-8000-000000000001';
const folder = mkdtempSync(join(tmpdir(), 'verify-trust-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

afterEach(() => {
  vi.useRealTimers();
});

/** Exit codes as the README of the command documents them. */
const CODES = {
  verified: 0,
  failed: 4,
  issuer_not_checked: 5,
  foreign_seal: 7,
  certificate_expired: 9,
  issuer_missing: 10,
  timestamp_not_checked: 11,
} as const;

describe.skipIf(!hasOpenssl)('assay documents verify: issuers and timestamps', () => {
  let root: Authority;
  let other: Authority;
  let stampRoot: Authority;
  let middle: Issued;
  let stamps: Issued;
  let local: Awaited<ReturnType<typeof startTimestampAuthority>>;
  const key = anEcPrivateKey();
  const past = ['20200101000000Z', '20210101000000Z'] as const;

  beforeAll(async () => {
    root = new Authority('Root');
    other = new Authority('Root');
    stampRoot = new Authority('Timestamp root');
    middle = root.issue('Middle', anEcPrivateKey(), { as: 'issuer' });
    stamps = stampRoot.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' });
    local = await startTimestampAuthority(stampRoot, stamps);
  });
  afterAll(() => local.stop());

  interface Sealing {
    certificates?: string[];
    isStamped?: boolean;
    by?: SealKey;
  }

  async function sealed({ certificates, isStamped = false, by = aKey(key) }: Sealing): Promise<Buffer> {
    const signer = await sealSigner({ ...by, certificates: certificates?.join('\n') });
    const reason = sealReason({ documentId: DOCUMENT_ID, count: 2, head: 'a'.repeat(64) });
    const timestamp = isStamped ? timestampsFrom({ url: local.url }) : undefined;
    return Buffer.from(await sealPdf(ORIGINAL, signer, { reason, sealedAt: new Date(), timestamp }));
  }

  /** The file, and the trail that its seal names. */
  async function sealedWithTrail({ certificates }: { certificates: string[] }) {
    const signer = await sealSigner({ ...aKey(key), certificates: certificates.join('\n') });
    const by = {
      caller: serviceCaller({ organizationId: 'o', mode: 'test' }, 'documents'),
      now: new Date(),
      client: { ipAddress: '192.0.2.1', userAgent: 'Test', origin: 'https://example.com' },
    };
    const created = { action: 'document.created' as const, details: { sha256: sha256Hex(ORIGINAL) } };
    const signed = { action: 'signer.signed' as const, details: {} };
    const before = appendEntries({ auditCount: 0, auditHead: NO_ENTRY }, [created, signed], by);
    const reason = sealReason({ documentId: DOCUMENT_ID, count: before.auditCount, head: before.auditHead });
    const pdf = await sealPdf(ORIGINAL, signer, { reason, sealedAt: by.now });
    const completed = { action: 'document.completed' as const, details: { sha256: sha256Hex(pdf) } };
    return { pdf, trail: [...before.entries, ...appendEntries(before, [completed], by).entries] };
  }

  /** The entries with all hashes computed again, as a forger does. */
  function chained(entries: readonly AuditEntry[]): AuditEntry[] {
    let previousHash = NO_ENTRY;
    return entries.map(({ hash: _, ...entry }) => {
      const content = { ...entry, previousHash };
      previousHash = sha256Hex(canonicalJson(content));
      return { ...content, hash: previousHash };
    });
  }

  async function verify(pdf: Uint8Array, ...options: string[]) {
    const { exitCode, stdout } = await runAssay(['documents', 'verify', file('file.pdf', pdf), ...options, '--json']);
    const { result, findings, isVerified } = JSON.parse(stdout);
    expect(isVerified).toBe(exitCode === 0);
    expect(exitCode).toBe(CODES[result as keyof typeof CODES]);
    return { result, findings: findings.join('\n') };
  }

  const own = () => root.issue('Seal', key, { by: middle }).cert;
  const ca = ({ cert }: Issued) => ['--ca', file('ca.pem', cert)];
  const stampCa = ({ cert }: Issued) => ['--timestamp-ca', file('stamp-ca.pem', cert)];

  test('a whole chain to the given root is verified; without the root nothing shows whose seal it is', async () => {
    const pdf = await sealed({ certificates: [own(), middle.cert] });

    expect(await verify(pdf, ...ca(root.root))).toEqual({ result: 'verified', findings: '' });
    expect((await verify(pdf, ...ca(middle))).result).toBe('verified');
    expect((await verify(pdf)).result).toBe('issuer_not_checked');
    expect((await verify(pdf, '--fingerprint', checkSeal(pdf)?.keyFingerprint ?? '')).result).toBe('verified');
  });

  test('a missing issuer is named, and found in the file of --ca', async () => {
    const pdf = await sealed({ certificates: [own()] });

    const missing = await verify(pdf, ...ca(root.root));
    const both = await verify(pdf, '--ca', file('both.pem', root.root.cert + middle.cert));

    expect(missing).toEqual({
      result: 'issuer_missing',
      findings: expect.stringContaining('nor given with --ca: CN=Middle.'),
    });
    expect(both.result).toBe('verified');
  });

  test('a seal by another root of the same name, another key or a certificate for something else is foreign', async () => {
    const twin = other.issue('Seal', key).cert;
    const self = await sealed({});

    expect((await verify(await sealed({ certificates: [twin, other.root.cert] }), ...ca(root.root))).result).toBe(
      'foreign_seal',
    );
    expect((await verify(self, ...ca(root.root))).result).toBe('foreign_seal');
    expect((await verify(self, '--fingerprint', 'a'.repeat(64))).result).toBe('foreign_seal');
    const pdf = await sealed({ certificates: [own(), middle.cert] });
    const fingerprint = checkSeal(pdf)?.fingerprint ?? '';
    expect((await verify(pdf, '--fingerprint', fingerprint, ...ca(other.root))).result).toBe('issuer_missing');
    expect((await verify(pdf, '--fingerprint', fingerprint, ...ca(root.root))).result).toBe('verified');
  });

  test('a certificate of the authority for something else does not vouch for a seal', async () => {
    const signer = await sealSigner({ ...aKey(key), certificates: own() });
    const { raw } = new X509Certificate(root.issue('Server', key, { as: 'timestamps' }).cert);
    const forged = await sealPdf(
      ORIGINAL,
      { ...signer, certificate: Uint8Array.from(raw) },
      { reason: '', sealedAt: new Date() },
    );

    expect((await verify(forged, ...ca(root.root))).result).toBe('foreign_seal');
  });

  test('an expired certificate is reported with its dates, that of the key or an issuer', async () => {
    const old = root.issue('Old', key, { days: past }).cert;
    const oldMiddle = root.issue('Old middle', anEcPrivateKey(), { as: 'issuer', days: past });
    const below = root.issue('Below', key, { by: oldMiddle }).cert;

    const leaf = await verify(await sealed({ certificates: [old] }), ...ca(root.root));
    const issuer = await verify(await sealed({ certificates: [below, oldMiddle.cert] }), ...ca(root.root));

    expect([leaf.result, issuer.result]).toEqual(['certificate_expired', 'certificate_expired']);
    expect(leaf.findings).toMatch(/CN=Old is valid from 2020-01-01T00:00:00.000Z to 2021-01-01T00:00:00.000Z/);
    expect(issuer.findings).toContain('CN=Old middle');
  });

  test('a certificate that expired after a trusted timestamp is fine, and otherwise it is not', async () => {
    const stamped = await sealed({ certificates: [own(), middle.cert], isStamped: true });
    const plain = await sealed({ certificates: [own(), middle.cert] });
    const late = await sealed({ certificates: [root.issue('Old', key, { days: past }).cert], isStamped: true });
    const trusting = [...ca(root.root), ...stampCa(stampRoot.root)];
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2041-01-01') });

    expect((await verify(stamped, ...trusting)).result).toBe('verified');
    expect((await verify(plain, ...trusting)).result).toBe('certificate_expired');
    expect((await verify(stamped, ...ca(root.root))).result).toBe('certificate_expired');
    // Stamped after the certificate had expired.
    expect((await verify(late, ...trusting)).result).toBe('certificate_expired');
  });

  test('a timestamp counts by the certificate of its authority, and by the one that a service publishes', async () => {
    const pdf = await sealed({ isStamped: true });
    const fingerprint = checkSeal(pdf)?.keyFingerprint ?? '';
    const known = ['--fingerprint', fingerprint];
    const answers = [undefined, fingerprintOf(new X509Certificate(stamps.cert))].map((timestampCertificate) =>
      JSON.stringify({ fingerprint, publicKey: '', certificates: [], timestampCertificate }),
    );
    const service = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers.shift()),
    );
    const url = `http://127.0.0.1:${await listen(service, 0)}`;

    expect((await verify(pdf, ...known)).result).toBe('timestamp_not_checked');
    expect((await verify(pdf)).result).toBe('issuer_not_checked');
    expect((await verify(pdf, ...known, ...stampCa(other.root))).result).toBe('timestamp_not_checked');
    for (const issuer of [stampRoot.root, stamps])
      expect((await verify(pdf, ...known, ...stampCa(issuer))).result).toBe('verified');
    expect((await verify(pdf, '--url', url)).result).toBe('timestamp_not_checked');
    expect((await verify(pdf, '--url', url)).result).toBe('verified');
    await closeServer(service);
  });

  test('one changed byte of a timestamp, which the seal does not cover, is a changed file', async () => {
    const pdf = await sealed({ isStamped: true });
    const [hex = ''] = /<30[0-9a-f]{8000,}>/.exec(pdf.toString('latin1')) ?? [];
    const start = pdf.indexOf(hex) + 1;
    const token = Buffer.from(hex.slice(1, -1), 'hex');
    const stampedAt = token.lastIndexOf(Buffer.from('060b2a864886f70d0109100104', 'hex')) + 40;
    for (const at of [stampedAt, stampedAt + 20, stampedAt + 60]) {
      const changed = Buffer.from(pdf);
      changed.write(((token[at] ?? 0) ^ 1).toString(16).padStart(2, '0'), start + at * 2, 'latin1');
      const { result, findings } = await verify(changed, '--fingerprint', checkSeal(pdf)?.fingerprint ?? '');
      expect([at, result]).toEqual([at, 'failed']);
      expect(findings).toMatch(/timestamp|no seal that can be read/);
    }
  });

  test('a changed byte, a foreign seal, a rewritten trail and an expired certificate each have their own answer', async () => {
    const certificates = [own(), middle.cert];
    const { pdf, trail } = await sealedWithTrail({ certificates });
    const changed = Buffer.from(pdf);
    changed[40] = (changed[40] ?? 0) ^ 1;
    const foreign = await sealedWithTrail({ certificates: [other.issue('Seal', key).cert, other.root.cert] });
    const rewritten = chained(trail.map((one, index) => (index === 1 ? { ...one, ipAddress: '198.51.100.9' } : one)));
    const expired = await sealedWithTrail({ certificates: [root.issue('Old', key, { days: past }).cert] });

    const answers = [];
    for (const files of [{ pdf, trail }, { pdf: changed, trail }, foreign, { pdf, trail: rewritten }, expired]) {
      const names = [file('case.pdf', files.pdf), file('case.json', JSON.stringify({ items: files.trail }))];
      const { exitCode, stdout, stderr } = await runAssay(['documents', 'verify', ...names, ...ca(root.root)]);
      answers.push([exitCode, `${stdout}${stderr}`.trim().split('\n').at(-1)]);
    }

    expect(answers).toEqual([
      [0, 'Verified.'],
      [4, 'Not verified: the file or the trail was changed. 2 finding(s).'],
      [7, 'Not verified: the seal is not that of the expected issuer. 1 finding(s).'],
      [8, 'Not verified: the trail is not the one that the seal names. 1 finding(s).'],
      [
        9,
        'Not verified: a certificate of the seal is not valid, and no trusted timestamp shows that it was when it ' +
          'was used. 1 finding(s).',
      ],
    ]);
  });

  test('a file of --ca without certificates is wrong usage', async () => {
    for (const content of ['text', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
      for (const option of ['--ca', '--timestamp-ca']) {
        const args = ['documents', 'verify', file('file.pdf', ORIGINAL), option, file('none.pem', content)];
        expect((await runAssay(args)).exitCode).toBe(2);
      }
  });
});
