import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#infra/settings.ts';
import { Authority, hasOpenssl, type Issued } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { anEcPrivateKey } from '#packages/agreements/test/pdf/signer.ts';
import { selfSigned } from '#test/support/certificate.ts';

const reading = (given: Record<string, unknown>) =>
  readSettings({ tryGetContext: (name: string) => ({ sealKeySpec: 'ECC_NIST_P256', ...given })[name] }, () => ({}));
const read = (...certificates: string[]) => reading({ sealCertificates: certificates.join('\n') }).sealCertificates;

const aRsaKey = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

const NONE = { key: '', cert: '' } as const;

describe.skipIf(!hasOpenssl)('sealCertificates at synthesis', () => {
  const authority = hasOpenssl ? new Authority('Root') : undefined;
  const issued = (...args: Parameters<Authority['issue']>): Issued => authority?.issue(...args) ?? NONE;
  const root = authority?.root ?? NONE;
  const middle = issued('Middle', anEcPrivateKey(), { as: 'issuer' });
  const key = anEcPrivateKey();
  const own = issued('Seal', key, { by: middle });
  const short = ['20200101000000Z', '20210101000000Z'] as const;

  test('a whole chain is accepted, without the root and the text between the certificates', () => {
    const kept = read(`subject=CN\n${own.cert}`, '# and', middle.cert, root.cert);

    expect(kept).toBe(own.cert + middle.cert);
    expect(read(issued('Direct', key).cert, root.cert)?.match(/BEGIN/g)).toHaveLength(1);
  });

  test('a self-signed certificate of the key is accepted', () => {
    const { cert } = selfSigned('seal.example.com');

    expect(read(cert)).toBe(cert.replaceAll(/(.{64})(?=[^\n-])/g, '$1\n'));
  });

  test.each<[string, () => string[], RegExp]>([
    ['in another order', () => [own.cert, root.cert, middle.cert], /certificate 2 did not issue certificate 1/],
    ['with the issuer first', () => [middle.cert, own.cert, root.cert], /that of an authority/],
    ['without the one in the middle', () => [own.cert, root.cert], /certificate 2 did not issue certificate 1/],
    ['without its root', () => [own.cert, middle.cert], /the issuer of certificate 2 is missing \(CN=Root\)/],
    ['of the key alone', () => [own.cert], /the issuer of certificate 1 is missing \(CN=Middle\)/],
    [
      'with another root of the same name',
      () => [own.cert, middle.cert, new Authority('Root').root.cert],
      /certificate 3 did not issue certificate 2/,
    ],
    ['that expired', () => [issued('Old', key, { days: short }).cert, root.cert], /certificate 1 expired at 2021/],
    [
      'whose issuer expired',
      () => {
        const old = issued('Old middle', anEcPrivateKey(), { as: 'issuer', days: short });
        return [issued('Below old', key, { by: old }).cert, old.cert, root.cert];
      },
      /certificate 2 expired at 2021/,
    ],
    [
      'that is not valid yet',
      () => [issued('Early', key, { days: ['20380101000000Z', '20390101000000Z'] }).cert, root.cert],
      /certificate 1 is valid from 2038/,
    ],
    ['that must not sign', () => [issued('Enc', key, { as: 'encryption' }).cert, root.cert], /does not allow/],
    ['for timestamps', () => [issued('Tsa', key, { as: 'timestamps' }).cert, root.cert], /extended key usage/],
    [
      'whose issuer must not issue',
      () => {
        const leaf = issued('Leaf', anEcPrivateKey());
        return [issued('Below leaf', key, { by: leaf }).cert, leaf.cert, root.cert];
      },
      /must not issue|did not issue/,
    ],
    ['of an RSA key', () => [issued('Rsa', aRsaKey(2048)).cert, root.cert], /kind RSA_2048, and sealKeySpec is ECC/],
    ['that cannot be parsed', () => [own.cert.replace(/MII|MIIB/, 'AAA'), root.cert], /certificate 1 cannot be parsed/],
    ['beyond the room there is', () => Array.from({ length: 9 }, () => own.cert), /at most 3072 bytes/],
    ['as a file name', () => ['chain.pem'], /in PEM format/],
  ])('certificates %s are refused', (_case, certificates, words) => {
    expect(() => read(...certificates())).toThrow(words);
  });

  test('the kind of key is that of `sealKeySpec`, and not compared for a key of another stage', () => {
    const chain = [issued('Three', aRsaKey(3072)).cert, root.cert].join('\n');
    const two = [issued('Two', aRsaKey(2048)).cert, root.cert].join('\n');
    const sealKeyArn = 'arn:aws:kms:eu-west-1:111122223333:key/0f0c7a52-2f0b-4a53-9a53-0f5a4b6f6a11';

    expect(reading({ sealCertificates: chain, sealKeySpec: 'RSA_3072' }).sealCertificates).toContain('BEGIN');
    expect(() => reading({ sealCertificates: two, sealKeySpec: 'RSA_3072' })).toThrow(/kind RSA_2048/);
    expect(reading({ sealCertificates: two, sealKeySpec: 'RSA_3072', sealKeyArn }).sealCertificates).toContain('BEGIN');
  });
});
