import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { aField, aState } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { DEVICES, eventually, signersBrowser } from './browser.ts';

const browser = signersBrowser();
let framed = '';
const host = createServer((_incoming, outgoing) =>
  outgoing
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<!doctype html><title>Host</title><iframe src="${framed}"></iframe>`),
);
afterAll(() => closeServer(host));

describe.skipIf(!chromiumPath)('signing page framed by a page that is not allowed (needs Chromium)', () => {
  test('shows nothing of the document', async () => {
    const stub = await browser.start(aState([aField({ fieldType: 'text', label: 'Name' })]));
    framed = stub.pageUrl;
    const origin = `http://127.0.0.1:${await listen(host, 0)}`;
    const { page, errors } = await browser.visit(stub, DEVICES.desktop, origin);

    await eventually(() => errors.join()).toContain('frame-ancestors');
    expect(await page.frameLocator('iframe').locator('.sheet').count()).toBe(0);
    expect(stub.asked).toEqual([]);
  });
});
