import { X509Certificate } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Authority, hasOpenssl, type Issued } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { hasPoppler, signaturesIn } from '#packages/agreements/test/pdf/pixels.ts';
import { faultsOf } from '#packages/agreements/test/pdf/read-seal.ts';
import { anEcPrivateKey } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { answerKms } from '#packages/local-aws/src/aws/kms.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { sealReferenceOf } from '#shared/documents/seal-reference.ts';
import { prepareEngine } from '#test/support/engine.ts';

const derOf = (pem: string) => new X509Certificate(pem).raw;

const KEY = 'arn:aws:kms:us-east-1:000000000000:key/vouched-for';
const SETTINGS = ['SEAL_LEVEL', 'SEAL_CERTIFICATES', 'TIMESTAMP_AUTHORITY', 'TIMESTAMP_CERTIFICATE'] as const;
type Settings = Partial<Record<(typeof SETTINGS)[number], string>>;

/** A process reads its settings and its key once, so every configuration is a service with modules of its own. */
async function completedWith(settings: Settings) {
  for (const name of SETTINGS) delete process.env[name];
  Object.assign(process.env, settings);
  vi.resetModules();
  const { aSigningWorld, anAddress, done, draftWith, sent } = await import('#test/support/signing-world.ts');
  const { anonymous } = await import('#test/support/api.ts');
  const { A_SIGNATURE } = await import('#test/support/document-examples.ts');
  const { documentRoutes } = await import('#shared/documents/routes.ts');
  const world = await aSigningWorld();
  const draft = await draftWith(world, [
    { email: anAddress(), fields: [{ fieldType: 'signature', height: 50 }, { label: 'Company' }] },
  ]);
  const [holder] = await sent(world, draft);
  const [signature = '', company = ''] = draft.fieldIds[0] ?? [];
  await holder?.fill(signature, A_SIGNATURE);
  await holder?.fill(company, 'Harbour');
  const signed = await holder?.complete();
  const { id } = draft;
  const document = await done(world.key, documentRoutes.readDocument, { params: { id } });
  const pdf = Buffer.from(await done(world.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');
  const reference = sealReferenceOf({ organizationId: world.organizationId, mode: 'test', documentId: id });
  const params = { reference, sha256: document.finalSha256 };
  const shown = await done(anonymous, documentRoutes.findSealed, { params });
  const words = (await textsIn(pdf))
    .map(({ text }) => text)
    .join('')
    .replaceAll(/\s+/g, '');
  return { status: signed?.status, document, pdf, shown, words };
}

/** What another program and the table of the standard say of the file. */
function expectAccepted(pdf: Uint8Array, level: 'B-B' | 'B-T' | 'B-LT'): void {
  expect(faultsOf(pdf, level)).toEqual([]);
  // Levels differ by what the check looks for: no file has two.
  for (const other of (['B-B', 'B-T', 'B-LT'] as const).filter((one) => one !== level))
    expect(faultsOf(pdf, other)).not.toEqual([]);
  if (hasPoppler) {
    const report = signaturesIn(pdf);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('ETSI.CAdES.detached');
  }
}

describe.skipIf(!hasOpenssl)('a document that is signed through the API is sealed', () => {
  const published = new Map<string, Buffer>();
  const files = createServer((request, response) => {
    const found = published.get(request.url ?? '');
    response.writeHead(found ? 200 : 404).end(found);
  });
  const privateKey = anEcPrivateKey();
  const kms = createServer(async (request, response) => {
    const keys = { [KEY]: { privateKey, createdAt: '2026-01-01T00:00:00.000Z' } };
    const { status, answer } = answerKms(keys, { headers: request.headers, body: await buffer(request) });
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  });
  let root: Authority;
  let seal: Issued;
  let stamps: Authority;
  let local: Awaited<ReturnType<typeof startTimestampAuthority>>;

  beforeAll(async () => {
    await prepareEngine();
    const origin = `http://127.0.0.1:${await listen(files, 0)}`;
    const authority = (name: string) =>
      new Authority(name, { crlUrl: `${origin}/${name}.crl`, issuerUrl: `${origin}/${name}.cer` });
    root = authority('Root');
    stamps = authority('Stamps');
    seal = root.issue('Seal', privateKey);
    local = await startTimestampAuthority(stamps, stamps.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' }));
    process.env.AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${await listen(kms, 0)}`;
    process.env.SEAL_KEY_ID = KEY;
    publish();
  });
  afterAll(async () => {
    await local.stop();
    await Promise.all([files, kms].map(closeServer));
  });

  function publish(): void {
    for (const [name, one] of Object.entries({ Root: root, Stamps: stamps })) {
      published.set(`/${name}.crl`, one.crl());
      published.set(`/${name}.cer`, derOf(one.root.cert));
    }
  }

  const vouched = () => ({ SEAL_CERTIFICATES: seal.cert });
  const timed = () => ({ ...vouched(), TIMESTAMP_AUTHORITY: local.url });

  test('at B-B without a timestamp authority', { tags: 'full' }, async () => {
    const { status, pdf, shown, words } = await completedWith(vouched());

    expect([status, shown.level]).toEqual([200, 'B-B']);
    expectAccepted(pdf, 'B-B');
    expect(words).toContain('PAdESB-B');
    expect(words).not.toContain('Thetimestampauthoritywasnotavailable');
  });

  test('at B-B with the certificate that the service makes itself', { tags: 'full' }, async () => {
    const { status, pdf, shown } = await completedWith({});

    expect([status, shown.level]).toEqual([200, 'B-B']);
    expectAccepted(pdf, 'B-B');
  });

  test('at B-T with a timestamp authority', { tags: 'full' }, async () => {
    const asked = local.asked.length;

    const { status, pdf, shown, words } = await completedWith(timed());

    expect([status, shown.level, local.asked.length - asked]).toEqual([200, 'B-T', 1]);
    expectAccepted(pdf, 'B-T');
    expect(words).toContain('PAdESB-T:withthetimestampofanauthority');
  });

  test('at B-LT with revocation lists', async () => {
    const { status, pdf, shown } = await completedWith({ ...timed(), SEAL_LEVEL: 'B-LT' });

    expect([status, shown.level]).toEqual([200, 'B-LT']);
    expectAccepted(pdf, 'B-LT');
  });

  test('at B-T if a revocation list is not to be had', async () => {
    published.delete('/Root.crl');

    const { status, pdf, shown } = await completedWith({ ...timed(), SEAL_LEVEL: 'B-LT' });

    publish();
    expect([status, shown.level]).toEqual([200, 'B-T']);
    expectAccepted(pdf, 'B-T');
  });

  test.each<[string, (calls: string[]) => RequestListener]>([
    ['fails', (calls) => (_, response) => response.writeHead(calls.push('') && 503).end()],
    ['answers with something else', (calls) => (_, response) => response.end(`${calls.push('')} hello`)],
  ])('at B-B if the timestamp authority %s twice, and says so', async (_case, answer) => {
    const calls: string[] = [];
    const broken = createServer(answer(calls));
    const TIMESTAMP_AUTHORITY = `http://127.0.0.1:${await listen(broken, 0)}/`;

    const { status, pdf, shown, words, document } = await completedWith({
      ...timed(),
      TIMESTAMP_AUTHORITY,
      SEAL_LEVEL: 'B-LT',
    });

    await closeServer(broken);
    expect([status, document.status, shown.level, calls.length]).toEqual([200, 'completed', 'B-B', 2]);
    expectAccepted(pdf, 'B-B');
    expect(words).toContain('Thetimestampauthoritywasnotavailable');
  });

  test('at B-B if the timestamp is of another authority than the configured one', async () => {
    const { status, pdf, shown, words } = await completedWith({ ...timed(), TIMESTAMP_CERTIFICATE: 'a'.repeat(64) });

    expect([status, shown.level]).toEqual([200, 'B-B']);
    expectAccepted(pdf, 'B-B');
    expect(words).toContain('Thetimestampauthoritywasnotavailable');
  });
});
