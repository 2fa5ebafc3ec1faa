import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkSeal } from '../../src/pdf/check-seal.ts';
import { sealPdf } from '../../src/pdf/seal.ts';
import { checkChain, readCertificates } from '../../src/pdf/sealing/chain.ts';
import { sealSigner } from '../../src/pdf/sealing/seal-signer.ts';
import { Authority, hasOpenssl, spkiOf } from './certificate-authority.ts';
import { aPdf } from './fixtures.ts';
import { SEALED } from './sealed.ts';
import { aKey, anEcPrivateKey } from './signer.ts';

describe.skipIf(!hasOpenssl)('certificates of an authority for the seal', () => {
  const key = anEcPrivateKey();
  const publicKey = spkiOf(key);
  const authority = hasOpenssl ? new Authority('Root') : ({} as Authority);
  const middle = hasOpenssl ? authority.issue('Middle', anEcPrivateKey(), { as: 'issuer' }) : { key, cert: '' };
  const own = hasOpenssl ? authority.issue('Seal', key, { by: middle }).cert : '';
  const faults = (pem: string[], now?: Date) => checkChain(readCertificates(pem.join('\n')), { publicKey, now });

  test('replace the self-signed certificate, with their chain', async () => {
    const certificates = [own, middle.cert].join('\n');

    const signer = await sealSigner({ ...aKey(key), certificates });
    const sealed = await sealPdf(await aPdf(), signer, { reason: 'All have signed.', sealedAt: new Date() });

    expect(signer.isVouchedFor).toBe(true);
    expect(signer.certificateChain).toEqual([Uint8Array.from(new X509Certificate(middle.cert).raw)]);
    expect(checkSeal(sealed)).toMatchObject({ ...SEALED, subject: 'CN=Seal' });
  });

  test('are accepted with and without the root, and while they are valid', () => {
    expect(faults([own])).toEqual([]);
    expect(faults([own, middle.cert])).toEqual([]);
    expect(faults([own, middle.cert, authority.root.cert], new Date())).toEqual([]);
  });

  test.each<[string, () => string[], RegExp]>([
    ['no certificate', () => ['text'], /no certificate/],
    ['that of another key', () => [authority.issue('Other', anEcPrivateKey()).cert], /not for the key/],
    ['another order', () => [own, authority.root.cert, middle.cert], /2 did not issue certificate 1/],
    ['an issuer of others', () => [own, authority.issue('Twin', anEcPrivateKey(), { as: 'issuer' }).cert], /did not/],
    ['that of an authority', () => [authority.issue('As CA', key, { as: 'issuer' }).cert], /that of an authority/],
    ['one that must not sign', () => [authority.issue('Enc', key, { as: 'encryption' }).cert], /does not allow/],
    [
      'an issuer that is none',
      () => {
        const leaf = authority.issue('Leaf', anEcPrivateKey());
        return [authority.issue('Below', key, { by: leaf }).cert, leaf.cert];
      },
      /must not issue|did not issue/,
    ],
  ])('are refused: %s', async (_case, pem, words) => {
    expect(faults(pem())).toEqual([expect.stringMatching(words), ...faults(pem()).slice(1)]);
    await expect(sealSigner({ ...aKey(key), certificates: pem().join('\n') })).rejects.toThrow(words);
  });

  test('that expired or are not valid yet are named where time counts', () => {
    expect(faults([own, middle.cert], new Date('2041-01-01'))).toEqual([
      expect.stringMatching(/certificate 1 expired at 2039/),
      expect.stringMatching(/certificate 2 expired at 2039/),
    ]);
    expect(faults([own], new Date('2019-01-01'))).toEqual([expect.stringMatching(/valid from 2020/)]);
  });
});
