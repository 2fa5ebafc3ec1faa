import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plain, wholeText } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, done, draftWith, sent } from '#test/support/signing-world.ts';
import { DEVICES, eventually, expectAccessible, type Sight, signersBrowser } from './browser.ts';
import { signingServer } from './signing-server.ts';

const world = preparedSigningWorld();
const browser = signersBrowser();
const pageOf = signingServer();

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#123456"/></svg>';
const SOURCE = `![Logo of Harbour Estates](image:logo?width=80)

# Lease of {{ flat }}

1. I, ::field{key=name, type=text, role=tenant, label="Full name"}, see [the terms](https://example.com/terms), pay on
   ::field{type=date, role=tenant, label=Start, dateFormat=DD.MM.YYYY}.
   1. The flat is let **furnished**, with \`2  keys\`.

- ☐ ::field{key=pets, type=checkbox, role=tenant, label=Pets, required=false} I keep pets: ::field{key=pet, type=text, role=tenant, label="Which pets", requiredWhen=pets}

| Country | Amount | Long description of everything | Remarks |
|---|--:|---|---|
| ::field{type=dropdown, role=tenant, label=Country, options="Norway; Sweden"} | 1,250.00 | Donaudampfschifffahrtsgesellschaftskapitän | ::field{type=text, role=tenant, label=Remarks, multiline=true, required=false, height=40} |

> أبرم هذا العقد بين الطرفين

::pagebreak

:::signatures
::signature{role=tenant, label="The tenant", name=true, date=signed}
::signature{role=landlord, label="The landlord", title="Managing Director"}
:::
`;

const templateData = { flat: '<b>12 Harbour Street</b>' };

async function aLease() {
  const image = `data:image/svg+xml;base64,${Buffer.from(LOGO).toString('base64')}`;
  const { sha256 } = await done(world.key, documentRoutes.uploadTemplateImage, { body: { image } });
  const template = await done(world.key, documentRoutes.createTemplate, {
    body: { name: 'Lease', source: SOURCE, sampleData: templateData, images: { logo: sha256 } },
  });
  const document = await done(world.key, documentRoutes.createDocumentFromTemplate, {
    params: { id: template.id },
    body: {
      name: 'Lease of Ada',
      templateData,
      signers: {
        tenant: { name: 'Ada Example', email: anAddress() },
        landlord: { name: 'Harbour Estates', email: anAddress() },
      },
    },
  });
  const [tenant, landlord] = await sent(world, { id: document.id, signerIds: [], fieldIds: [] });
  if (!tenant || !landlord) throw new Error('The document lacks a signer.');
  return { document, tenant, landlord };
}

const overflowOf = (page: Page) => page.evaluate<number>('document.scrollingElement.scrollWidth - window.innerWidth');

async function acceptDisclosure({ page }: Sight) {
  await page
    .getByRole('checkbox', { name: /agree|accept/i })
    .first()
    .check();
}

async function signTyped({ page, button }: Sight, name: RegExp) {
  await button(name).first().click();
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.locator('.typed-preview > *').waitFor();
  await button('Use it').click();
}

const pdfOf = async (id: string) =>
  Buffer.from((await call(world.key, documentRoutes.readDocumentPdf, { params: { id } })).body, 'base64');

