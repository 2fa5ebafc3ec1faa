import { createServer, type Server } from 'node:http';
import type { FrameLocator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { closeServer, listen } from '#packages/local-aws/src/gateway/http-server.ts';
import { aField, aState } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, signersBrowser } from './browser.ts';
import type { StubService } from './stub-service.ts';

// Hosts of these tests are pages on other ports.
process.env.SIGNING_FRAME_ANCESTORS = 'http://127.0.0.1:*';
const browser = signersBrowser();
const TOKEN = 'tok_4f1c2b9a';
const hosts: Server[] = [];
afterEach(() => Promise.all(hosts.splice(0).map(closeServer)));

/** A page on another origin that embeds the signing page with this line. */
async function hostPage(stub: StubService, line: string): Promise<string> {
  const page = `<!doctype html><title>Host</title><div id="here"></div>
    <script src="${stub.origin}/api/v1/assay-sign.js"></script>
    <script>
      const calls = [];
      const heard = [];
      addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
      const note = (name) => (...given) => calls.push([name, ...given]);
      const callbacks = {
        onReady: note('ready'),
        onFieldFilled: note('filled'),
        onCompleted: note('completed'),
        onDeclined: note('declined'),
      };
      ${line}
    </script>`;
  const server = createServer((_incoming, outgoing) =>
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(page),
  );
  hosts.push(server);
  return `http://127.0.0.1:${await listen(server, 0)}`;
}

async function embedded(line: string) {
  const stub = await browser.start(aState([aField({ fieldType: 'text', label: 'Name' })]));
  const host = await hostPage(stub, line);
  const { page, errors } = await browser.visit(stub, DEVICES.desktop, host);
  return { stub, host, page, errors, frame: page.frameLocator('iframe') };
}

const signedIn = ({ state }: StubService) => ({
  documentId: state.document.id,
  signerId: state.signer.id,
});

const callsOf = (page: Page) => page.evaluate<unknown[][]>('calls');
const heardBy = (page: Page) => page.evaluate<unknown[]>('heard');

async function fillName(frame: FrameLocator) {
  await frame.locator('.sheet.drawn').first().waitFor();
  await frame.getByLabel('Name', { exact: true }).fill('Ada');
  await frame.getByLabel('Name', { exact: true }).press('Enter');
  await frame.getByText('1 of 1 field').waitFor();
}

describe.skipIf(!chromiumPath)('signing page embedded into another page (needs Chromium)', () => {
  test.each(
    some(
      [
        ['a selector', `AssaySign.mount('#here', { token: '${TOKEN}', ...callbacks })`],
        ['an element', `AssaySign.mount(document.getElementById('here'), { token: '${TOKEN}', ...callbacks })`],
        ['options alone', `AssaySign.mount({ token: '${TOKEN}', ...callbacks })`],
        [
          'the address of the service',
          `AssaySign.mount({ token: '${TOKEN}', target: '#here', baseUrl: new URL(document.scripts[0].src).origin + '/', ...callbacks })`,
        ],
      ],
      1,
    ),
  )('with %s, reports every filled field and the end to the host', async (_case, line) => {
    const { stub, page, errors, frame } = await embedded(line);
    const [field] = stub.state.fields;

    await fillName(frame);
    await frame.getByRole('button', { name: 'Finish' }).dblclick();
    await frame.getByRole('heading', { name: 'You have signed' }).waitFor();

    await eventually(() => callsOf(page)).toEqual([
      ['ready'],
      ['filled', { fieldId: field?.id, fieldType: 'text', label: 'Name' }],
      ['completed', signedIn(stub)],
    ]);
    const heard = JSON.stringify(await heardBy(page));
    expect(heard).not.toContain(TOKEN);
    expect(heard).not.toContain('Ada');
    expect(stub.asked.filter((line) => line === 'POST /complete')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('reports a declined document to the host', { tags: 'full' }, async () => {
    const { stub, page, frame } = await embedded(`AssaySign.mount('#here', { token: '${TOKEN}', ...callbacks })`);

    await frame.getByRole('button', { name: 'Decline' }).click();
    await frame.getByLabel('Why do you decline?').fill('No.');
    await frame.getByRole('button', { name: 'Decline to sign' }).dblclick();

    await eventually(() => callsOf(page)).toEqual([['ready'], ['declined', signedIn(stub)]]);
    expect(stub.asked.filter((line) => line === 'POST /decline')).toHaveLength(1);
  });

  test('ignores messages from other frames', async () => {
    const { page, frame } = await embedded(`AssaySign.mount('#here', { token: '${TOKEN}', ...callbacks })`);
    await frame.locator('.sheet.drawn').first().waitFor();

    await page.evaluate(`(() => {
      postMessage({ type: 'assay:completed' }, '*');
      const other = document.createElement('iframe');
      other.srcdoc = '<script>parent.postMessage({ type: "assay:declined" }, "*")</' + 'script>';
      document.body.append(other);
    })()`);
    await eventually(async () => (await heardBy(page)).length).toBe(3);

    expect(await callsOf(page)).toEqual([['ready']]);
  });

  test('is removed and silent once destroyed', async () => {
    const { page, frame } = await embedded(
      `window.mounted = AssaySign.mount('#here', { token: '${TOKEN}', ...callbacks })`,
    );
    await frame.locator('.sheet.drawn').first().waitFor();

    await page.evaluate('mounted.destroy()');

    expect(await page.locator('iframe').count()).toBe(0);
    expect(await callsOf(page)).toEqual([['ready']]);
  });

  test.each(
    some(
      [
        ['no origin', ''],
        ['every origin', '#host=*'],
        ['another origin', '#host=https%3A%2F%2Fother.example'],
      ],
      1,
    ),
  )('reports nothing to a host named by %s', async (_case, fragment) => {
    const { page, frame } = await embedded(`
      const frame = document.createElement('iframe');
      frame.src = new URL('sign/${TOKEN}${fragment}', document.scripts[0].src).href;
      Object.assign(frame, { width: 800, height: 600 });
      document.getElementById('here').append(frame);`);

    await fillName(frame);

    expect(await heardBy(page)).toEqual([]);
  });

  test.each([
    ['no token', `AssaySign.mount('#here', {})`, 'AssaySign.mount needs a token.'],
    ['a missing target', `AssaySign.mount('#nowhere', { token: 't' })`, 'AssaySign.mount found no #nowhere.'],
  ])('throws immediately for %s', async (_case, line, message) => {
    const { page, errors } = await embedded(line);

    expect(errors).toEqual([message]);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});
