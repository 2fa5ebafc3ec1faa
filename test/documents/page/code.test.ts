import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, expectAccessible, expectQuiet, signersBrowser } from './browser.ts';

const browser = signersBrowser();
const CODE = '042137';
const SESSION = `is_${'A'.repeat(43)}`;

/** Answers as the service does for a signer with an identity check; with a session the stub answers. */
async function withCheck(page: Page) {
  const state = aState(everyKind());
  const hidden = {
    ...state,
    identity: { check: 'email_code', isVerified: false, isLocked: false, isCodeEntered: false, isRequested: false },
    document: { ...state.document, message: null, pages: [] },
    signer: { ...state.signer, email: 'a•••@example.com' },
    fields: [],
  };
  let emailed = 0;
  await page.route(/\/signing\/[^/.]+(\/code.*)?$/, async (route) => {
    const path = new URL(route.request().url()).pathname.replace(/.*\/signing\/[^/]+/, '');
    if (path === '') return route.fulfill({ json: hidden });
    if (path === '/code') {
      emailed += 1;
      return route.fulfill({ status: 202, json: { status: 'sent', expiresAt: '2030-01-01T00:00:00.000Z' } });
    }
    const { code } = route.request().postDataJSON();
    if (code !== CODE) return route.fulfill({ status: 422, json: { code: 'wrong_code', detail: 'x', errors: [] } });
    return route.fulfill({ json: { session: SESSION, expiresAt: '2030-01-01T00:00:00.000Z' } });
  });
  await page.route(new RegExp(`\\.${SESSION}`), (route) =>
    route.continue({ url: route.request().url().replace(`.${SESSION}`, '') }),
  );
  return { emailed: () => emailed };
}

describe.skipIf(!chromiumPath)('the code of an identity check (needs Chromium)', () => {
  test.each(some(['phone', 'desktop'] as const, 1))(
    'opens the document on a %s, and stays for a reload',
    async (device) => {
      const visit = await browser.visit(await browser.start(aState(everyKind())), DEVICES[device]);
      const { page, button, stub } = visit;
      const { emailed } = await withCheck(page);
      await page.goto(stub.pageUrl);
      await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
      expect(await page.locator('.sheet').count()).toBe(0);
      expect(emailed()).toBe(0);
      const entry = page.getByRole('textbox', { name: 'Code from the email' });
      expect(await entry.isVisible()).toBe(false);

      await button('Email the code').click();
      await entry.waitFor();
      expect(await entry.getAttribute('autocomplete')).toBe('one-time-code');
      expect(await page.evaluate('document.activeElement?.id')).toBe('code');
      await expectAccessible(page);
      if (process.env.CODE_SHOTS) await page.screenshot({ path: `${process.env.CODE_SHOTS}-${device}.png` });
      await entry.fill('999999');
      await button('Continue').click();
      await page.getByText('The code is wrong. Enter the six digits of the latest email.').waitFor();
      await entry.fill('042 137');
      await entry.press('Enter');
      await page.locator('.sheet.drawn').first().waitFor();

      await page.reload();
      await page.locator('.sheet.drawn').first().waitFor();
      expectQuiet(visit);
    },
  );
});

/** As for a signer who has entered the code, and whose workflow answers with these states in turn. */
async function withWorkflow(page: Page, answers: string[], isRequested = false) {
  const state = aState(everyKind());
  const identity = { check: 'workflow', isVerified: false, isLocked: false, isCodeEntered: true, isRequested };
  const hidden = { ...state, identity, document: { ...state.document, message: null, pages: [] }, fields: [] };
  let isApproved = false;
  let asked = 0;
  await page.route(/\/signing\/[^/.]+(\/identity-check)?$/, async (route) => {
    if (!route.request().url().endsWith('/identity-check'))
      return isApproved ? route.continue() : route.fulfill({ json: hidden });
    asked += 1;
    const status = answers.shift() ?? 'waiting';
    isApproved = status === 'approved';
    return route.fulfill({ json: { status } });
  });
  return { asked: () => asked };
}

describe.skipIf(!chromiumPath)('a workflow as identity check (needs Chromium)', () => {
  test.each(['phone', 'desktop'] as const)(
    'is requested on a press on a %s, and opens the document',
    async (device) => {
      const visit = await browser.visit(await browser.start(aState(everyKind())), DEVICES[device]);
      const { page, button, stub } = visit;
      const { asked } = await withWorkflow(page, ['waiting', 'in_review', 'declined', 'name_differs', 'approved']);
      await page.goto(stub.pageUrl);
      await page.getByRole('heading', { name: 'Identity check' }).waitFor();
      expect(asked()).toBe(0);
      await expectAccessible(page);

      await button('Start the check').click();
      await page.getByText('The check has begun.').waitFor();
      if (process.env.CODE_SHOTS) await page.screenshot({ path: `${process.env.CODE_SHOTS}-workflow-${device}.png` });
      await button('Check again').click();
      await page.getByText('A person decides on them').waitFor();
      await button('Check again').click();
      await page.getByText('The check was not approved.').waitFor();
      await button('Check again').click();
      await page.getByText('Your identity document has another name').waitFor();
      if (process.env.CODE_SHOTS) await page.screenshot({ path: `${process.env.CODE_SHOTS}-name-${device}.png` });
      expect(await page.locator('.sheet').count()).toBe(0);
      await button('Check again').click();

      await page.locator('.sheet.drawn').first().waitFor();
      expectQuiet(visit);
    },
  );

  test('is followed at once by a signer who comes back', async () => {
    const visit = await browser.visit(await browser.start(aState(everyKind())), DEVICES.desktop);
    const { page, stub } = visit;
    await withWorkflow(page, ['approved'], true);
    await page.goto(stub.pageUrl);

    await page.locator('.sheet.drawn').first().waitFor();
    expectQuiet(visit);
  });
});
