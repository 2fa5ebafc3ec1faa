import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, settled } from './console-browser.ts';
import { answers } from './filled.ts';
import { ID } from './screens.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const SOURCE = '# Lease\n\nFirst line\n\nSecond line\n\nThird line\n';

/** A service with one template, whose preview has as many pages as the source has the word `page`, and at least one. */
async function service() {
  const pdfs = await Promise.all([1, 2, 3].map(pdfOf));
  let stored = {
    ...(await templateExample()),
    source: SOURCE,
    sampleData: { tenant: 'Ada Example' },
    revision: 3,
    name: 'Lease',
  };
  const saves: Record<string, unknown>[] = [];
  const answering: Answering = (call) => {
    const body = (call.body ?? {}) as { source?: string; revision?: number };
    switch (call.route) {
      case 'documents.readTemplate':
        return { body: stored };
      case 'documents.previewTemplate': {
        const source = body.source ?? '';
        const wrong = source.split('\n').flatMap((line, index) => (line.includes('wrong') ? [index + 1] : []));
        if (wrong.length > 0)
          return {
            status: 422,
            body: {
              code: 'invalid_template',
              detail: 'The template cannot be rendered.',
              errors: wrong.map((line) => ({ path: `source:${line}:3`, message: `Line ${line} is wrong.` })),
            },
          };
        const pages = Math.min(3, Math.max(1, source.split('page').length - 1));
        return { body: pdfs[pages - 1] };
      }
      case 'documents.checkTemplate':
        return {
          body: {
            signerRoles: [{ id: 'tenant', label: 'The tenant' }],
            fields: [],
            findings: [],
          },
        };
      case 'documents.uploadTemplateImage':
        return { status: 201, body: { sha256: 'b'.repeat(64), format: 'svg', width: 9, height: 9, sizeBytes: 9 } };
      case 'documents.createTemplate':
      case 'documents.updateTemplate':
        saves.push(body);
        if (body.revision !== undefined && body.revision !== stored.revision)
          return { status: 409, body: { code: 'stale_revision', detail: 'Newer.', revision: stored.revision } };
        stored = { ...stored, ...body, revision: (body.revision ?? 0) + 1 };
        return { status: call.route === 'documents.createTemplate' ? 201 : 200, body: stored };
      default:
        return answers(call);
    }
  };
  return {
    answering,
    saves,
    /** Another person saves. */
    meanwhile: (source: string) => {
      stored = { ...stored, source, revision: stored.revision + 1 };
    },
  };
}

async function templateExample() {
  return {
    id: ID,
    kind: 'markdown',
    description: null,
    pageSize: 'A4',
    language: null,
    sourceHash: 'a'.repeat(64),
    signerRoles: [],
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-01T08:00:00.000Z',
    images: {},
    pages: null,
    hasForm: false,
    fields: [],
  };
}

async function pdfOf(pages: number): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) file.addPage([300, 400]);
  return file.save();
}

const sourceField = (page: Page) => page.getByLabel('Source in Markdown and Liquid');
const picture = (page: Page, name: string) =>
  page.getByRole('img', { name, exact: true }).and(page.locator('[data-drawn]'));