describe.skipIf(!chromiumPath)('the text of a document on the signing page (needs Chromium)', () => {
  test('on a phone it is filled without the PDF, signed, and the trail says what was shown', async () => {
    const { document, tenant, landlord } = await aLease();
    const sight = await browser.look(pageOf(tenant.token), DEVICES.phone);
    const { page, field, button } = sight;
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.locator('.flow').waitFor();

    // The words of the screen are those of the PDF.
    const words = await page.locator('.flow').evaluate((flow) => flow.textContent ?? '');
    expect(plain(words)).toContain(plain('Lease of <b>12 Harbour Street</b>1.I, '));
    expect(await page.locator('.flow b').count()).toBe(0);
    expect(await page.getByRole('img', { name: 'Logo of Harbour Estates' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'the terms' }).getAttribute('rel')).toBe('noopener noreferrer');
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);

    await acceptDisclosure(sight);
    await field('Full name').fill('Ada Example');
    await field('Start').fill('01.03.2027');
    await field('Country').selectOption('Norway');
    await field('Pets').check();
    await eventually(
      async () => (await tenant.read()).body.fields.filter(({ value }: { value: unknown }) => value).length,
    ).toBeGreaterThanOrEqual(4);
    await field('Which pets').fill('a cat');
    await signTyped(sight, /The tenant/);
    expect(requested.filter((url) => url.endsWith('/pdf'))).toEqual([]);

    // What was entered in one view is in the other.
    await button('Show the PDF').click();
    await page.locator('.sheet.drawn').first().waitFor();
    expect(await field('Full name').inputValue()).toBe('Ada Example');
    await field('Full name').fill('Ada Lovelace');
    await button('Show as text').click();
    await page.locator('.flow').waitFor();
    expect(await field('Full name').inputValue()).toBe('Ada Lovelace');
    await button('Finish').click();
    await page.getByRole('heading', { name: /You have signed|Thank you/ }).waitFor();

    await signTyped(await opened(landlord.token), /The landlord/);
    const isSaved = async () =>
      (await landlord.read()).body.fields.every(
        ({ isMine, value }: { isMine: boolean; value: unknown }) => !isMine || value !== null,
      );
    await eventually(isSaved).toBe(true);
    expect((await landlord.complete()).status).toBe(200);

    // Once it is sealed, the text has the values of all, and nothing to fill; the sealed file is one tap away.
    const after = await browser.look(pageOf(tenant.token), DEVICES.phone);
    await after.page.getByText('The PDF is what was sealed.').waitFor();
    await after.page.locator('.flow').getByText('Ada Lovelace').waitFor();
    expect(await after.page.locator('.flow :is(input, select, textarea, button)').count()).toBe(0);
    await eventually(() => after.page.locator('.flow .field img:visible').count()).toBe(2);
    await expectAccessible(after.page);
    await after.button('Show the PDF').tap();
    await after.page.locator('.sheet.drawn').first().waitFor();
    expect(await after.page.locator('.field:visible').count()).toBe(0);
    await after.button('Show as text').tap();
    await after.page.locator('.flow').getByText('Ada Lovelace').waitFor();
    expect(after.errors).toEqual([]);

    const { items } = await done(world.key, documentRoutes.readDocumentAudit, { params: { id: document.id } });
    const own = items.filter(
      ({ details }: { details: { signerId?: string } }) => details.signerId === document.signers[0].id,
    );
    const detailsOf = (action: string) => own.find((entry: { action: string }) => entry.action === action)?.details;
    const text = { view: 'text', sha256: document.textSha256 };
    expect(detailsOf('document.viewed')).toMatchObject({
      shownAs: text,
      pageSession: { loadedAt: expect.any(String) },
    });
    expect(detailsOf('signer.signed')).toMatchObject({ shownAs: [text, { view: 'pdf', sha256: document.sha256 }] });
    const sealed = await wholeText(await pdfOf(document.id));
    for (const value of ['Ada Lovelace', '01.03.2027', 'Norway', 'a cat', 'Shown as text, pages', document.textSha256])
      expect(sealed).toContain(plain(value));
  });

  const opened = async (token: string) => {
    const sight = await browser.look(pageOf(token), { viewport: { width: 1440, height: 900 } });
    await sight.page.locator('.sheet.drawn').first().waitFor();
    return sight;
  };

  test('at 1440 px the PDF is shown first, and the choice lasts as long as the tab', async () => {
    const { tenant } = await aLease();
    const { page, button } = await opened(tenant.token);
    expect(await page.locator('.flow').count()).toBe(0);

    await button('Show as text').click();
    await page.locator('.flow').waitFor();
    expect(await page.locator('.sheet').first().isVisible()).toBe(false);
    await expectAccessible(page);
    await page.reload();

    await page.locator('.flow').waitFor();
  });

  test('the next field follows the order of the text, also where the pages have another', async () => {
    const { tenant } = await aLease();
    const sight = await browser.look('about:blank', DEVICES.phone);
    const { page, button } = sight;
    await page.route('**/text', async (route) => {
      const response = await route.fetch();
      const text = await response.json();
      await route.fulfill({ response, json: { ...text, blocks: text.blocks.toReversed() } });
    });
    await page.goto(pageOf(tenant.token));
    await page.locator('.flow').waitFor();
    await acceptDisclosure(sight);
    const inText = await page
      .locator('.flow .field')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('data-field')));

    const visited: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      await button('Next field').tap();
      const focused = page.locator('.field:focus-within');
      await eventually(() => focused.getAttribute('data-field')).not.toBe(visited.at(-1) ?? null);
      visited.push(await focused.getAttribute('data-field'));
    }

    expect(visited).toEqual(inText.filter((id) => visited.includes(id)));
    expect(await page.locator('.flow .field').first().getAttribute('data-kind')).toBe('signature');
    expect(visited[0]).toBe(inText[0]);
  });

  test('on paper it has its note, and no buttons', async () => {
    const { tenant } = await aLease();
    const { page, button } = await browser.look(pageOf(tenant.token), DEVICES.phone);
    await page.locator('.flow').waitFor();

    await page.emulateMedia({ media: 'print' });

    expect(await page.getByText('The PDF is what will be sealed.').isVisible()).toBe(true);
    expect(await button('Finish').isVisible()).toBe(false);
    expect(await button('Show the PDF').isVisible()).toBe(false);
  });

  test('at 320 px nothing scrolls sideways but the table, which is reached by keyboard', async () => {
    const { tenant } = await aLease();
    const { page, field } = await browser.look(pageOf(tenant.token), {
      ...DEVICES.phone,
      viewport: { width: 320, height: 640 },
    });
    await page.locator('.flow').waitFor();

    const table = page.getByRole('region', { name: 'Table' });
    const [inside, width] = await table.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(inside).toBeGreaterThan(width ?? 0);
    await table.focus();
    expect(await table.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const place = await field('Full name').boundingBox();
    expect(place?.height).toBeGreaterThanOrEqual(44);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(320);
  });

  test('a field that the sender placed on the PDF is filled there', async () => {
    const { id } = await done(world.key, documentRoutes.createTemplate, {
      body: { name: 'Lease', source: '# Lease\n\n::signature{role=tenant}', sampleData: {} },
    });
    const document = await done(world.key, documentRoutes.createDocumentFromTemplate, {
      params: { id },
      body: { name: 'Lease', templateData: {}, signers: { tenant: { name: 'Ada', email: anAddress() } } },
    });
    await done(world.key, documentRoutes.addField, {
      params: { id: document.id },
      body: {
        signerId: document.signers[0].id,
        fieldType: 'text',
        label: 'Added',
        pageNumber: 1,
        xPosition: 72,
        yPosition: 600,
        width: 200,
        height: 30,
      },
    });
    const [tenant] = await sent(world, { id: document.id, signerIds: [], fieldIds: [] });

    const { page, button, field } = await browser.look(pageOf(tenant?.token ?? ''), DEVICES.phone);

    await page.locator('.sheet.drawn').first().waitFor();
    expect(await field('Added').isVisible()).toBe(true);
    expect(await button('Show as text').count()).toBe(0);
  });

  test('without the text the PDF is shown', async () => {
    const { tenant } = await aLease();
    const sight = await browser.look('about:blank', DEVICES.phone);
    await sight.page.route('**/text', (route) => route.fulfill({ status: 404, body: '{}' }));

    await sight.page.goto(pageOf(tenant.token));

    await sight.page.locator('.sheet.drawn').first().waitFor();
    expect(await sight.button('Show as text').count()).toBe(1);
  });
});

