import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';

const browser = consoleBrowser();
const asked: string[] = [];
/** What waits on a port of the machine: `assay login`, or a program of somebody else. */
const waiting = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('<h1>Received</h1>');
});
const addressOf = (query: Record<string, string>) => `/command?${new URLSearchParams(query)}`;
const stateOf = (port: number | string) => `${port}.KXTR-9MQP.${'s'.repeat(43)}`;
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  port = (waiting.address() as AddressInfo).port;
});
afterAll(() => {
  waiting.closeAllConnections();
  waiting.close();
});
beforeEach(() => {
  asked.length = 0;
});

describe.skipIf(!chromiumPath)('the callback of `assay login` (needs Chromium)', () => {
  test('shows the command, its port and its code, and sends nothing before a click', async () => {
    const { page, errors } = await browser.open(addressOf({ code: 'c0de', state: stateOf(port) }));
    const text = await page.locator('main').innerText();

    expect(text).toContain('assay login');
    expect(text).toContain(`port ${port}`);
    expect(text).toContain('KXTR-9MQP');
    await expectAccessible(page, 'sign-in of the command');
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Received').waitFor();
    expect(new URLSearchParams(asked[0]?.split('?')[1]).get('code')).toBe('c0de');
    expect(errors).toEqual([]);
  });

  test('sends nothing to the machine if the user cancels', async () => {
    const { page } = await browser.open(addressOf({ code: 'c0de', state: stateOf(port) }));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nothing was sent').waitFor();

    expect(asked).toEqual([]);
  });

  test.each([
    ['no state', ''],
    ['another host as port', stateOf('evil.example')],
    ['a port of the system', stateOf('0080')],
    ['a port that does not exist', stateOf('70000')],
    ['a state without a code', `1234.${'s'.repeat(43)}`],
  ])('is not valid with %s', async (_case, state) => {
    const { page } = await browser.open(addressOf({ code: 'c0de', state }));

    expect(await page.locator('h1').innerText()).toBe('This link is not valid');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  test('shows the refusal of the issuer', async () => {
    const { page } = await browser.open(addressOf({ error: 'access_denied', state: stateOf(port) }));

    expect(await page.locator('main').innerText()).toContain('access_denied');
    expect(asked).toEqual([]);
  });
});
