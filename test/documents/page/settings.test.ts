import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { aPdf, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { anonymous, call } from '#test/support/api.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { buildSigningPage } from '#test/support/signing-page.ts';
import { signersBrowser } from './browser.ts';

/** A bucket with large files, which other origins may read by URL. */
const bucket = createServer(async (_incoming, outgoing) => {
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/pdf' };
  outgoing.writeHead(200, headers).end(await aPdf());
});
const stranger = createServer((_incoming, outgoing) => outgoing.end());
const browser = signersBrowser();
let bucketOrigin: string;
let strangeOrigin: string;

beforeAll(async () => {
  bucketOrigin = `http://127.0.0.1:${await listen(bucket, 0)}`;
  strangeOrigin = `http://127.0.0.1:${await listen(stranger, 0)}`;
  Object.assign(process.env, {
    SIGNING_FRAME_ANCESTORS: 'https://portal.example',
    SIGNING_FILES_ORIGIN: bucketOrigin,
  });
  buildSigningPage();
});
afterAll(() => Promise.all([bucket, stranger].map(closeServer)));

test('settings decide who may frame the signing page and from where files are fetched', async () => {
  const { headers } = await call(anonymous, pageRoutes.readSigningPage, { params: { token: 't' } });

  expect(headers['content-security-policy']).toContain(`connect-src 'self' ${bucketOrigin};`);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self' https://portal.example;");
});

describe.skipIf(!chromiumPath)('a large PDF on the signing page (needs Chromium)', () => {
  test('is fetched from the configured origin', async () => {
    const stub = await browser.start(aState(everyKind()));
    stub.sendElsewhere(`${bucketOrigin}/lease.pdf`);
    const { page, origins, errors } = await browser.visit(stub);

    await page.locator('.sheet.drawn').first().waitFor();

    expect([...origins].sort()).toEqual([stub.origin, bucketOrigin].sort());
    expect(errors).toEqual([]);
  });

  test('is not fetched from any other origin', async () => {
    const stub = await browser.start(aState(everyKind()));
    stub.sendElsewhere(`${strangeOrigin}/lease.pdf`);
    const { page, errors } = await browser.visit(stub);

    await page.getByText('The document could not be loaded.').waitFor();

    expect(errors.join()).toContain('Content Security Policy');
  });
});
