import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkSeal } from '../../src/pdf/check-seal.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { sealCertificate } from '../../src/pdf/sealing/seal-certificate.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { aPdf } from './fixtures.ts';
import { hasPoppler, signaturesIn } from './pixels.ts';
import { SEALED } from './sealed.ts';
import { aKey, aSigner } from './signer.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { readPdf } from './text-places.ts';

const SEAL = { reason: 'All have signed.', location: 'Reykjavík', sealedAt: new Date('2026-03-01T10:20:30Z') };

describe('a seal', () => {
  test('covers the whole file and is valid', async () => {
    const sealed = await sealPdf(await aPdf({}, {}), await aSigner(), SEAL);

    expect(checkSeal(sealed)).toMatchObject(SEALED);
    expect(checkSeal(sealed)?.subject).toContain('CN=Assay document seal');
  });

  test('becomes invalid if any byte of the file changes', async () => {
    const pdf = await aPdf();
    const sealed = await sealPdf(pdf, await aSigner(), SEAL);
    const places = [20, Math.floor(pdf.length / 2), pdf.length - 10, sealed.length - 20];

    for (const place of places) {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(checkSeal(changed)).not.toMatchObject(SEALED);
    }
  });

  test('is appended without changing a byte of the file', async () => {
    const pdf = await aPdf();

    const sealed = await sealPdf(pdf, await aSigner(), SEAL);

    expect(Buffer.from(sealed.subarray(0, pdf.length)).equals(pdf)).toBe(true);
  });

  test('is not visible on any page', async () => {
    const sealed = await sealPdf(await aPdf(), await aSigner(), SEAL);

    expect((await readPdf(sealed)).texts).toEqual([]);
    expect(Buffer.from(sealed).toString('latin1')).toMatch(/\/Rect\s*\[\s*0 0 0 0\s*\]/);
  });

  test('is deterministic', async () => {
    const pdf = await stampPdf({ pdf: await aPdf(), stamps: [], printOverlay: simpleOverlay });

    expect(await sealPdf(pdf, await aSigner(), SEAL)).toEqual(await sealPdf(pdf, await aSigner(), SEAL));
  });

  test.skipIf(!hasPoppler)('is valid for pdfsig, with reason and time (needs Poppler)', async () => {
    const report = signaturesIn(await sealPdf(await aPdf(), await aSigner(), SEAL));

    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    expect(report).toContain('ETSI.CAdES.detached');
    expect(report).toContain('Signing Time: Mar 01 2026');
  });
});

describe('self-signed certificate of a seal key', () => {
  test('states owner, validity and usage, and is signed by the key', async () => {
    const { certificate } = await aSigner();

    const read = new X509Certificate(certificate);

    expect(read.subject).toBe('O=Beispiel & Söhne\nCN=Assay document seal');
    expect(read.issuer).toBe(read.subject);
    expect(read.validFromDate).toEqual(new Date('2026-01-02T03:04:05Z'));
    expect(read.validToDate).toEqual(new Date('2036-01-02T03:04:05Z'));
    expect(read.ca).toBe(false);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36']);
    expect(read.verify(read.publicKey)).toBe(true);
  });

  test('is deterministic, and differs between keys', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = { ...aKey(), publicKey: publicKey.export({ format: 'der', type: 'spki' }) };
    const serialOf = (der: Uint8Array) => new X509Certificate(der).serialNumber;

    const first = await sealCertificate(aKey());

    expect(await sealCertificate(aKey())).toEqual(first);
    expect(serialOf(await sealCertificate(other))).not.toBe(serialOf(first));
  });

  test('names no organization if none is configured', async () => {
    const der = await sealCertificate({ ...aKey(), organization: undefined });

    expect(new X509Certificate(der).subject).toBe('CN=Assay document seal');
  });

  test('can be valid beyond 2049', async () => {
    const keyCreatedAt = new Date('2045-06-07T08:09:10Z');
    const der = await sealCertificate({ ...aKey(), keyCreatedAt });

    expect(new X509Certificate(der).validToDate).toEqual(new Date('2055-06-07T08:09:10Z'));
  });

  test.skipIf(spawnSync('openssl', ['version']).error)('is accepted by OpenSSL', async () => {
    const { certificate } = await aSigner();

    const text = execFileSync('openssl', ['x509', '-inform', 'der', '-noout', '-text'], {
      input: certificate,
      encoding: 'utf8',
    });

    expect(text).toMatch(/Digital Signature, Non Repudiation/);
    expect(text).toMatch(/CA:FALSE/);
  });
});