describe('what a client says that it showed', () => {
  test('is one of the views, each once, and `text` of a document that has a text', async () => {
    const { document, tenant } = await aLease();
    const view = (body: object) => tenant.ask(documentRoutes.openSigning, { body });
    const before = (await done(world.key, documentRoutes.readDocumentAudit, { params: { id: document.id } })).items;

    expect(await view({ shownAs: 'html' })).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(await view({ shownAs: ['pdf'] })).toMatchObject({ status: 400 });
    for (const shownAs of [['html'], [], ['pdf', 'pdf'], 'pdf', ['pdf', 'text', 'guided', 'pdf']])
      expect(await tenant.sign({ shownAs })).toMatchObject({ status: 400, body: { code: 'invalid_body' } });

    const { items } = await done(world.key, documentRoutes.readDocumentAudit, { params: { id: document.id } });
    expect(items).toEqual(before);
    expect((await tenant.read()).body.signer.status).toBe('ready');
  });

  test('is refused as text where there is none, and nothing is recorded', { tags: 'full' }, async () => {
    const draft = await draftWith(world, [{ email: anAddress(), fields: [{ value: 'x' }] }]);
    const [holder] = await sent(world, draft);
    const actions = async () =>
      (await done(world.key, documentRoutes.readDocumentAudit, { params: { id: draft.id } })).items.map(
        ({ action }: { action: string }) => action,
      );

    expect(await holder?.ask(documentRoutes.openSigning, { body: { shownAs: 'text' } })).toMatchObject({
      status: 422,
      body: { code: 'no_text' },
    });
    expect(await actions()).not.toContain('document.viewed');
    await holder?.ask(documentRoutes.openSigning, { body: { shownAs: 'guided' } });
    expect(await holder?.sign({ shownAs: ['guided', 'text'] })).toMatchObject({
      status: 422,
      body: { code: 'no_text' },
    });
    expect(await holder?.sign({ shownAs: ['guided'] })).toMatchObject({ status: 200 });
    expect(await actions()).toContain('signer.signed');
  });
});
