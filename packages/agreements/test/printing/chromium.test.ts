import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killBrowser, openBrowser } from '../../src/printing/chromium/browser.ts';
import { finishChromiumPdf } from '../../src/printing/chromium/finish-pdf.ts';
import { printHtml } from '../../src/printing/chromium/print-html.ts';
import { chromiumPrinter, hasChromium } from './printers.ts';
import { textsIn, wholeText } from './read-pdf.ts';
import { paragraph, printed, signatures } from './trees.ts';

describe.runIf(hasChromium)('the browser (needs Chromium)', () => {
  const asked: string[] = [];
  const secret = join(tmpdir(), `assay-secret-${process.pid}.txt`);
  let server: Server;
  let address: string;

  beforeAll(async () => {
    writeFileSync(secret, 'do-not-print-me');
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('do-not-print-me');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    rmSync(secret);
    await killBrowser();
  });

  test('has no network access and runs no script, even if a page requests it', async () => {
    const html = `<!doctype html><title>x</title>
      <link rel="stylesheet" href="${address}/style"><link rel="preconnect" href="${address}">
      <meta http-equiv="refresh" content="0;url=${address}/refresh">
      <style>@import url("${address}/import"); body { background: url(${address}/background) }</style>
      <p>Printed</p><script>document.write('do-not-' + 'print-me')</script>
      <img src="${address}/image"><iframe src="${address}/frame"></iframe>
      <iframe src="file://${secret}"></iframe><object data="file://${secret}"></object>
      <embed src="file://${secret}"><form action="${address}/form"><input autofocus></form>`;

    const pdf = await printHtml(html);

    const text = (await textsIn(pdf)).map((item) => item.text).join('');
    expect(text).toContain('Printed');
    expect(text).not.toContain('do-not-print-me');
    expect(asked).toEqual([]);
  });

  test('prints the same bytes after other pages have been printed', async () => {
    const heads = '<th>h</th>'.repeat(80);
    const cells = '<td>1</td>'.repeat(80);
    const html = `<!doctype html><title>x</title><table><thead><tr>${heads}</thead><tr>${cells}</table>`;
    const pdf = Buffer.from(await printHtml(html)).toString('latin1');
    const later = pdf.replace(/node(\d{8})/g, (_, digits: string) => {
      return `node${String(Number(digits) + 20).padStart(8, '0')}`;
    });
    const finished = (text: string) => finishChromiumPdf(Buffer.from(text, 'latin1'), () => undefined);

    const [first, second] = [await finished(pdf), await finished(later)];

    expect(later).not.toBe(pdf);
    expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
    const text = Buffer.from(first.pdf).toString('latin1');
    expect(text).not.toContain('(node');
    // Every header that a cell names is one that is there.
    const named = [...text.matchAll(/\/Headers \[ \((\w+)\) \]/g)].map(([, id]) => id);
    const ids = [...text.matchAll(/\/ID \((\w+)\)/g)].map(([, id]) => id);
    expect(named).not.toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(named));
    expect(new Set(ids).size).toBe(80);
  });

  test('is reused between prints, and restarted after it was killed', async () => {
    const first = (await openBrowser()).process()?.pid;
    await printed(chromiumPrinter, paragraph('a'));
    const second = (await openBrowser()).process()?.pid;
    await killBrowser();
    const { pdf } = await printed(chromiumPrinter, paragraph('b'));
    const third = (await openBrowser()).process()?.pid;

    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(await wholeText(pdf)).toBe('b');
  });

  test('removes the links that marked the signatures', async () => {
    const { pdf, signatures: places } = await printed(chromiumPrinter, signatures(['a', null], ['b', null]));

    expect(places.map(({ role }) => role)).toEqual(['a', 'b']);
    const bytes = Buffer.from(pdf).toString('latin1');
    expect(bytes).not.toContain('.invalid');
    expect(bytes).not.toContain('/OBJR');
    expect(bytes).not.toMatch(/CreationDate|ModDate/);
  });
});
