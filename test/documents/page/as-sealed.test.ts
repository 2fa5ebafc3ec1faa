import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aForm } from '#test/documents/pdf/fixtures.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { eventually, signersBrowser } from './browser.ts';
import { comparison, type Region } from './compare-pictures.ts';
import { filledDocument } from './filled-documents.ts';
import { drawn, headed } from './live-signers.ts';
import { signingServer } from './signing-server.ts';

/** Published files with every kind of form field; they are no part of this repository. */
const FOLDER = '../shared/pdfs';
const FILES = [
  'fancy_fields.pdf',
  'form_to_flatten.pdf',
  'sample_form.pdf',
  'annotation-text-widget.pdf',
  'annotation-choice-widget.pdf',
  'annotation-button-widget.pdf',
  'irs-fw9-2018.pdf',
  'with_update_sections.pdf',
  'with_cropbox.pdf',
  'issue14415.pdf',
].filter((name) => existsSync(join(FOLDER, name)));

/** Browsers put the baseline of a text onto a whole CSS pixel, so that is how close it can be compared. */
const SCALE = 1;
const DEVICE = {
  viewport: { width: 1000, height: 1300 },
  deviceScaleFactor: SCALE,
  bypassCSP: true,
};

/** The paper alone in its place; of the fields, what they hold and not what invites to fill them. */
const PAPER_ONLY = `
  #document { position: fixed; inset: 0; z-index: 99; overflow: auto; background: #fff; padding: 0 }
  .sheet { box-shadow: none !important }
  .entry, .tick, .sign { background-color: transparent !important; box-shadow: none !important }
  select.entry { background-image: none !important }
  .field[data-state="empty"], .beside-form, .whole-page { visibility: hidden !important }
`;

const browser = signersBrowser();
const world = preparedSigningWorld();
const linkOf = signingServer();

const PICTURES = process.env.PAGE_PICTURES;

async function pictureOf(page: Page, name: string): Promise<Buffer> {
  const picture = await page.locator('.sheet').first().screenshot();
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(join(PICTURES, `${name}.png`), picture);
  }
  return picture;
}

/** The first page with everything on it drawn. */
async function openPaper(link: string) {
  const sight = await browser.look(link, DEVICE);
  await drawn(sight);
  await eventually(() => sight.page.locator('.over-form:not(.in-form)').count()).toBe(0);
  await sight.page.evaluate(
    `document.fonts.load('16px "Noto Sans"').then(() => document.fonts.ready)`,
  );
  await sight.page.addStyleTag({ content: PAPER_ONLY });
  return sight;
}

interface Place extends Region {
  label: string;
}

/** Where each filled field and each widget of the form stands in the picture, with a little room around it. */
const placesIn = (page: Page) =>
  page.evaluate<Place[]>(`(() => {
    const sheet = document.querySelector('.sheet');
    const paper = sheet.getBoundingClientRect();
    const boxes = sheet.querySelectorAll('.field[data-state="filled"]:not(.beside-form), .form-drawing');
    return [...boxes].map((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return {
        label: box.querySelector('[aria-label]')?.getAttribute('aria-label') ?? '',
        left: Math.floor((left - paper.left) * ${SCALE}) - 4,
        top: Math.floor((top - paper.top) * ${SCALE}) - 4,
        width: Math.ceil(width * ${SCALE}) + 8,
        height: Math.ceil(height * ${SCALE}) + 8,
      };
    });
  })()`);

/**
 * At most this share of what a value leaves on the paper may be farther than a CSS pixel (three quarters of
 * a point) from where the sealed file has it, and for marks of few pixels at most so many of them.
 */
const UNMATCHED_SHARE = 0.02;
const UNMATCHED_PIXELS = 6;

describe.skipIf(!chromiumPath)('what a signer sees is what is sealed (needs Chromium)', () => {
  test.each(['a form of our own', ...FILES])(
    '%s: every type of field',
    { timeout: 120_000 },
    async (name) => {
      const file = name.endsWith('.pdf') ? readFileSync(join(FOLDER, name)) : await aForm();
      const { own, other } = await filledDocument(world, file);

      const mine = await openPaper(linkOf(own.token));
      const places = await placesIn(mine.page);
      const entered = await pictureOf(mine.page, `${name} own`);
      await mine.page.addStyleTag({
        content: '.field, .form-drawing { visibility: hidden !important }',
      });
      const blank = await pictureOf(mine.page, `${name} blank`);
      expect((await own.complete()).status).toBe(200);

      const theirs = await openPaper(linkOf(other.token));
      const read = await pictureOf(theirs.page, `${name} other`);
      expect((await other.complete()).status).toBe(200);

      const final = await browser.look(linkOf(other.token), DEVICE);
      await headed(final, 'The document is complete');
      await drawn(final);
      await final.page.addStyleTag({ content: PAPER_ONLY });
      const sealed = await pictureOf(final.page, `${name} sealed`);

      expect(places.filter(({ label }) => label !== '').length).toBeGreaterThanOrEqual(8);
      const whole = { label: 'the whole page', left: 0, top: 0, width: 1e5, height: 1e5 };
      const views = [
        ['own view', comparison(entered, sealed, blank)] as const,
        ['view of another signer', comparison(read, sealed, blank)] as const,
      ];
      const differing = [whole, ...places].flatMap((place) =>
        views.flatMap(([view, compareIn]) => {
          const { unmatched, ink } = compareIn(place);
          const said = `${place.label || 'a widget'}, ${view}: ${unmatched} of ${ink} pixels`;
          if (PICTURES) console.log(name, said, JSON.stringify(place));
          const isEmpty = ink === 0 && place.label !== '';
          return isEmpty || unmatched > Math.max(UNMATCHED_PIXELS, UNMATCHED_SHARE * ink)
            ? said
            : [];
        }),
      );
      expect(differing).toEqual([]);
      for (const sight of [mine, theirs, final]) expect(sight.errors).toEqual([]);
    },
  );
});
