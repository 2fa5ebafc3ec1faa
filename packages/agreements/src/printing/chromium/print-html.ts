import type { HTTPRequest, Page } from 'puppeteer-core';
import { openBrowser } from './browser.ts';

/**
 * A URL that does not exist; requests for it are answered with the page, all others are blocked.
 */
const ADDRESS = 'http://document.invalid/';
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export async function printHtml(html: string): Promise<Uint8Array> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  try {
    await lockDown(page, html);
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

async function lockDown(page: Page, html: string): Promise<void> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  let isAnswered = false;
  page.on('request', (request: HTTPRequest) => {
    const isDocument = request.url() === ADDRESS && !isAnswered;
    isAnswered = true;
    const headers = { 'content-security-policy': POLICY };
    void (
      isDocument ? request.respond({ contentType: 'text/html; charset=utf-8', headers, body: html }) : request.abort()
    ).catch(() => undefined);
  });
}
