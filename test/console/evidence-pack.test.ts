import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { uuid } from './filled-base.ts';
import { SUBJECT } from './screens.ts';
import type { Answering } from './stub-service.ts';

/** An evidence pack is asked for, followed and downloaded; the audit log shows roots and proofs. */
const browser = consoleBrowser();
const EVENT = uuid(10, 1);

const PACK = {
  id: uuid(60, 1),
  status: 'running',
  total: null,
  done: 40,
  failed: 0,
  createdBy: `user:${uuid(1, 1)}`,
  createdAt: '2026-03-15T11:59:00.000Z',
  startedAt: '2026-03-15T11:59:00.000Z',
  estimatedEndAt: null,
  endedAt: null,
  subjectId: SUBJECT,
  documentIds: [],
  includeNotes: true,
  expiresAt: null,
  report: null,
  archive: null,
};
const FILE = { fileName: 'evidence', sizeBytes: 10, url: 'about:blank' };
const READY = {
  ...PACK,
  status: 'completed',
  done: 52,
  endedAt: '2026-03-15T12:00:00.000Z',
  expiresAt: '2026-03-22T12:00:00.000Z',
  report: { ...FILE, sha256: 'a'.repeat(64) },
  archive: { ...FILE, manifestSha256: 'b'.repeat(64) },
};

describe.skipIf(!chromiumPath)('evidence packs and the audit log in the console (needs Chromium)', () => {
  test.each([1440, 390])('evidence pack: made from the page of a subject, with progress, at %i px', async (width) => {
    let isReady = false;
    const answering: Answering = (call) => {
      if (call.route === 'jobs.createEvidencePack') return { status: 201, body: PACK };
      if (call.route === 'jobs.readEvidencePack') return { body: isReady ? READY : PACK };
      return answers(call);
    };
    const viewport = { width, height: 900 };
    const { page, stub, errors } = await browser.open(`/test/subjects/${SUBJECT}`, answering, { viewport });
    await page.getByRole('button', { name: 'Evidence pack' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Include internal notes').check();
    await expectAccessible(page, 'dialog of a pack');
    await dialog.getByRole('button', { name: 'Make the pack' }).click();
    await dialog.getByText('Running: 40 records so far.').waitFor();
    const asked = stub.calls.filter(({ route }) => route === 'jobs.createEvidencePack');
    expect(asked.map(({ body }) => body)).toEqual([{ documentIds: [], includeNotes: true }]);
    isReady = true;
    await dialog.getByText('Ready: 52 records.').waitFor();
    await dialog.getByRole('button', { name: 'Download the archive' }).waitFor();
    await expectAccessible(page, 'pack that is ready');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/pack-${width}.png` });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
  });

  test.each([1440, 390])(
    'audit log: an event leads to its proof, and roots are listed by day, at %i px',
    async (width) => {
      const viewport = { width, height: 900 };
      const { page, errors } = await browser.open('/test/events', answers, { viewport });
      await page.locator('button[aria-expanded="false"].link').first().click();
      await page.getByRole('link', { name: 'Proof of this event' }).click();
      await page.getByText('4,211 of 4,512').waitFor();
      await page.getByRole('cell', { name: '2026-03-14' }).waitFor();
      await page.getByText('+312').waitFor();
      await expectAccessible(page, 'audit log');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: `${process.env.SCREENSHOTS}/audit-${width}.png`, fullPage: true });
      expect(errors).toEqual([]);
    },
  );

  test('audit log: an event of today has no proof yet, and that is said', async () => {
    const { page } = await browser.open(`/test/audit?event=${EVENT}`, (call) =>
      call.route === 'risk.readEventProof'
        ? { status: 409, body: { code: 'event_not_sealed', detail: 'The event is not sealed yet.' } }
        : answers(call),
    );
    await page.getByText('The event is not sealed yet.').waitFor();
  });
});
