import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import type { Answering } from './stub-service.ts';

/** The brand of the organization in the settings. */
const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const WIDE = { viewport: { width: 1440, height: 900 } };
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><rect width="120" height="40" rx="8" fill="#123a8c"/></svg>';

const EMPTY = {
  name: null,
  colour: null,
  logo: null,
  shownName: 'Northwind Pay',
  registeredName: 'Northwind Pay',
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};

const withBrand =
  (role: 'owner' | 'member', onUpdate?: () => ReturnType<Answering>): Answering =>
  (call) => {
    if (call.route === 'organization.readMe') return { body: me(role) };
    if (call.route === 'organization.readSettings') return { body: me(role).settings };
    if (call.route === 'organization.listSettingsProposals') return { body: { items: [] } };
    if (call.route === 'organization.readBrand') return { body: EMPTY };
    if (call.route === 'organization.updateBrand') return onUpdate?.() ?? { body: { ...EMPTY, revision: 1 } };
    return answers(call);
  };

describe.skipIf(!chromiumPath)('brand in the settings (needs Chromium)', () => {
  test.each(
    some(
      [
        ['wide', WIDE],
        ['phone', PHONE],
      ] as const,
      1,
    ),
  )('brand: previews follow the keys, and what was edited is saved (%s)', async (name, options) => {
    const { page, stub, errors } = await browser.open('/test/settings', withBrand('owner'), options);
    const card = page.getByRole('region', { name: 'Brand' });

    await card.getByLabel('Name for signers').fill('Northwind');
    await card.getByLabel('Colour', { exact: true }).fill('FFD400');
    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) });
    await card.getByRole('button', { name: 'Replace the logo' }).waitFor();

    expect(await card.getByText('Registered as Northwind Pay', { exact: true }).count()).toBe(2);
    await card.getByText('This email was sent on behalf of Northwind (Northwind Pay).').waitFor();
    const finish = card.getByText('Finish').first();
    expect(await finish.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 212, 0)');
    expect(await finish.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    await expectAccessible(page, 'brand');
    if (process.env.PICTURES) {
      await mkdir(process.env.PICTURES, { recursive: true });
      await card.screenshot({ path: `${process.env.PICTURES}/brand-settings-${name}.png` });
    }
    await card.getByRole('button', { name: 'Save brand' }).click();
    await page.getByText('Brand saved.').waitFor();

    const saved = stub.calls.filter(({ route }) => route === 'organization.updateBrand').map(({ body }) => body);
    expect(saved).toEqual([
      {
        expectedRevision: 0,
        name: 'Northwind',
        colour: '#ffd400',
        logo: `data:image/svg+xml;base64,${btoa(SVG)}`,
      },
    ]);
    expect(errors).toEqual([]);
  });

  test('brand: a file that is no picture is not sent, and half a colour is not saved', async () => {
    const { page, stub } = await browser.open('/test/settings', withBrand('owner'));
    const card = page.getByRole('region', { name: 'Brand' });

    await card
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await card.getByText('logo.gif is not a PNG or SVG. It was not sent.').waitFor();
    await card.getByLabel('Colour', { exact: true }).fill('#ffd4');
    await card.getByText('Write #rrggbb.').waitFor();
    await card.getByLabel('Colour', { exact: true }).press('Enter');

    expect(stub.calls.some(({ route }) => route === 'organization.updateBrand')).toBe(false);
  });

  test('brand: what was typed stays when another person was faster', async () => {
    const stale = { status: 409, body: { code: 'stale_revision', detail: 'The brand is at revision 1.', revision: 1 } };
    const { page } = await browser.open(
      '/test/settings',
      withBrand('owner', () => stale),
    );
    const card = page.getByRole('region', { name: 'Brand' });

    await card.getByLabel('Name for signers').fill('Northwind');
    await card.getByRole('button', { name: 'Save brand' }).click();

    await card.getByText('The brand is at revision 1.').waitFor();
    expect(await card.getByLabel('Name for signers').inputValue()).toBe('Northwind');
  });

  test('brand: members see it and cannot change it', async () => {
    const { page } = await browser.open('/test/settings', withBrand('member'));
    const card = page.getByRole('region', { name: 'Brand' });

    expect(await card.getByLabel('Name for signers').isDisabled()).toBe(true);
    await card.getByText('Signing page, dark').waitFor();
  });
});
