import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { checkTrust } from '#packages/agreements/src/pdf/check-trust.ts';
import { finishPdf } from '#packages/agreements/src/pdf/finish-pdf.ts';
import { sealSigner } from '#packages/agreements/src/pdf/sealing/seal-signer.ts';
import { withValidationData } from '#packages/agreements/src/pdf/sealing/validation-data.ts';
import { printCertificate } from '#packages/agreements/src/printing/typst-certificate.ts';
import { printOverlay } from '#packages/agreements/src/printing/typst-overlay.ts';
import { Authority, hasOpenssl, type Issued } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { completionFacts } from '#packages/agreements/test/pdf/completion-facts.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { hasPoppler, signaturesIn } from '#packages/agreements/test/pdf/pixels.ts';
import { SEALED } from '#packages/agreements/test/pdf/sealed.ts';
import { aKey, anEcPrivateKey } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { runAssay } from '#packages/cli/test/run-assay.ts';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { publishedFiles } from '#shared/documents/published-files.ts';
import { timestampsFrom } from '#shared/documents/timestamp-authority.ts';

const folder = mkdtempSync(join(tmpdir(), 'validation-data-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const derOf = (pem: string) => new X509Certificate(pem).raw;

async function aForm(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await aPdf());
  document.getForm().createTextField('name').addToPage(document.getPage(0));
  return document.save();
}

describe.skipIf(!hasOpenssl)('seals with the data to verify them later (PAdES B-LT)', () => {
  const published = new Map<string, Buffer | RequestListener>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const found = published.get(path);
    if (typeof found === 'function') found(request, response);
    else response.writeHead(found ? 200 : 404).end(found);
  });
  const key = anEcPrivateKey();
  let root: Authority;
  let stampRoot: Authority;
  let seal: Issued;
  let local: Awaited<ReturnType<typeof startTimestampAuthority>>;

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await listen(server, 0)}`;
    const authority = (name: string) =>
      new Authority(name, { crlUrl: `${origin}/${name}.crl`, issuerUrl: `${origin}/${name}.cer` });
    root = authority('Root');
    stampRoot = authority('Stamps');
    seal = root.issue('Seal', key);
    local = await startTimestampAuthority(
      stampRoot,
      stampRoot.issue('Timestamps', anEcPrivateKey(), { as: 'timestamps' }),
    );
    publish();
  });
  afterAll(async () => {
    await local.stop();
    await closeServer(server);
  });

  function publish(): void {
    for (const [name, one] of Object.entries({ Root: root, Stamps: stampRoot })) {
      published.set(`/${name}.crl`, one.crl());
      published.set(`/${name}.cer`, derOf(one.root.cert));
    }
  }

  interface Finishing {
    by?: Issued;
    isLocal?: boolean;
    original?: Promise<Uint8Array>;
    certificates?: string;
    timeoutMs?: number;
  }

  async function finished({
    by = seal,
    isLocal = true,
    original = aPdf(),
    timeoutMs = 60_000,
    ...given
  }: Finishing = {}) {
    const { certificates = by.cert } = given;
    const { pageCount, originalSha256, stampedSha256, seal: _, ...facts } = completionFacts();
    const downgrades: string[] = [];
    const result = await finishPdf({
      original: await original,
      stamps: [],
      facts,
      printOverlay,
      printCertificate,
      signer: await sealSigner({ ...aKey(by.key), certificates }),
      seal: { sealedAt: new Date(), timestamp: timestampsFrom({ url: local.url }) },
      fetchPublished: publishedFiles({ isLocal, timeoutMs }),
      onDowngrade: ({ message }) => downgrades.push(message),
    });
    return { ...result, pdf: Buffer.from(result.pdf), downgrades };
  }

  const verified = async (pdf: Buffer) => {
    const ca = ['--ca', file('root.pem', root.root.cert), '--timestamp-ca', file('stamps.pem', stampRoot.root.cert)];
    const { exitCode, stdout, stderr } = await runAssay(['documents', 'verify', file('file.pdf', pdf), ...ca]);
    return { exitCode, words: `${stdout}${stderr}` };
  };

  test('every certificate of the seal and the timestamp, and their revocation lists, follow the seal', async () => {
    const { pdf, level, downgrades } = await finished();

    expect([level, downgrades]).toEqual(['B-LT', []]);
    expect(checkSeal(pdf)).toMatchObject(SEALED);
    const { context, catalog } = await PDFDocument.load(pdf);
    const store = catalog.lookup(PDFName.of('DSS'), PDFDict);
    const filesOf = (name: string) =>
      store
        .lookup(PDFName.of(name), PDFArray)
        .asArray()
        .map((one) => Buffer.from((context.lookup(one) as PDFRawStream).contents).toString('hex'));
    const certificates = [seal.cert, root.root.cert, local.certificate, stampRoot.root.cert];
    expect(filesOf('Certs').sort()).toEqual(certificates.map((pem) => derOf(pem).toString('hex')).sort());
    expect(filesOf('CRLs').sort()).toEqual(
      ['/Root.crl', '/Stamps.crl'].map((path) => (published.get(path) as Buffer).toString('hex')).sort(),
    );
    const { exitCode, words } = await verified(pdf);
    expect([exitCode, words]).toEqual([0, expect.stringContaining('Level: PAdES B-LT')]);
  });

  test.skipIf(!hasPoppler)('pdfsig accepts the file (needs Poppler)', async () => {
    expect(signaturesIn((await finished()).pdf)).toContain('Signature is Valid.');
  });

  test.each([
    ['a form', aForm],
    ['a cross-reference table', async () => (await PDFDocument.load(await aPdf())).save({ useObjectStreams: false })],
  ])('the data also follow the seal of a file with %s', async (_case, original) => {
    const { pdf, level } = await finished({ original: original() });

    expect(level).toBe('B-LT');
    expect(checkSeal(pdf)).toMatchObject(SEALED);
  });

  test('a seal whose certificates have expired is verified by its data', async () => {
    const { pdf } = await finished();
    const check = checkSeal(pdf);
    if (!check) throw new Error('There is no seal.');
    const trusted = {
      issuers: [new X509Certificate(root.root.cert)],
      timestampIssuers: [new X509Certificate(stampRoot.root.cert)],
    };

    const late = checkTrust(check, { ...trusted, now: new Date('2055-01-01') });

    expect(late).toMatchObject({ issuer: 'trusted', timestamp: 'trusted', isValid: true, revoked: [], level: 'B-LT' });
  });

  test('nothing but these data may follow a seal, and not one byte of them may change', async () => {
    const { pdf } = await finished();
    const end = pdf.indexOf('%%EOF', pdf.lastIndexOf('/ByteRange')) + '%%EOF\n'.length;
    const store = pdf.indexOf('/Type /DSS');
    const added = Buffer.from('\n99 0 obj\n<</Length 0>>\nstream\n\nendstream\nendobj\n');
    const catalog = pdf.lastIndexOf('/DSS ');
    const changes = {
      'a byte at the end': Buffer.concat([pdf, Buffer.from(' ')]),
      'a further object': Buffer.concat([pdf.subarray(0, store - 10), added, pdf.subarray(store - 10)]),
      'another catalog': Buffer.concat([pdf.subarray(0, catalog), Buffer.from('/A 1 '), pdf.subarray(catalog)]),
      'another update': Buffer.concat([pdf.subarray(0, end), added]),
    };

    expect(checkSeal(pdf.subarray(0, end))).toMatchObject({ ...SEALED, validation: undefined });
    for (const [change, bytes] of Object.entries(changes))
      expect([change, checkSeal(bytes)?.coversAll]).toEqual([change, false]);
    const lists = checkSeal(pdf)?.validation?.crls ?? [];
    let changedLists = 0;
    for (let at = end; at < pdf.length; at += 37) {
      const changed = Buffer.from(pdf);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const check = checkSeal(changed);
      if (!check?.coversAll) continue;
      // Only files of authorities may change, whose own signature shows it. The certificates are in the seal too.
      expect([at, check.validation?.crls.length]).toEqual([at, lists.length]);
      const isList = check.validation?.crls.some((one, index) => !one.equals(lists[index] ?? one));
      if (isList) expect([at, checkTrust(check, { now: new Date() }).level]).toEqual([at, 'B-T']);
      changedLists += isList ? 1 : 0;
    }
    expect(changedLists).toBeGreaterThan(3);
  });

  const old = ['-crl_lastupdate', '20200101000000Z', '-crl_nextupdate', '20200201000000Z'];
  test.each<[string, () => void, RegExp]>([
    ['that is not there', () => published.delete('/Root.crl'), /CN=Seal is good: its address answered with status 404/],
    ['that is too old', () => published.set('/Root.crl', root.crl(...old)), /too old/],
    ['of another authority', () => published.set('/Root.crl', stampRoot.crl()), /another issuer/],
    ['that is none', () => published.set('/Root.crl', Buffer.from('hello')), /CN=Seal is good: \w/],
    ['of the timestamp authority that is not there', () => published.delete('/Stamps.crl'), /CN=Timestamps is good/],
    ['whose issuer is not there', () => published.delete('/Root.cer'), /issuer of CN=Seal is not published/],
    ['that is too large', () => published.set('/Root.crl', Buffer.alloc(1024 * 1024 + 1)), /too large/],
    [
      'that is elsewhere',
      () =>
        published.set('/Root.crl', (_, response) => void response.writeHead(302, { location: '/Stamps.crl' }).end()),
      /status 302/,
    ],
  ])('a revocation list %s leaves the seal at B-T, with the reason', async (_case, prepare, reason) => {
    prepare();

    const { pdf, level, downgrades } = await finished();

    publish();
    expect([level, downgrades]).toEqual(['B-T', [expect.stringMatching(reason)]]);
    expect(checkSeal(pdf)).toMatchObject({ ...SEALED, validation: undefined });
  });

  test('an authority that never answers is not waited for', async () => {
    published.set('/Root.crl', () => {});

    const { level, downgrades } = await finished({ timeoutMs: 300 });

    publish();
    expect([level, downgrades]).toEqual(['B-T', [expect.stringMatching(/CN=/)]]);
  });

  test('addresses that are not public are not called', async () => {
    const before = asked.length;

    const { level, downgrades } = await finished({ isLocal: false });

    expect([level, downgrades.length, asked.length]).toEqual(['B-T', 1, before]);
  });

  test('an intermediate authority needs a list of its own', async () => {
    const middle = root.issue('Middle', anEcPrivateKey(), { as: 'issuer' });
    const below = root.issue('Below', key, { by: middle });

    const { level, downgrades } = await finished({ by: below, certificates: `${below.cert}${middle.cert}` });

    expect([level, downgrades]).toEqual([
      'B-T',
      [expect.stringMatching(/CN=Below is good: the list is that of another/)],
    ]);
  });

  test('a revoked certificate gets no data, and lists that say so are reported', async () => {
    const revoked = root.issue('Revoked', key);
    root.revoke(revoked.cert);
    publish();

    const { pdf, level, downgrades } = await finished({ by: revoked });
    const lists = { certificates: [], crls: [published.get('/Root.crl') as Buffer] };
    const { exitCode, words } = await verified(withValidationData(pdf, lists));

    expect([level, downgrades]).toEqual(['B-T', [expect.stringMatching(/CN=Revoked is good: it is revoked/)]]);
    expect([exitCode, words]).toEqual([12, expect.stringContaining('CN=Revoked had been revoked')]);
  });
});
