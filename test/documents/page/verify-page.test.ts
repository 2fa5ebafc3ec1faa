import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { parseSealReference, sealReferenceOf } from '#shared/documents/seal-reference.ts';
import { anonymous, call } from '#test/support/api.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';
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
  return { pdf, reference, id: draft.id };
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
  test.each([390, 1440])(
    'at %s px: a sealed file is recognised, a changed one is not, and nothing is uploaded',
    async (width) => {
      const { pdf } = await sealed();
      const changed = Buffer.from(pdf);
      changed[30] = (changed[30] ?? 0) ^ 1;
      const [good, bad] = [join(folder, 'sealed.pdf'), join(folder, 'changed.pdf')];
      writeFileSync(good, pdf);
      writeFileSync(bad, changed);
      const { page, errors, origins } = await browser.look(new URL('/verify', urlOf('x')).href, {
        viewport: { width, height: 900 },
      });
      const sentBodies: (string | null)[] = [];
      page.on('request', (request) => sentBodies.push(request.postData()));

      await page.getByLabel('Sealed PDF').setInputFiles(good);
      await page.getByRole('heading', { name: 'Unchanged since this service sealed it' }).waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('status').textContent()).toContain(sha256Hex(pdf));
      expect(await page.getByRole('status').textContent()).toContain('No certificate authority vouches for the issuer');

      await page.getByLabel('Sealed PDF').setInputFiles(bad);
      await page.getByRole('heading', { name: 'Unknown to this service' }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(sentBodies.filter((body) => body !== null)).toEqual([]);
      expect(origins.size).toBe(1);
      // The key is not part of this server, and an unknown file is a 404: browsers log both.
      expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
    },
  );
});