describe.skipIf(!chromiumPath)('template editor (needs Chromium)', () => {
  test('an image is uploaded, written at the cursor with its text to be typed over, previewed, saved and removed', async () => {
    const { answering, saves } = await service();
    const { page, errors, stub } = await browser.open(`/test/templates/${ID}/edit`, answering);
    await picture(page, 'Page 1 of 1').waitFor();
    await sourceField(page).press('Control+Home');
    for (const _line of [1, 2]) await page.keyboard.press('ArrowDown');

    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'Our Logo (new).svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByRole('button', { name: 'Insert our-logo-new' }).waitFor();
    await page.keyboard.type('Logo of Example');

    const written = SOURCE.replace('First', '![Logo of Example](image:our-logo-new)First');
    await expect.poll(() => sourceField(page).inputValue()).toBe(written);
    const images = { 'our-logo-new': 'b'.repeat(64) };
    expect(stub.calls.find(({ route }) => route === 'documents.uploadTemplateImage')?.body).toEqual({
      image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    });
    const previews = () => stub.calls.filter(({ route }) => route === 'documents.previewTemplate');
    await expect.poll(() => previews().at(-1)?.body).toMatchObject({ source: written, images });
    await page.getByRole('button', { name: 'Save revision 4' }).click();
    await expect.poll(() => saves).toEqual([expect.objectContaining({ source: written, images })]);
    await expectAccessible(page, 'template editor with an image');

    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
    await page.getByText('a.gif is not a PNG or SVG. It was not sent.').waitFor();
    await page.getByRole('button', { name: 'Remove our-logo-new' }).click();
    await expect.poll(() => previews().at(-1)?.body).toMatchObject({ images: {} });
    expect(errors).toEqual([]);
  });

  test('the preview follows the text, stays at its page, and an older answer never replaces a newer one', async () => {
    const { answering } = await service();
    const { page, errors, stub } = await browser.open(`/test/templates/${ID}/edit`, answering);
    await picture(page, 'Page 1 of 1').waitFor();
    await page.getByText('The tenant').waitFor();

    // The answer to the first change arrives after the answer to the second.
    const held: (() => void)[] = [];
    await page.route('**/templates/markdown/preview', async (route) => {
      if (route.request().postData()?.includes('held')) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue().catch(() => undefined);
    });
    await sourceField(page).fill('held page page page');
    await expect.poll(() => held.length).toBe(1);
    await sourceField(page).fill('page page');
    await picture(page, 'Page 1 of 2').waitFor();
    for (const release of held) release();
    await page.waitForLoadState('networkidle');
    await picture(page, 'Page 1 of 2').waitFor();

    await page.getByRole('button', { name: 'Next page' }).click();
    await picture(page, 'Page 2 of 2').waitFor();
    await sourceField(page).fill('page page page');
    await picture(page, 'Page 2 of 3').waitFor();

    // Keys that follow each other fast are one request.
    const before = stub.calls.length;
    await sourceField(page).press('End');
    await page.keyboard.type('abcdefghij');
    await expect
      .poll(() =>
        stub.calls
          .slice(before)
          .map(({ body }) => JSON.stringify(body))
          .join(),
      )
      .toContain('abcdefghij');
    const previews = stub.calls.slice(before).filter(({ route }) => route === 'documents.previewTemplate');
    expect(previews.length).toBeLessThan(10);
    expect(errors).toEqual([]);
  });

  test('findings are listed, marked at their line, and F8 goes from one to the next', async () => {
    const { answering } = await service();
    const { page, errors } = await browser.open(`/test/templates/${ID}/edit`, answering);
    await picture(page, 'Page 1 of 1').waitFor();
    await sourceField(page).fill('# Good\n\nis wrong\n\nis wrong too\n');
    await page.getByText('2 findings').waitFor();
    await page.getByText('The last source without findings').waitFor();
    expect(await page.locator('.code-lines > .is-wrong').allInnerTexts()).toEqual(['is wrong', 'is wrong too']);
    const cursor = () => sourceField(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart);
    await sourceField(page).focus();
    await page.keyboard.press('F8');
    expect(await cursor()).toBe('# Good\n\nis'.length);
    await page.keyboard.press('F8');
    expect(await cursor()).toBe('# Good\n\nis wrong\n\nis'.length);
    await page.keyboard.press('F8');
    expect(await cursor()).toBe('# Good\n\nis'.length);
    await page.keyboard.press('Shift+F8');
    expect(await cursor()).toBe('# Good\n\nis wrong\n\nis'.length);
    await page.getByLabel('Sample data as JSON').fill('{\n  "a": \n}');
    await page.getByText('The sample data is not valid JSON.').first().waitFor();
    await expectAccessible(page, 'findings');
    expect(errors).toEqual([]);
  });

  test('unsaved text survives a reload and can be discarded', async () => {
    const { answering } = await service();
    const { page } = await browser.open(`/test/templates/${ID}/edit`, answering, PHONE);
    await sourceField(page).fill('# Half a sentence');
    await page.reload();
    await settled(page);
    await page.getByText('Your unsaved changes were restored.').waitFor();
    expect(await sourceField(page).inputValue()).toBe('# Half a sentence');
    await expectAccessible(page, 'restored on a phone');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await sourceField(page).inputValue()).toBe(SOURCE);
    await page.reload();
    await settled(page);
    expect(await sourceField(page).inputValue()).toBe(SOURCE);
  });

  test('a revision that another person saved is merged, and nothing of either is lost', async () => {
    const { answering, saves, meanwhile } = await service();
    const { page, errors } = await browser.open(`/test/templates/${ID}/edit`, answering);
    await sourceField(page).fill(SOURCE.replace('First line', 'My first line').replace('Third line', 'My third line'));
    meanwhile(SOURCE.replace('Second line', 'Their second line').replace('Third line', 'Their third line'));
    await sourceField(page).press('Control+s');
    await page.getByRole('heading', { name: 'Merge with revision 4' }).waitFor();
    await page.getByText('One place was changed by both of you.').waitFor();
    await expectAccessible(page, 'merge');
    const use = page.getByRole('button', { name: 'Use the merged text' });
    expect(await use.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Both, theirs first').focus();
    await page.keyboard.press('Space');
    await use.focus();
    await page.keyboard.press('Enter');
    const merged = SOURCE.replace('First line', 'My first line')
      .replace('Second line', 'Their second line')
      .replace('Third line', 'Their third line\nMy third line');
    expect(await sourceField(page).inputValue()).toBe(merged);
    expect(saves).toHaveLength(1);
    await sourceField(page).press('Control+s');
    await page.getByText('Saved as revision 5.').waitFor();
    expect(saves[1]).toMatchObject({ source: merged, revision: 4 });
    expect(errors).toEqual([]);
  });

  test('a new template begins with an example and opens for further writing', async () => {
    const { answering, saves } = await service();
    const { page, errors } = await browser.open('/test/templates/new', answering);
    await page.getByLabel('Begin with').selectOption({ label: 'Agreement of two parties' });
    await picture(page, 'Page 1 of 1').waitFor();
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.waitForURL(/templates\/[0-9a-f-]+\/edit/);
    expect(saves[0]).toMatchObject({ name: 'Agreement', sampleData: { client: 'Example Ltd' }, pageSize: 'A4' });
    expect(errors).toEqual([]);
  });
});
