import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { sealSigner } from '#packages/agreements/src/pdf/sealing/seal-signer.ts';
import { Authority, hasOpenssl } from '#packages/agreements/test/pdf/certificate-authority.ts';
import { aPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { aForger, aKey, anEcPrivateKey } from '#packages/agreements/test/pdf/signer.ts';
import { startTimestampAuthority } from '#packages/agreements/test/pdf/timestamp-authority.ts';
import { canonicalJson, sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { type AuditEntry, NO_ENTRY } from '#shared/documents/audit.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { parseSealReference, sealReferenceOf } from '#shared/documents/seal-reference.ts';
import { timestampsFrom } from '#shared/documents/timestamp-authority.ts';
import { anonymous, call } from '#test/support/api.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';
import { some } from '#test/support/soak.ts';
import { expectAccessible, signersBrowser } from './browser.ts';
import { signingServer } from './signing-server.ts';

const world = preparedSigningWorld();
const browser = signersBrowser();
const urlOf = signingServer();
const folder = mkdtempSync(join(tmpdir(), 'verify-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A sealed file, and what its signature dictionary names. */
async function sealedFile() {
  const draft = await draftWith(world, [{ email: anAddress(), fields: [{ label: 'Company' }] }]);
  const [holder] = await sent(world, draft);
  await holder?.fill(draft.fieldIds[0]?.[0] ?? '', 'Example Ltd');
  expect((await holder?.complete())?.status).toBe(200);
  const pdf = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const [, reference = ''] = /\/ContactInfo\s*\([^)]*\/verify#([\w.-]+)\)/.exec(pdf.toString('latin1')) ?? [];
  const trail = (await done(world.key, documentRoutes.readDocumentAudit, { params: { id: draft.id } })).items;
  return { pdf, trail, reference, id: draft.id };
}
/** The trail with entries from another address, the first or the last, and all hashes computed again. */
function rewritten(trail: readonly object[], from = 0): object[] {
  let previousHash = NO_ENTRY;
  return trail.map((entry, index) => {
    const { hash: _, ...rest } = entry as AuditEntry;
    const content = { ...rest, ...(index >= from && { ipAddress: '198.51.100.9' }), previousHash };
    previousHash = sha256Hex(canonicalJson(content));
    return { ...content, hash: previousHash };
  });
}

let made: ReturnType<typeof sealedFile> | undefined;
const sealed = () => {
  made ??= sealedFile();
  return made;
};

const ask = (reference: string, sha256: string) =>
  call(anonymous, documentRoutes.findSealed, { params: { reference, sha256 } });

test('sealed document: whoever has the file learns when it was sealed, and no name', async () => {
  const { pdf, reference, id } = await sealed();

  const { status, body } = await ask(reference, sha256Hex(pdf));

  expect(status).toBe(200);
  expect(parseSealReference(reference)?.documentId).toBe(id);
  expect(body).toEqual({
    sealedAt: expect.stringMatching(/^20\d\d-/),
    level: 'B-B',
    isVouchedFor: false,
    signers: 1,
    mode: parseSealReference(reference)?.mode,
  });
});

test('sealed document: another digest, document or mode is answered like one that does not exist', async () => {
  const { pdf, reference } = await sealed();
  const digest = sha256Hex(pdf);
  const place = parseSealReference(reference);
  if (!place) throw new Error('The file names no place.');
  const none = '0195a000-0000-7000-8000-000000000001';
  const answers = await Promise.all([
    ask(reference, 'a'.repeat(64)),
    ask(sealReferenceOf({ ...place, documentId: none }), digest),
    ask(sealReferenceOf({ ...place, organizationId: none }), digest),
    ask(sealReferenceOf({ ...place, mode: place.mode === 'test' ? 'live' : 'test' }), digest),
  ]);

  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect({ ...body, instance: '', requestId: '' }).toEqual({ ...answers[0]?.body, instance: '', requestId: '' });
  }
});

describe.skipIf(!chromiumPath)('page /verify (needs Chromium)', () => {
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const pageAt = (width: number, search = '') =>
    browser.look(new URL(`/verify${search}`, urlOf('x')).href, { viewport: { width, height: 900 } });

  test.each(some([390, 1440], 1))(
    'at %s px: file and trail are checked on the device, and nothing is uploaded',
    async (width) => {
      const { pdf, trail } = await sealed();
      const changed = Buffer.from(pdf);
      changed[30] = (changed[30] ?? 0) ^ 1;
      const { page, errors, origins } = await pageAt(width);
      const sentBodies: (string | null)[] = [];
      page.on('request', (request) => sentBodies.push(request.postData()));
      const choose = (...paths: string[]) => page.getByLabel('Sealed PDF').setInputFiles(paths);
      const titled = (name: string) => page.getByRole('heading', { name }).waitFor();
      const text = () => page.getByRole('status').textContent();

      await choose(file('sealed.pdf', pdf), file('trail.json', JSON.stringify({ items: trail })));
      await titled('Unchanged since this service sealed it');
      await expectAccessible(page);
      expect(await text()).toContain(sha256Hex(pdf));
      expect(await text()).toContain('No certificate authority vouches for the issuer');
      expect(await text()).toContain(`The audit trail is the one that the seal names, with ${trail.length} entries.`);
      expect(await text()).toContain(checkSeal(pdf)?.keyFingerprint);

      await choose(file('changed.pdf', changed));
      await titled('The file was changed after it was sealed');
      await expectAccessible(page);
      await choose(file('sealed.pdf', pdf), file('other.json', JSON.stringify(rewritten(trail))));
      await titled('The audit trail is not that of this file');
      await choose(file('plain.pdf', await aPdf()));
      await titled('The file has no seal that can be read');
      await choose(file('sealed.pdf', pdf), file('last.json', JSON.stringify(rewritten(trail, trail.length - 1))));
      await titled('The audit trail is not that of this file');
      await choose(file('plain.pdf', await aPdf()));
      await titled('The file has no seal that can be read');
      await choose(file('trail.json', JSON.stringify(trail)));
      await titled('Choose one PDF and at most one audit trail.');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(sentBodies.filter((body) => body !== null)).toEqual([]);
      expect(origins.size).toBe(1);
      // The key is not part of this server, and an unknown file is a 404: browsers log both.
      expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
    },
  );

  test.skipIf(!hasOpenssl)('a seal of another service is checked too: its key, timestamp and certificate', async () => {
    const root = new Authority('Timestamp root');
    const local = await startTimestampAuthority(root, root.issue('Stamps', anEcPrivateKey(), { as: 'timestamps' }));
    const seal = { reason: '', sealedAt: new Date() };
    const timestamp = timestampsFrom({ url: local.url });
    const past = ['20200101000000Z', '20210101000000Z'] as const;
    const [rsa, ec] = [await aForger(), await sealSigner(aKey(anEcPrivateKey()))];
    const key = anEcPrivateKey();
    const expired = await sealSigner({ ...aKey(key), certificates: root.issue('Old', key, { days: past }).cert });
    const stamped = await sealPdf(await aPdf(), ec, { ...seal, timestamp }).finally(local.stop);
    const added = Buffer.concat([stamped, Buffer.from('\n% more\n')]);
    const { page } = await pageAt(390);
    // While it is checked, the page shows the name of the file: the digest is shown with the result alone.
    const answerTo = async (pdf: Uint8Array) => {
      await page.getByLabel('Sealed PDF').setInputFiles(file(`${sha256Hex(pdf).slice(0, 12)}.pdf`, pdf));
      await page.getByRole('status').getByText(sha256Hex(pdf)).waitFor();
      return page.getByRole('status').textContent();
    };

    for (const signer of [rsa, ec]) {
      const answer = await answerTo(await sealPdf(await aPdf(), signer, seal));
      expect(answer).toContain('Intact, but not sealed with the present key of this service');
      expect(answer).toContain('Anyone can make such a seal');
      expect(answer).not.toContain('Timestamp');
    }
    expect(await answerTo(stamped)).toMatch(/Timestamp.*of an authority that was not checked/);
    expect(await answerTo(added)).toContain('Content was added after the seal.');
    expect(await answerTo(await sealPdf(await aPdf(), expired, seal))).toContain('was not valid at its time');
  });

  test('the page has the languages of the signing page, and remembers a choice', async () => {
    const { page } = await pageAt(390, '?lang=ar');

    await page.getByRole('heading', { level: 1, name: 'التحقق من مستند مختوم' }).waitFor();
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    await expectAccessible(page);
    expect(await page.getByRole('combobox').getByRole('option').count()).toBe(9);
    await page.getByRole('combobox').selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Versiegeltes Dokument prüfen' }).waitFor();
    expect(await page.evaluate('document.documentElement.dir + location.search')).toBe('ltr?lang=de');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Versiegeltes Dokument prüfen' }).waitFor();
  });
});
