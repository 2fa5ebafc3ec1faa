import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBER } from 'asn1js';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkSeal } from '../../src/pdf/check-seal.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { sealSigner } from '../../src/pdf/sealing/seal-signer.ts';
import { timestampQuery } from '../../src/pdf/sealing/timestamp.ts';
import { Authority, hasOpenssl } from './certificate-authority.ts';
import { aPdf } from './fixtures.ts';
import { hasPoppler, signaturesIn } from './pixels.ts';
import {
  contentOf,
  FORBIDDEN,
  ID_DATA,
  ID_SIGNED_DATA,
  ID_TST_INFO,
  members,
  oid,
  partsOf,
  REQUIRED,
  readCms,
  SHA256,
  SIGNATURE_TIMESTAMP,
  sha256,
} from './read-seal.ts';
import { SEALED } from './sealed.ts';
import { aKey, anEcPrivateKey, aSigner } from './signer.ts';
import { startTimestampAuthority } from './timestamp-authority.ts';

const SEAL = { reason: 'All have signed.', sealedAt: new Date('2026-03-01T10:20:30Z') };

interface Sealed {
  pdf: Uint8Array;
  /** Of the seal and its issuers, as DER. */
  certificates: Buffer[];
  /** For OpenSSL: what vouches for the seal. */
  trusted: string;
}

const SELF_SIGNED = { RSA: aKey(), 'P-256': aKey(anEcPrivateKey()) };

async function selfSigned(key: keyof typeof SELF_SIGNED): Promise<Sealed> {
  const signer = await sealSigner(SELF_SIGNED[key]);
  const certificate = Buffer.from(signer.certificate);
  const trusted = new X509Certificate(certificate).toString();
  return { pdf: await sealPdf(await aPdf(), signer, SEAL), certificates: [certificate], trusted };
}

/** With a certificate of an authority, and the token of a timestamp authority. */
async function withTimestamp(privateKey: string): Promise<Sealed> {
  const root = new Authority('Root');
  const middle = root.issue('Middle', anEcPrivateKey(), { as: 'issuer' });
  const chain = [root.issue('Seal', privateKey, { by: middle }).cert, middle.cert];
  const stamps = new Authority('Timestamp root');
  const local = await startTimestampAuthority(
    stamps,
    stamps.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' }),
  );
  const timestamp = async (digest: Uint8Array) => {
    const query = timestampQuery(digest);
    const answer = await fetch(local.url, { method: 'POST', body: Buffer.from(query.der) });
    return query.tokenIn(new Uint8Array(await answer.arrayBuffer()), { now: new Date() });
  };
  const signer = await sealSigner({ ...aKey(privateKey), certificates: chain.join('\n') });
  const pdf = await sealPdf(await aPdf(), signer, { ...SEAL, timestamp }).finally(local.stop);
  return { pdf, certificates: chain.map((one) => new X509Certificate(one).raw), trusted: root.root.cert };
}

const RSA_KEY = generateKeyPairSync('rsa', { modulusLength: 3072 })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const CASES = [
  { level: 'B-B', key: 'RSA', seal: () => selfSigned('RSA') },
  { level: 'B-B', key: 'P-256', seal: () => selfSigned('P-256') },
  { level: 'B-T', key: 'RSA', seal: () => withTimestamp(RSA_KEY) },
  { level: 'B-T', key: 'P-256', seal: () => withTimestamp(anEcPrivateKey()) },
];

