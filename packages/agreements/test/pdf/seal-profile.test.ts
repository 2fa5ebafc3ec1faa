import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Constructed, fromBER, type Integer, type ObjectIdentifier, type OctetString } from 'asn1js';
import { describe, expect, test } from 'vitest';
import { checkSeal } from '../../src/pdf/check-seal.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { sealSigner } from '../../src/pdf/sealing/seal-signer.ts';
import { hasOpenssl } from './certificate-authority.ts';
import { aPdf } from './fixtures.ts';
import { hasPoppler, signaturesIn } from './pixels.ts';
import { SEALED } from './sealed.ts';
import { aKey, anEcPrivateKey, aSigner } from './signer.ts';

const SEAL = { reason: 'All have signed.', sealedAt: new Date('2026-03-01T10:20:30Z') };
const KEYS = { RSA: aKey(), 'P-256': aKey(anEcPrivateKey()) };
const SIGNERS = { RSA: await sealSigner(KEYS.RSA), 'P-256': await sealSigner(KEYS['P-256']) };
const sealedBy = async (key: keyof typeof KEYS) => sealPdf(await aPdf(), SIGNERS[key], SEAL);

/** The signature without its padding, and the bytes that it covers. */
function partsOf(pdf: Uint8Array) {
  const file = Buffer.from(pdf);
  const [, ...range] = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(file.toString('latin1')) ?? [];
  const [, length = 0, next = 0] = range.map(Number);
  const reserved = Buffer.from(file.toString('latin1', length + 1, next - 1), 'hex');
  const { offset } = fromBER(Uint8Array.from(reserved).buffer);
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(next)]);
  const dictionary = file.toString('latin1', file.lastIndexOf(' obj', length), file.indexOf('endobj', next));
  return { cms: reserved.subarray(0, offset), covered, dictionary };
}

const members = (block: unknown) => (block as Constructed).valueBlock.value;
const oid = (block: unknown) => (block as ObjectIdentifier).valueBlock.toString();

function readCms(der: Buffer) {
  const [type, content] = members(fromBER(Uint8Array.from(der).buffer).result);
  const [version, digests, encapsulated, certificates, signers] = members(members(content)[0]);
  const [signer, ...further] = members(signers);
  const [signerVersion, , digest, signed, algorithm, , unsigned] = members(signer);
  const attributesOf = (set: unknown) =>
    Object.fromEntries(members(set).map((one) => [oid(members(one)[0]), members(members(one)[1])]));
  return {
    type: oid(type),
    versions: [version, signerVersion].map((one) => (one as Integer).valueBlock.valueDec),
    digests: members(digests).map((one) => oid(members(one)[0])),
    encapsulated: members(encapsulated).map(oid),
    certificates: members(certificates).length,
    furtherSigners: further.length,
    digest: oid(members(digest)[0]),
    signed: attributesOf(signed),
    algorithm: oid(members(algorithm)[0]),
    unsigned: unsigned && attributesOf(unsigned),
  };
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const ID_DATA = '1.2.840.113549.1.7.1';
const REQUIRED = {
  'content-type': '1.2.840.113549.1.9.3',
  'message-digest': '1.2.840.113549.1.9.4',
  'signing-certificate-v2': '1.2.840.113549.1.9.16.2.47',
};
/** EN 319 142-1, table 1: what a baseline signature in a PDF shall not have. */
const FORBIDDEN = {
  'signing-time': '1.2.840.113549.1.9.5',
  'signing-certificate': '1.2.840.113549.1.9.16.2.12',
  'counter-signature': '1.2.840.113549.1.9.6',
  'content-reference': '1.2.840.113549.1.9.16.2.10',
  'content-identifier': '1.2.840.113549.1.9.16.2.7',
  'content-hints': '1.2.840.113549.1.9.16.2.4',
};

describe.each(['RSA', 'P-256'] as const)('PAdES baseline B-B (EN 319 142-1, table 1): a seal with an %s key', (key) => {
  test('has the attributes that the table requires, and none that it forbids', async () => {
    const { cms, covered } = partsOf(await sealedBy(key));

    const read = readCms(cms);

    expect(read).toMatchObject({
      type: '1.2.840.113549.1.7.2',
      versions: [1, 1],
      digests: [SHA256],
      digest: SHA256,
      // Detached: no content.
      encapsulated: [ID_DATA],
      certificates: 1,
      furtherSigners: 0,
      algorithm: key === 'RSA' ? '1.2.840.113549.1.1.11' : '1.2.840.10045.4.3.2',
      unsigned: undefined,
    });
    expect(Object.keys(read.signed).sort()).toEqual(Object.values(REQUIRED).sort());
    for (const forbidden of Object.values(FORBIDDEN)) expect(read.signed).not.toHaveProperty([forbidden]);
    expect(read.signed[REQUIRED['content-type']]?.map(oid)).toEqual([ID_DATA]);
    const [stated] = read.signed[REQUIRED['message-digest']] ?? [];
    expect(Buffer.from((stated as OctetString).valueBlock.valueHexView)).toEqual(
      createHash('sha256').update(covered).digest(),
    );
  });

  test('has a signature dictionary with the time, and without certificates', async () => {
    const { dictionary } = partsOf(await sealedBy(key));

    expect(dictionary).toMatch(/\/Type\s*\/Sig\b/);
    expect(dictionary).toMatch(/\/Filter\s*\/Adobe\.PPKLite/);
    expect(dictionary).toMatch(/\/SubFilter\s*\/ETSI\.CAdES\.detached/);
    expect(dictionary).toMatch(/\/M\s*\(D:20260301102030/);
    expect(dictionary).not.toMatch(/\/Cert\b/);
  });

  test('is intact for our own check', async () => {
    expect(checkSeal(await sealedBy(key))).toMatchObject(SEALED);
  });

  test.skipIf(!hasOpenssl)('is verified by OpenSSL', async () => {
    const { cms, covered } = partsOf(await sealedBy(key));
    const folder = mkdtempSync(join(tmpdir(), 'cms-'));
    const file = (name: string, content: Buffer) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const certificate = file('seal.pem', Buffer.from(new X509Certificate(SIGNERS[key].certificate).toString()));
    const args = ['-inform', 'der', '-in', file('seal.p7s', cms)];

    const printed = execFileSync('openssl', ['cms', '-cmsout', '-print', ...args], { encoding: 'utf8' });
    execFileSync('openssl', [
      'cms',
      '-verify',
      '-binary',
      '-cades',
      '-purpose',
      'any',
      '-CAfile',
      certificate,
      ...args,
      '-content',
      file('content', covered),
      '-out',
      '/dev/null',
    ]);

    rmSync(folder, { recursive: true });
    expect(printed).toContain('signingCertificateV2');
    expect(printed).not.toContain('signingTime');
  });

  test.skipIf(!hasPoppler)('is valid for pdfsig (needs Poppler)', async () => {
    const report = signaturesIn(await sealedBy(key));

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
