import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { textsIn } from '#packages/agreements/test/printing/read-pdf.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { call } from '#test/support/api.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { anAddress, type Draft, done, draftWith, sent } from '#test/support/signing-world.ts';
import { focus } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import type { Forwarding } from './stub-service.ts';

const world = preparedSigningWorld();
const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

interface StoredField {
  id: string;
  fieldType: string;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
}

/** Documents of the console are those of the service. */
const forwarding: Forwarding = async (asked) => {
  const [module, name = ''] = asked.route.split('.');
  const route = module === 'documents' ? documentRoutes[name as keyof typeof documentRoutes] : undefined;
  if (!route) return answers(asked);
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
  const values = new RegExp(`${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(asked.path)?.slice(1) ?? [];
  const params = Object.fromEntries(names.map((one, index) => [one, values[index] ?? '']));
  const { status, body } = await call(world.key, route, {
    params,
    ...(asked.body !== undefined && { body: asked.body }),
  });
  return { status, body: typeof body === 'string' ? Buffer.from(body, 'base64') : body };
};

const fieldsOf = async ({ id }: Draft): Promise<StoredField[]> =>
  (await done(world.key, documentRoutes.listFields, { params: { id } })).items;
const fieldOf = async (draft: Draft, fieldId: string) =>
  (await fieldsOf(draft)).find(({ id }) => id === fieldId) ?? expect.fail('The field is missing.');

/** A draft with two text fields of one signer, opened to be prepared. */
async function prepared(options?: Parameters<typeof browser.open>[2]) {
  const fields = [
    { label: 'First', xPosition: 72, yPosition: 100, width: 200, height: 30 },
    { label: 'Second', xPosition: 72, yPosition: 300, width: 200, height: 30 },
  ];
  const draft = await draftWith(world, [{ email: anAddress(), fields }]);
  const [[first = '', second = ''] = []] = draft.fieldIds;
  const { page, errors } = await browser.open(`/test/documents/${draft.id}/prepare`, forwarding, options);
  await box(page, 'First').waitFor();
  await page.locator('.pdf canvas').waitFor();
  return { draft, first, second, page, errors };
}

const box = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Text ${label}, `) });
const status = (page: Page) => page.locator('ul[role=status]');

/** Where the seal prints what the signer enters into the two fields. */
async function sealedTexts(draft: Draft, entries: Record<string, string>) {
  const [holder] = await sent(world, draft);
  for (const [fieldId, value] of Object.entries(entries)) await holder?.fill(fieldId, value);
  expect((await holder?.complete())?.status).toBe(200);
  const pdf = Buffer.from(
    await done(world.key, documentRoutes.readDocumentPdf, { params: { id: draft.id } }),
    'base64',
  );
  const texts = await textsIn(pdf);
  return (text: string) =>
    texts.find((one) => one.page === 1 && one.text === text) ?? expect.fail(`${text} is not on the page.`);
}

/** A value begins at the left of its field, and stands in it. */
function expectWithin(text: { x: number; y: number }, place: { xPosition: number; yPosition: number; height: number }) {
  expect(text.x - place.xPosition).toBeGreaterThanOrEqual(0);
  expect(text.x - place.xPosition).toBeLessThan(8);
  expect(text.y).toBeGreaterThan(place.yPosition);
  expect(text.y).toBeLessThan(place.yPosition + place.height);
}