/** Read with asn1js and a search for bytes: none of the code that writes or verifies seals. */
describe.skipIf(!hasOpenssl).each(CASES)('PAdES $level (EN 319 142-1, table 1) with an $key key', (one) => {
  let sealed: Sealed;
  beforeAll(async () => {
    sealed = await one.seal();
  });

  test('a seal has the attributes that the table requires, and none that it forbids', () => {
    const { cms, covered } = partsOf(sealed.pdf);

    const read = readCms(cms);

    expect(read).toMatchObject({
      type: ID_SIGNED_DATA,
      versions: [1, 1],
      digests: [SHA256],
      digest: SHA256,
      // Detached: no content.
      encapsulated: [ID_DATA],
      furtherSigners: 0,
      algorithm: one.key === 'RSA' ? '1.2.840.113549.1.1.11' : '1.2.840.10045.4.3.2',
    });
    expect(Object.keys(read.signed).sort()).toEqual(Object.values(REQUIRED).sort());
    for (const values of Object.values(read.signed)) expect(values).toHaveLength(1);
    for (const forbidden of Object.values(FORBIDDEN))
      for (const attributes of [read.signed, read.unsigned]) expect(attributes).not.toHaveProperty([forbidden]);
    expect(read.signed[REQUIRED['content-type']]?.map(oid)).toEqual([ID_DATA]);
    expect(contentOf(read.signed[REQUIRED['message-digest']]?.[0])).toEqual(sha256(covered));
    for (const set of read.sets) expect(set).toEqual(set.toSorted());
  });

  test('the signed reference names the certificate by its SHA-256, and all issuers are included', () => {
    const { signed, certificates, serial } = readCms(partsOf(sealed.pdf).cms);

    const [reference] = members(members(signed[REQUIRED['signing-certificate-v2']]?.[0])[0]);
    // Without an algorithm it is SHA-256 (RFC 5035).
    const [hash] = members(reference);
    expect(contentOf(hash)).toEqual(sha256(sealed.certificates[0] ?? Buffer.alloc(0)));
    expect(new X509Certificate(sealed.certificates[0] ?? '').serialNumber.toLowerCase()).toBe(serial.toString('hex'));
    expect(certificates).toHaveLength(sealed.certificates.length);
    expect(certificates).toEqual(expect.arrayContaining(sealed.certificates));
  });

  test('a timestamp over the signature is the only unsigned attribute, and only of B-T', () => {
    const { unsigned, signature } = readCms(partsOf(sealed.pdf).cms);

    expect(Object.keys(unsigned)).toEqual(one.level === 'B-T' ? [SIGNATURE_TIMESTAMP] : []);
    const tokens = unsigned[SIGNATURE_TIMESTAMP] ?? [];
    expect(tokens).toHaveLength(one.level === 'B-T' ? 1 : 0);
    for (const token of tokens) {
      const [type, content] = members(token);
      const [, , [contentType, wrapped] = []] = members(members(content)[0]).map((part) =>
        part.idBlock.tagNumber === 16 ? members(part) : [],
      );
      expect([oid(type), oid(contentType)]).toEqual([ID_SIGNED_DATA, ID_TST_INFO]);
      const info = fromBER(Uint8Array.from(contentOf(members(wrapped)[0])).buffer).result;
      const [algorithm, imprint] = members(members(info)[2]);
      expect(oid(members(algorithm)[0])).toBe(SHA256);
      expect(contentOf(imprint)).toEqual(sha256(signature));
    }
  });

  test('the byte range covers all but the signature, whose dictionary has the time and no certificates', () => {
    const { dictionary, ranges, contents, padding } = partsOf(sealed.pdf);

    expect(ranges).toEqual({ number: 1, from: 0, end: sealed.pdf.length });
    expect(contents).toMatch(/^<[0-9a-f]+>$/);
    expect(padding.every((byte) => byte === 0)).toBe(true);
    expect(dictionary).toMatch(/\/Type\s*\/Sig\b/);
    expect(dictionary).toMatch(/\/Filter\s*\/Adobe\.PPKLite/);
    expect(dictionary).toMatch(/\/SubFilter\s*\/ETSI\.CAdES\.detached/);
    expect(dictionary).toMatch(/\/M\s*\(D:20260301102030/);
    expect(dictionary).toMatch(/\/Contents\s*<[0-9a-f]/);
    expect(dictionary).not.toMatch(/\/Cert\b/);
  });

  test('a seal is intact for our own check', () => {
    expect(checkSeal(sealed.pdf)).toMatchObject(SEALED);
  });

  test('OpenSSL verifies a seal', () => {
    const { cms, covered } = partsOf(sealed.pdf);
    const folder = mkdtempSync(join(tmpdir(), 'cms-'));
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const args = ['-inform', 'der', '-in', file('seal.p7s', cms)];
    const trust = ['-purpose', 'any', '-CAfile', file('trusted.pem', sealed.trusted)];
    const content = ['-content', file('content', covered), '-out', '/dev/null'];

    const verify = () =>
      execFileSync('openssl', ['cms', '-verify', '-binary', '-cades', ...trust, ...args, ...content], {
        stdio: 'pipe',
      });

    expect(verify).not.toThrow();

    rmSync(folder, { recursive: true });
  });

  test.skipIf(!hasPoppler)('pdfsig accepts a seal (needs Poppler)', () => {
    const report = signaturesIn(sealed.pdf);

    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    expect(report).toContain('ETSI.CAdES.detached');
  });
});

test('a chain that does not fit is an error, not a file without a signature', async () => {
  const signer = await aSigner();
  const certificateChain = Array.from({ length: 20 }, () => signer.certificate);

  await expect(sealPdf(await aPdf(), { ...signer, certificateChain }, SEAL)).rejects.toThrow(/more than are reserved/);
});
