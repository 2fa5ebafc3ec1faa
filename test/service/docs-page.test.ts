import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiDocument } from '#shared/service/api-document.ts';
import { CONTENT_SECURITY_POLICY, docsPage } from '#shared/service/docs-page.ts';
import { docsStartScript } from '#shared/service/docs-start-script.ts';
import { chromiumPath, STEP_MS, sharedChromium } from '#test/support/chromium.ts';

const ORIGIN = 'https://assay.example';
const { resolve } = createRequire(import.meta.url);

interface Answer {
  body: string;
  contentType: string;
  headers?: Record<string, string>;
}

const ANSWERS: Record<string, () => Answer> = {
  '/docs': () => ({
    body: docsPage(),
    contentType: 'text/html',
    headers: { 'content-security-policy': CONTENT_SECURITY_POLICY },
  }),
  '/docs/start.js': () => ({ body: docsStartScript, contentType: 'text/javascript' }),
  '/docs/swagger-ui.css': () => fileOf('swagger-ui.css', 'text/css'),
  '/docs/swagger-ui-bundle.js': () => fileOf('swagger-ui-bundle.js', 'text/javascript'),
  '/api/v1/openapi.json': () => ({
    body: JSON.stringify(apiDocument()),
    contentType: 'application/json',
  }),
};

const fileOf = (file: string, contentType: string): Answer => ({
  body: readFileSync(resolve(`swagger-ui-dist/${file}`), 'utf8'),
  contentType,
});

describe.skipIf(!chromiumPath)('API reference page (needs Chromium)', () => {
  let page: Page;

  beforeAll(async () => {
    page = await (await sharedChromium()).newPage();
    page.setDefaultTimeout(STEP_MS);
    await page.route(`${ORIGIN}/**`, (route) => {
      const answer = ANSWERS[new URL(route.request().url()).pathname]?.();
      return route.fulfill(answer ?? { status: 404, body: '' });
    });
    await page.goto(`${ORIGIN}/docs`);
    await page.locator('.opblock').first().waitFor();
  });

  afterAll(() => page.close());

  const filterBy = (phrase: string) => page.getByLabel('Filter operations').fill(phrase);
  // The events below them are not operations, and stay when these are filtered.
  const drawn = '.opblock:not(.webhooks *)';
  const shown = () => page.locator(`${drawn} .opblock-summary-path`).allTextContents();
  const plain = (paths: string[]) => paths.map((path) => path.replaceAll('\u200b', ''));

  test('API reference page: the filter finds operations by words of their summary', async () => {
    await filterBy('rotate secret webhook');

    await expect.poll(async () => plain(await shown())).toEqual(['/api/v1/webhooks/{id}/rotate-secret']);
  });

  test('API reference page: the filter finds operations by method and path', async () => {
    await filterBy('DELETE /templates');

    await expect.poll(async () => plain(await shown())).toEqual(['/api/v1/templates/{id}']);
  });

  test('API reference page: an empty filter shows every operation', { tags: 'full' }, async () => {
    await filterBy('nothing has this name');
    await expect.poll(shown).toEqual([]);

    await filterBy('');

    const operations = Object.values(apiDocument().paths).flatMap((path) => Object.keys(path));
    const found = new Set<string>();
    await expect.poll(() => scrollOn(found), { interval: 200 }).toBe(operations.length);
  });

  /** Swagger UI draws the part of a long list that is visible, some time after it was scrolled to. */
  async function scrollOn(found: Set<string>): Promise<number> {
    const ids = await page.locator(drawn).evaluateAll((blocks) => blocks.map(({ id }) => id));
    for (const id of ids) found.add(id);
    // Text, because tests are type-checked without the types of a browser.
    await page.evaluate(`
      if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) scrollTo(0, 0);
      else scrollBy(0, innerHeight / 2);
    `);
    return found.size;
  }

  test('API reference page: the example of a response shows realistic values', async () => {
    await filterBy('GET readDocument documents/{id}');
    await expect.poll(async () => (await shown()).length).toBe(3);
    await page.locator('.opblock-summary').first().click();

    const example = page.locator('.responses-table .example').first();

    await expect.poll(() => example.textContent()).toContain('Residential lease');
  });

  test('API reference page: references are resolved, so a shared problem is shown with its example', async () => {
    await filterBy('POST createSubject');
    await expect.poll(async () => plain(await shown())).toEqual(['/api/v1/risk/subjects']);
    await page.locator(`${drawn} .opblock-summary`).first().click();

    const refused = page.locator('.responses-table tr.response[data-code="415"]').first();

    await expect.poll(() => refused.textContent()).toContain('unsupported_media_type');
    await expect
      .poll(() => page.locator(`${drawn} .opblock-section-request-body`).textContent())
      .toContain('externalId');
  });
});
