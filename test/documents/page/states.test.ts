import { describe, expect, test } from 'vitest';
import type { SigningState } from '#packages/signing-page/src/client/signing-state.ts';
import { aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';

const browser = signersBrowser();
const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

interface Changes {
  document?: Partial<SigningState['document']>;
  signer?: Partial<SigningState['signer']>;
  signers?: SigningState['signers'];
}

function stateWith({ document, signer, signers }: Changes): SigningState {
  const state = aState(everyKind());
  return {
    ...state,
    document: { ...state.document, ...document },
    signer: { ...state.signer, ...signer },
    signers: signers ?? state.signers,
  };
}

describe.skipIf(!chromiumPath)('states of the signing page (needs Chromium)', () => {
  test.each(
    some<[string, Changes, { shows: string; hasDocument: boolean }]>(
      [
        [
          'others sign before',
          { signer: { status: 'waiting' } },
          { shows: 'It is not your turn yet', hasDocument: true },
        ],
        [
          'the signer has signed, others have not',
          { signer: { status: 'completed' }, signers: { total: 3, completed: 2 } },
          { shows: 'You have signed', hasDocument: true },
        ],
        [
          'all have signed and the file is being made',
          { signer: { status: 'completed' }, signers: { total: 2, completed: 2 } },
          { shows: 'All signers have signed', hasDocument: true },
        ],
        [
          'the document is complete',
          { document: { status: 'completed', sha256: SHA256 }, signer: { status: 'completed' } },
          { shows: 'The document is complete', hasDocument: true },
        ],
        [
          'the signer has declined',
          { document: { status: 'declined' }, signer: { status: 'declined' } },
          { shows: 'You have declined', hasDocument: false },
        ],
        [
          'another has declined',
          { document: { status: 'declined' } },
          { shows: 'The document was declined', hasDocument: false },
        ],
        [
          'the sender has withdrawn it',
          { document: { status: 'voided' } },
          { shows: 'The document was withdrawn', hasDocument: false },
        ],
        [
          'its time is over',
          { document: { status: 'expired' } },
          { shows: 'The time to sign is over', hasDocument: false },
        ],
      ],
      4,
    ),
  )('when %s', async (_case, changes, { shows, hasDocument }) => {
    const visit = await browser.visit(await browser.start(stateWith(changes)), DEVICES.phone);
    const { page, stub } = visit;

    await page.getByRole('heading', { name: shows }).waitFor();
    if (hasDocument) await page.locator('.sheet.drawn').first().waitFor();

    expect(await page.locator('.field :is(input, select, textarea, button)').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Finish|Decline|Next/ }).count()).toBe(0);
    expect(stub.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lease of a flat in Harbour Street');
    await expectAccessible(page);
    expectQuiet(visit);
  });

  test('a completed document offers the sealed file with its digest, without fields over it', async () => {
    const { page, stub } = await browser.open(
      stateWith({
        document: { status: 'completed', sha256: SHA256 },
        signer: { status: 'completed' },
      }),
    );

    const link = page.getByRole('link', { name: 'Download the signed PDF' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);

    expect(await link.getAttribute('href')).toBe(`${stub.origin}/api/v1/signing/tok_4f1c2b9a/pdf`);
    expect(download.suggestedFilename()).toBe('Lease of a flat in Harbour Street.pdf');
    expect(await page.locator('.digest').textContent()).toBe(SHA256);
    expect(await page.locator('.field').count()).toBe(0);
  });

  test('the last signer sees the sealed file once it is ready', async () => {
    const stub = await browser.start(
      stateWith({ signer: { status: 'completed' }, signers: { total: 2, completed: 2 } }),
    );
    const { page } = await browser.visit(stub);
    await page.getByRole('heading', { name: 'All signers have signed' }).waitFor();

    Object.assign(stub.state.document, { status: 'completed', sha256: SHA256 });

    await page.getByRole('heading', { name: 'The document is complete' }).waitFor();
    expect(await page.locator('.digest').textContent()).toBe(SHA256);
  });

  test('a waiting signer can check whether it is their turn and sees a message if it is not', async () => {
    const stub = await browser.start(stateWith({ signer: { status: 'waiting' } }));
    const { page, button, field } = await browser.visit(stub);
    await page.getByRole('heading', { name: 'It is not your turn yet' }).waitFor();
    const answer = page.locator('.card').getByRole('status');

    await button('Check again').click();
    await answer.getByText('Still waiting for other signers.').waitFor();
    expect(await focusedName(page)).toBe('Check again');
    stub.fail(/^GET $/, 503);
    await button('Check again').click();
    await answer.getByText('The service did not answer.').waitFor();
    stub.state.signer.status = 'ready';
    await button('Check again').click();

    await field('Full name').waitFor();
    expect(await focusedName(page)).toContain('Document');
    expect(await page.getByRole('heading', { name: 'It is not your turn yet' }).count()).toBe(0);
  });

  test('a signer who has signed can check how many others have', async () => {
    const stub = await browser.start(
      stateWith({ signer: { status: 'completed' }, signers: { total: 3, completed: 1 } }),
    );
    const { page, button } = await browser.visit(stub);
    await page.getByText('Signatures: 1 of 3.').waitFor();

    stub.state.signers.completed = 2;
    await button('Check again').click();

    await page.getByText('Signatures: 2 of 3.').waitFor();
  });

  test.each(
    some(
      [
        ['en-GB', /^Please sign by 12 May 2026 at 14:00 (CEST|GMT\+2)\.$/],
        ['en-US', /^Please sign by May 12, 2026 at 2:00\sPM (CEST|GMT\+2)\.$/],
        ['de-AT', /^Bitte unterschreiben Sie bis 12\. Mai 2026 um 14:00 MESZ\.$/],
        ['ja-JP', /^2026年5月12日 14:00 GMT\+2 までに署名してください。$/],
        // An unsupported language falls back to English, not to the calendar of that country.
        ['th-TH', /^Please sign by May 12, 2026 at 2:00\sPM GMT\+2\.$/],
        ['ar-SA', /12 مايو 2026.*غرينتش\+2/],
      ],
      2,
    ),
  )('the deadline for %s is Gregorian and names the time zone', async (locale, expected) => {
    const { page } = await browser.open(stateWith({}), { locale, timezoneId: 'Europe/Oslo' });

    const told = await page.locator('.top time').textContent();

    expect(told?.replace(/[\u2066-\u2069]/g, '')).toMatch(expected);
  });

  test.each([
    ['an unknown link', 401, 'unauthenticated', 'This link is not valid'],
    ['a link whose time is over', 410, 'link_expired', 'The time to sign is over'],
  ])('%s is shown without anything of the document', async (_case, status, code, title) => {
    const stub = await browser.start(stateWith({}));
    stub.fail(/^GET $/, status, 1, { code });
    const visit = await browser.visit(stub, DEVICES.phone);
    const { page } = visit;

    await page.getByRole('heading', { name: title }).waitFor();

    expect(stub.asked).toEqual(['GET /preview', 'GET ']);
    expect(await page.content()).not.toContain('Harbour Street');
    await expectAccessible(page);
    expectQuiet(visit);
  });

  test('an expired link to a completed document offers a new one by email only', async () => {
    const stub = await browser.start(stateWith({}));
    stub.fail(/^GET $/, 410, 1, { code: 'completed_link_expired' });
    stub.fail(/^POST .link/, 429, 1, { code: 'rate_limited' });
    stub.fail(/^POST .link/, 202, 1, { status: 'requested' });
    const visit = await browser.visit(stub, DEVICES.phone);
    const { page, button } = visit;

    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    await expectAccessible(page);
    await button('Email a new link').click();
    await page.getByText('Too many emails were sent. Please try again later.').waitFor();
    await button('Email a new link').click();
    await page.getByText('A new link was sent to the signer’s email address.').waitFor();

    expect(await button('Email a new link').isDisabled()).toBe(true);
    expect(await page.content()).not.toContain('Harbour Street');
    expect(await page.content()).not.toContain('@');
    expect(stub.asked.filter((line) => line === 'POST /link')).toHaveLength(2);
  });

  test('a turn is handed to another person, and the page of the old link ends', async () => {
    const stub = await browser.start({ ...stateWith({}), canDelegate: true });
    stub.fail(/^POST .delegate/, 422, 1, { code: 'already_a_signer' });
    stub.fail(/^POST .delegate/, 200, 1, { status: 'delegated' });
    const visit = await browser.visit(stub, DEVICES.phone);
    const { page, button } = visit;
    await button('Hand over to someone else').click();
    await page.getByRole('heading', { name: 'Hand over to someone else' }).waitFor();
    const handOver = page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true });

    await handOver.click();
    await page.getByText('Please enter name, email address and reason.').waitFor();
    await page.getByLabel('Name of the person').fill('Bo Example');
    await page.getByLabel('Email address').fill('bo@example.com');
    await page.getByLabel('Reason').fill('Bo signs for us.');
    await expectAccessible(page);
    await handOver.click();
    await page.getByText('This person already takes part in the document.').waitFor();
    await handOver.click();
    await page.getByRole('heading', { name: 'You have handed the document over' }).waitFor();

    expect(await page.content()).toContain('Bo Example gets an email with a link.');
    expect(await page.content()).not.toContain('Harbour Street');
    expect(stub.asked.filter((line) => line === 'POST /delegate')).toHaveLength(2);
    await expectAccessible(page);
  });

  test('a document that does not allow it offers no hand-over', async () => {
    const { button } = await browser.open({ ...stateWith({}), canDelegate: false });
    expect(await button('Hand over to someone else').count()).toBe(0);
  });

  test('a document that expires while it is being filled is closed', async () => {
    const { page, stub, field } = await browser.open(stateWith({}));
    stub.fail(/POST .fields/, 410, 1, { code: 'link_expired' });

    await field('Full name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'The time to sign is over' }).waitFor();
  });

  test.each(some([500, 'no answer'] as const, 1))('%s: the page offers to try again', async (status) => {
    const stub = await browser.start(stateWith({}));
    stub.fail(/^GET $/, status, 3);
    const { page, button } = await browser.visit(stub);
    await page.getByRole('heading', { name: 'The document could not be opened' }).waitFor();
    await expectAccessible(page);

    await eventually(async () => {
      if (await button('Try again').isVisible()) await button('Try again').click();
      return page.locator('.sheet.drawn').count();
    }).toBeGreaterThan(0);
  });

  test('the sender is shown as long as there is something to sign', { tags: 'full' }, async () => {
    const { page } = await browser.open(stateWith({}));
    const signed = await browser.open(stateWith({ signer: { status: 'completed' } }));

    expect(await page.getByText('Harbour Estates asks you to sign.').count()).toBe(1);
    expect(await signed.page.getByText('asks you to sign').count()).toBe(0);
  });

  test('declining requires a reason and ends the document', async () => {
    const visit = await browser.open(stateWith({}), DEVICES.phone);
    const { page, stub, button } = visit;
    await button('Decline').click();
    const dialog = page.getByRole('dialog', { name: 'Decline to sign' });
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Decline to sign' }).click();
    await dialog.getByText('Please say why.').waitFor();
    const afterNothing = stub.state.signer.status;
    await dialog.getByLabel('Why do you decline?').fill('The rent is not what we agreed.');
    await dialog.getByRole('button', { name: 'Decline to sign' }).click();

    await page.getByRole('heading', { name: 'You have declined' }).waitFor();
    expect(afterNothing).toBe('ready');
    expect(await dialog.count()).toBe(0);
    expect(stub.asked.filter((line) => line === 'POST /decline')).toHaveLength(1);
    expectQuiet(visit);
  });

  test.each(some(['light', 'dark'] as const, 1))('the document to fill passes axe in %s mode', async (colorScheme) => {
    const visit = await browser.open(stateWith({}), { ...DEVICES.phone, colorScheme });

    await expectAccessible(visit.page);
    const paper = await visit.page
      .locator('.sheet')
      .first()
      .evaluate((sheet) => (globalThis as unknown as Styles).getComputedStyle(sheet).backgroundColor);

    expect(paper).toBe('rgb(255, 255, 255)');
    // The meaning of Finish is explained before anything is filled.
    const consent = visit.page.getByText('By choosing Finish you sign this document');
    expect(await consent.isVisible()).toBe(true);
    expect(await visit.button('Finish').getAttribute('aria-describedby')).toBe(await consent.getAttribute('id'));
    expectQuiet(visit);
  });

  interface Styles {
    getComputedStyle: (element: unknown) => { backgroundColor: string };
  }
});
