import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/pdf/sealing/certificate-path.ts';
import { checkTimestamp, leadsTo } from '../../src/pdf/sealing/check-timestamp.ts';
import { type ExpectedTimestamp, timestampQuery } from '../../src/pdf/sealing/timestamp.ts';
import { Authority, hasOpenssl, type Issued } from './certificate-authority.ts';
import { anEcPrivateKey } from './signer.ts';
import { startTimestampAuthority } from './timestamp-authority.ts';

const digest = createHash('sha256').update('a signature').digest();
const fingerprint = ({ cert }: Issued) => fingerprintOf(new X509Certificate(cert));

describe.skipIf(!hasOpenssl)('timestamp tokens', () => {
  let authority: Authority;
  let issued: Issued;
  let local: Awaited<ReturnType<typeof startTimestampAuthority>>;
  beforeAll(async () => {
    authority = new Authority('Timestamp root');
    issued = authority.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' });
    local = await startTimestampAuthority(authority, issued);
  });
  afterAll(() => local.stop());

  /** An answer of the authority, as it was or changed on the way, and what becomes of it. */
  async function asked(expected: Partial<ExpectedTimestamp> = {}, change = (answer: Buffer) => answer) {
    const query = timestampQuery(digest);
    const response = await fetch(local.url, { method: 'POST', body: Buffer.from(query.der) });
    const answer = change(Buffer.from(await response.arrayBuffer()));
    return query.tokenIn(answer, { now: new Date(), ...expected });
  }

  /** A token of OpenSSL's CMS, with the time and digest of a real one, by any certificate. */
  async function tokenBy({ key, cert }: Issued, ...options: string[]): Promise<Buffer> {
    const file = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(authority.folder, name), content);
      return join(authority.folder, name);
    };
    const token = file('real.der', await asked());
    const content = join(authority.folder, 'tst-info');
    const openssl = (args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    openssl(['cms', '-verify', '-noverify', '-inform', 'der', '-in', token, '-out', content]);
    const signer = ['-signer', file('signer.pem', cert), '-inkey', file('signer.key', key), '-md', 'sha256'];
    const format = ['-binary', '-nodetach', '-outform', 'der', '-econtent_type', '1.2.840.113549.1.9.16.1.4'];
    return openssl(['cms', '-sign', '-in', content, ...signer, ...format, '-cades', ...options]);
  }

  test('of the authority are accepted, by its certificate or the one above it', async () => {
    const token = await asked();
    const check = checkTimestamp(token, digest);

    expect(check.faults).toEqual([]);
    expect(Math.abs(check.time.getTime() - Date.now())).toBeLessThan(60_000);
    expect(check.path.map(({ subject }) => subject)).toEqual(['CN=Timestamps', 'CN=Timestamp root']);
    for (const known of [issued, authority.root])
      await expect(asked({ fingerprint: fingerprint(known) })).resolves.toBeInstanceOf(Uint8Array);
    expect(checkTimestamp(token, createHash('sha256').update('another').digest()).faults).toEqual([
      'it is for another signature.',
    ]);
  });

  test('of another authority, or with another time, are refused', async () => {
    const twin = new Authority('Timestamp root');

    await expect(asked({ fingerprint: fingerprint(twin.root) })).rejects.toThrow(/not lead to that of the expected/);
    for (const minutes of [-6, 6])
      await expect(asked({ now: new Date(Date.now() + minutes * 60_000) })).rejects.toThrow(/its time is/);
  });

  test('changed on the way in digest, time, certificate or signature are refused', async () => {
    const places = {
      digest: (answer: Buffer) => answer.indexOf(digest) + 3,
      // A GeneralizedTime of 15 characters; the last of them before the Z are seconds.
      time: (answer: Buffer) => answer.indexOf(Buffer.from([0x18, 0x0f])) + 15,
      certificate: (answer: Buffer) => answer.indexOf('Timestamps'),
      signature: (answer: Buffer) => answer.length - 5,
    };
    for (const [name, place] of Object.entries(places)) {
      const change = (answer: Buffer) => {
        const at = place(answer);
        answer[at] = (answer[at] ?? 0) ^ 1;
        return answer;
      };
      await expect(asked({}, change), name).rejects.toThrow(/The answer is no timestamp/);
    }
  });

  test.each<[string, () => Issued, string[], RegExp[]]>([
    ['a certificate for timestamps', () => issued, [], []],
    ['one for seals', () => authority.issue('Seal', anEcPrivateKey()), [], [/not for timestamps only/]],
    [
      'one that had expired',
      () =>
        authority.issue('Old', anEcPrivateKey(), { as: 'timestamps', days: ['20200101000000Z', '20210101000000Z'] }),
      [],
      [/not valid at its time/],
    ],
    ['a certificate that is left out', () => issued, ['-nocerts'], [/does not have the certificate/]],
  ])('made by OpenSSL with %s', async (_case, signer, options, faults) => {
    const check = checkTimestamp(await tokenBy(signer(), ...options), digest);

    expect(check.faults).toEqual(faults.map((words) => expect.stringMatching(words)));
  });

  test('whose issuer expired before them lead to nobody', async () => {
    const days = ['20200101000000Z', '20210101000000Z'] as const;
    const old = authority.issue('Old issuer', anEcPrivateKey(), { as: 'issuer', days });
    const signer = authority.issue('Below', anEcPrivateKey(), { as: 'timestamps', by: old });
    const file = join(authority.folder, 'old.pem');
    writeFileSync(file, old.cert);

    const check = checkTimestamp(await tokenBy(signer, '-certfile', file), digest);

    expect(check.path).toHaveLength(2);
    expect([leadsTo(check, fingerprint(signer)), leadsTo(check, fingerprint(old))]).toEqual([true, false]);
  });
});
