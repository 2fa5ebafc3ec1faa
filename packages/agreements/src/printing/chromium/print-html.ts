import type { HTTPRequest, Page } from 'puppeteer-core';
import type { ImageFile } from '../printer.ts';
import { openBrowser } from './browser.ts';
import { imagePath } from './html.ts';

/**
 * A URL that does not exist; requests for it are answered with the page or one of its images, all others are blocked.
 */
const ADDRESS = 'http://document.invalid/';
export const IMAGE_ORIGIN = new URL(ADDRESS).origin;
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src ${IMAGE_ORIGIN}; sandbox`;
const IMAGE_TYPES = { png: 'image/png', svg: 'image/svg+xml' };

type Images = ReadonlyMap<string, ImageFile>;

export async function printHtml(html: string, images: Images = new Map()): Promise<Uint8Array> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  try {
    await lockDown(page, html, images);
    await page.goto(ADDRESS, { waitUntil: 'load', timeout: 0 });
    return await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
      timeout: 0,
    });
  } finally {
    await page.close().catch(() => undefined);
  }
}

async function lockDown(page: Page, html: string, images: Images): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  let isAnswered = false;
  const byAddress = new Map([...images].map(([name, image]) => [new URL(imagePath(name), ADDRESS).href, image]));
  page.on('request', (request: HTTPRequest) => {
    const isDocument = request.url() === ADDRESS && !isAnswered;
    isAnswered = true;
    const headers = { 'content-security-policy': POLICY };
    const image = byAddress.get(request.url());
    const answer = () => {
      if (isDocument) return request.respond({ contentType: 'text/html; charset=utf-8', headers, body: html });
      if (!image) return request.abort();
      return request.respond({ contentType: IMAGE_TYPES[image.format], headers, body: image.content });
    };
    void answer().catch(() => undefined);
  });
}
