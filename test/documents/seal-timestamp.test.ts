import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { finishPdf } from '#packages/agreements/src/pdf/finish-pdf.ts';
import { fingerprintOf } from '#packages/agreements/src/pdf/sealing/certificate-path.ts';
import { printCertificate } from '#packages/agreements/src/printing/typst-certificate.ts';
import { printOverlay } from '#packages/agreements/src/printing/typst-overlay.ts';
import { Authority, hasOpenssl, type Issued } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { completionFacts } from '#packages/agreements/test/pdf/completion-facts.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { hasPoppler, signaturesIn } from '#packages/agreements/test/pdf/pixels.ts';
import { SEALED } from '#packages/agreements/test/pdf/sealed.ts';
import { anEcPrivateKey, aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { timestampsFrom } from '#shared/documents/timestamp-authority.ts';

async function finished(url: string, fingerprint?: string) {
  const { pageCount, originalSha256, stampedSha256, seal, ...facts } = completionFacts();
  const downgrades: string[] = [];
  const result = await finishPdf({
    original: await aPdf(),
    stamps: [],
    facts,
    printOverlay,
    printCertificate,
    signer: await aSigner(),
    seal: { sealedAt: new Date('2026-03-01T10:20:30Z'), timestamp: timestampsFrom({ url, fingerprint }) },
    onDowngrade: ({ message }) => downgrades.push(message),
  });
  const words = (await textsIn(result.pdf))
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
  return { ...result, downgrades, words };
}

describe.skipIf(!hasOpenssl)('timestamps of seals', () => {
  let authority: Authority;
  let issued: Issued;
  let local: Awaited<ReturnType<typeof startTimestampAuthority>>;
  beforeAll(async () => {
    authority = new Authority('Timestamp root');
    issued = authority.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' });
    local = await startTimestampAuthority(authority, issued);
  });
  afterAll(() => local.stop());

  test('B-T: the token is over the signature, and OpenSSL verifies it', async () => {
    const { pdf, level, downgrades, words } = await finished(local.url);

    expect([level, downgrades]).toEqual(['B-T', []]);
    expect(checkSeal(pdf)).toMatchObject(SEALED);
    expect(words).toContain('PAdESB-T:withthetimestampofanauthority');
    const [query] = local.asked.slice(-1);
    const at = (name: string) => join(authority.folder, name);
    const [queryFile, token] = [at('last.tsq'), at('last.tsr')];
    writeFileSync(queryFile, query ?? '');
    const hex = Buffer.from(pdf).toString('latin1');
    const reserved = Buffer.from(/<(30[0-9a-f]{8000,})>/.exec(hex)?.[1] ?? '', 'hex');
    const oid = Buffer.from('060b2a864886f70d010910020e', 'hex');
    const start = reserved.indexOf(oid) + oid.length;
    expect(start).toBeGreaterThan(oid.length);
    // SET of one ContentInfo: its header has a tag and a length of two bytes.
    const set = reserved.subarray(start);
    const headerBytes = 2 + ((set[1] ?? 0) & 0x80 ? (set[1] ?? 0) & 0x7f : 0);
    writeFileSync(token, set.subarray(headerBytes, headerBytes + 4 + set.readUInt16BE(headerBytes + 2)));
    const verified = execFileSync(
      'openssl',
      ['ts', '-verify', '-queryfile', queryFile, '-in', token, '-token_in', '-CAfile', at('root.pem')],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    expect(verified).toContain('Verification: OK');
  });

  test('a token of another authority than the configured one is a failed timestamp', async () => {
    const own = fingerprintOf(new X509Certificate(authority.root.cert));

    const accepted = await finished(local.url, own);
    const refused = await finished(local.url, 'a'.repeat(64));

    expect([accepted.level, refused.level]).toEqual(['B-T', 'B-B']);
    expect(refused.downgrades).toEqual([expect.stringMatching(/not lead to that of the expected authority/)]);
    expect(refused.words).toContain('Thetimestampauthoritywasnotavailable');
  });

  test.skipIf(!hasPoppler)('B-T: pdfsig accepts the file (needs Poppler)', async () => {
    const report = signaturesIn((await finished(local.url)).pdf);

    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
  });

  test('an authority that answers for another request is refused', async () => {
    await timestampsFrom({ url: local.url })(Buffer.alloc(32));
    const recorded = execFileSync('cat', [join(authority.folder, `query-${local.asked.length}.tsr`)]);
    const replaying = createServer((_request, response) => response.end(recorded));
    const url = `http://127.0.0.1:${await listen(replaying, 0)}/`;

    const { level, downgrades, words } = await finished(url);
    await closeServer(replaying);

    expect(level).toBe('B-B');
    expect(downgrades).toEqual([expect.stringMatching(/another (digest|nonce)/)]);
    expect(words).toContain('Thetimestampauthoritywasnotavailable');
  });
});

test.each<[string, (calls: number[]) => RequestListener]>([
  ['fails', (calls) => (_request, response) => response.writeHead(calls.push(1) && 503).end()],
  ['answers with something else', (calls) => (_request, response) => response.end(`${calls.push(1)} hello`)],
  ['redirects', (calls) => (_request, response) => response.writeHead(302, { location: `/${calls.push(1)}` }).end()],
  ['answers without end', (calls) => (_request, response) => response.end(Buffer.alloc(calls.push(1) * 64 * 1024))],
])('timestamps: an authority that %s is asked twice, and the document is sealed without it', async (_case, answer) => {
  const calls: number[] = [];
  const server = createServer(answer(calls));
  const url = `http://127.0.0.1:${await listen(server, 0)}/`;

  const { pdf, level, downgrades, words } = await finished(url);
  await closeServer(server);

  expect([level, calls.length, downgrades.length]).toEqual(['B-B', 2, 1]);
  expect(checkSeal(pdf)).toMatchObject(SEALED);
  expect(words).toContain('PAdESB-B');
  expect(words).toContain('Thetimestampauthoritywasnotavailable');
});