describe.skipIf(!chromiumPath)('fields on a PDF (needs Chromium)', () => {
  test('are moved, resized, edited, removed and undone by keyboard, and sealed where they are', async () => {
    const { draft, first, second, page, errors } = await prepared();
    await expectAccessible(page, 'placing fields');

    await focus(page, box(page, 'First'));
    for (let count = 0; count < 12; count += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    const place = { xPosition: 191, yPosition: 101, width: 210, height: 31 };
    await expect.poll(() => fieldOf(draft, first)).toMatchObject(place);

    // The page ends at 0.
    await focus(page, box(page, 'Second'));
    for (let count = 0; count < 9; count += 1) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => fieldOf(draft, second)).toMatchObject({ xPosition: 0, yPosition: 300 });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(() => fieldOf(draft, second)).toMatchObject({ xPosition: 72, yPosition: 300 });

    await focus(page, box(page, 'Second'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('From the top').fill('420.5');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => fieldOf(draft, second)).toMatchObject({ xPosition: 72, yPosition: 420.5 });

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focus(page, box(page, 'Second'));
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await fieldsOf(draft)).length).toBe(1);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(async () => (await fieldsOf(draft)).length).toBe(2);
    const again = (await fieldsOf(draft)).find(({ id }) => id !== first);
    expect(again).toMatchObject({
      xPosition: 72,
      yPosition: 420.5,
      fieldType: 'text',
      label: 'Second',
      required: true,
    });

    const textAt = await sealedTexts(draft, { [first]: 'Moved', [again?.id ?? '']: 'Restored' });
    expectWithin(textAt('Moved'), place);
    expectWithin(textAt('Restored'), { xPosition: 72, yPosition: 420.5, height: 30 });
    expect(errors).toEqual([]);
  });

  test('are dragged and resized by the corner, and sealed where they are', async () => {
    const { draft, first, second, page, errors } = await prepared();
    const scale = ((await page.locator('.placing').boundingBox())?.width ?? 0) / 595.28;
    const drag = async (from: { x: number; y: number }, dx: number, dy: number) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + (dx * scale) / 2, from.y + (dy * scale) / 2);
      await page.mouse.move(from.x + dx * scale, from.y + dy * scale);
      await page.mouse.up();
    };
    const shown = async (label: string) =>
      (await box(page, label).boundingBox()) ?? expect.fail(`${label} is not shown.`);

    await box(page, 'First').scrollIntoViewIfNeeded();
    const at = await shown('First');
    await drag({ x: at.x + at.width / 2, y: at.y + at.height / 2 }, 140, 60);
    const near = (points: number) => expect.closeTo(points, -0.3);
    await expect.poll(() => fieldOf(draft, first)).toMatchObject({ xPosition: near(212), yPosition: near(160) });

    // It meets the left edge of the other field and covers it, which is said.
    await page.mouse.move(0, 0);
    const there = await shown('First');
    await drag({ x: there.x + 40, y: there.y + 10 }, -142, 150);
    await expect.poll(() => fieldOf(draft, first)).toMatchObject({ xPosition: 72, yPosition: near(310) });
    await status(page).getByText('Text First, Signer 1 overlaps Text Second, Signer 1 on page 1.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => fieldOf(draft, first)).toMatchObject({ xPosition: near(212), yPosition: near(160) });
    await expect.poll(() => status(page).count()).toBe(0);

    const second0 = await shown('Second');
    await page.mouse.click(second0.x + 20, second0.y + 8);
    const corner = (await box(page, 'Second').locator('.placed-corner').boundingBox()) ?? expect.fail('No corner.');
    await drag({ x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 }, 60, 20);
    await expect
      .poll(() => fieldOf(draft, second))
      .toMatchObject({ xPosition: 72, yPosition: 300, width: near(260), height: near(50) });

    const place = await fieldOf(draft, first);
    const textAt = await sealedTexts(draft, { [first]: 'Dragged', [second]: 'Wider' });
    expectWithin(textAt('Dragged'), place);
    expectWithin(textAt('Wider'), { xPosition: 72, yPosition: 300, height: 50 });
    expect(errors).toEqual([]);
  });

  test('are added where nothing is, also on a phone', async () => {
    const { draft, page, errors } = await prepared(PHONE);

    await page.getByLabel('Field to add').selectOption('date');
    await page.getByRole('button', { name: 'Add to page 1' }).tap();
    await expect.poll(async () => (await fieldsOf(draft)).length).toBe(3);
    expect((await fieldsOf(draft)).at(-1)).toMatchObject({ fieldType: 'date', xPosition: 72, yPosition: 132 });
    await page.getByRole('button', { name: /^Date , |^Date, / }).waitFor();
    await expectAccessible(page, 'placing fields on a phone');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    expect(errors).toEqual([]);
  });
});
