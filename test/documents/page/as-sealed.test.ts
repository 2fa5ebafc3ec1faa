import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { aColouredForm, aForm, aLayeredPdf } from '#packages/agreements/test/pdf/fixtures.ts';
import { hasPoppler, pngOf } from '#packages/agreements/test/pdf/pixels.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { preparedSigningWorld } from '#test/support/prepared-signing-world.ts';
import { done } from '#test/support/signing-world.ts';
import { isFull, walked } from '#test/support/soak.ts';
import { PUBLISHED_PDFS } from '#test/support/tools.ts';
import { eventually, signersBrowser } from './browser.ts';
import { comparison, type Region } from './compare-pictures.ts';
import { colouredDocument, documentInScripts, filledDocument, IN_SCRIPTS } from './filled-documents.ts';
import { drawn, headed } from './live-signers.ts';
import { signingServer } from './signing-server.ts';

/** Published files with every kind of form field; they are not part of this repository. */
const PUBLISHED = [
  'annotation-choice-widget.pdf',
  'fancy_fields.pdf',
  'sample_form.pdf',
  'irs-fw9-2018.pdf',
  'form_to_flatten.pdf',
  'annotation-text-widget.pdf',
  'annotation-button-widget.pdf',
  'with_update_sections.pdf',
  'with_cropbox.pdf',
  'issue14415.pdf',
];
const FILES = walked(PUBLISHED, () => []).filter((name) => existsSync(join(PUBLISHED_PDFS, name)));

/** Browsers align baselines to whole CSS pixels, which limits the precision of the comparison. */
const SCALE = 1;
const DEVICE = {
  viewport: { width: 1000, height: 1300 },
  deviceScaleFactor: SCALE,
  bypassCSP: true,
};

/** Only the paper with the values of fields, without their highlights. */
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

async function pictureOf(page: Page, name: string, pageNumber = 1): Promise<Buffer> {
  const picture = await page
    .locator('.sheet')
    .nth(pageNumber - 1)
    .screenshot();
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    writeFileSync(join(PICTURES, `${name}.png`), picture);
  }
  return picture;
}

/** The first page, completely drawn. */
async function openPaper(link: string) {
  const sight = await browser.look(link, DEVICE);
  await drawn(sight);
  await eventually(() => sight.page.locator('.over-form:not(.in-form)').count()).toBe(0);
  await sight.page.evaluate(`document.fonts.load('16px "Noto Sans"').then(() => document.fonts.ready)`);
  await sight.page.addStyleTag({ content: PAPER_ONLY });
  return sight;
}

interface Place extends Region {
  label: string;
  /** Drawn by pdf.js in both. */
  isForm: boolean;
}

/** The place of each filled field and widget in the picture, with a small margin. */
const placesIn = (page: Page, pageNumber = 1) =>
  page.evaluate<Place[]>(`(() => {
    const sheet = document.querySelectorAll('.sheet')[${pageNumber - 1}];
    const paper = sheet.getBoundingClientRect();
    const boxes = sheet.querySelectorAll('.field[data-state="filled"]:not(.beside-form), .form-drawing');
    return [...boxes].map((box) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return {
        label: (box.querySelector('[aria-label]') ?? box).getAttribute('aria-label') ?? '',
        isForm: box.matches('.form-drawing, .over-form'),
        left: Math.floor((left - paper.left) * ${SCALE}) - 4,
        top: Math.floor((top - paper.top) * ${SCALE}) - 4,
        width: Math.ceil(width * ${SCALE}) + 8,
        height: Math.ceil(height * ${SCALE}) + 8,
      };
    });
  })()`);

/** The second page of the files has no kind of value that the first lacks. */
const PAGES = isFull ? [1, 2] : [1];

async function picturesOfPages(page: Page, name: string): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const number of PAGES) {
    const sheet = page.locator('.sheet').nth(number - 1);
    await sheet.scrollIntoViewIfNeeded();
    await eventually(async () => (await sheet.getAttribute('class'))?.includes('drawn')).toBe(true);
    pictures.push(await pictureOf(page, `${name} ${number}`, number));
  }
  return pictures;
}

function whitePicture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  return PNG.sync.write(png);
}

/** The places of fields only. */
async function picturesWithPlaces(page: Page, name: string) {
  const pictures = await picturesOfPages(page, `coloured ${name}`);
  return Promise.all(
    pictures.map(async (picture, index) => ({
      picture,
      places: (await placesIn(page, index + 1)).filter(({ label }) => label !== ''),
    })),
  );
}

/** A page that begins between two pixels may have one more or less. */
function cropped(...pictures: [Buffer, Buffer, Buffer]): [Buffer, Buffer, Buffer] {
  const pngs = pictures.map((picture) => PNG.sync.read(picture));
  const width = Math.min(...pngs.map((png) => png.width));
  const height = Math.min(...pngs.map((png) => png.height));
  const [one, other, blank] = pngs.map((png) => {
    const part = new PNG({ width, height });
    PNG.bitblt(png, part, 0, 0, width, height, 0, 0);
    return PNG.sync.write(part);
  });
  if (!one || !other || !blank) throw new Error('A picture is missing.');
  return [one, other, blank];
}

/**
 * How many CSS pixels (0.75 pt each) a pixel may be away from where the sealed file has it, and which share of
 * what a value leaves on the paper may be farther. What pdf.js draws in both pictures agrees but for rounding.
 * Text that the browser sets has its baseline on a whole pixel and its line centred by ascent and descent,
 * where the printer centres capitals: together less than two pixels. Small letters are smoothed differently:
 * up to 7 % of a date of 8 pt was unmatched, and with a font a tenth too large 12 % to 21 % of every text.
 */
const TOLERANCES = { form: { reach: 1, share: 0.05 }, text: { reach: 2, share: 0.08 } };
/** The same text drawn by two renderers; a text that is missing in one of them is unmatched as a whole. */
const POPPLER_SHARE = 0.05;
/** Fewer are no text of ten letters. */
const TEXT_PIXELS = 100;
/** Of marks that have few pixels. */
const UNMATCHED_PIXELS = 6;

describe.skipIf(!chromiumPath)('the signing page shows what is sealed (needs Chromium)', () => {
  test.each(['a form of our own', ...FILES])(
    '%s: every type of field looks as sealed',
    { tags: 'full', timeout: 600_000 },
    async (name) => {
      const file = name.endsWith('.pdf') ? readFileSync(join(PUBLISHED_PDFS, name)) : await aForm();
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
      const whole = {
        label: 'the whole page',
        isForm: true,
        left: 0,
        top: 0,
        width: 1e5,
        height: 1e5,
      };
      const views = Object.entries({ 'own view': entered, 'view of another signer': read }).map(([view, picture]) => ({
        view,
        form: comparison(picture, sealed, blank, TOLERANCES.form.reach),
        text: comparison(picture, sealed, blank, TOLERANCES.text.reach),
      }));
      const differing = [whole, ...places].flatMap((place) =>
        views.flatMap((view) => {
          const kind = place.isForm ? 'form' : 'text';
          const { unmatched, ink } = view[kind](place);
          const said = `${place.label || 'a widget'}, ${view.view}: ${unmatched} of ${ink} pixels`;
          if (PICTURES) console.log(name, said);
          const isEmpty = ink === 0 && place.label !== '';
          const most = Math.max(UNMATCHED_PIXELS, TOLERANCES[kind].share * ink);
          return isEmpty || unmatched > most ? said : [];
        }),
      );
      expect(differing).toEqual([]);
      for (const sight of [mine, theirs, final]) expect(sight.errors).toEqual([]);
    },
  );

  test.skipIf(!hasPoppler)(
    'a form with backgrounds: every value looks as in the sealed file (needs Poppler)',
    { timeout: 600_000 },
    async () => {
      const { id, own, other } = await colouredDocument(world, await aColouredForm());
      const mine = await openPaper(linkOf(own.token));
      const pages = await picturesWithPlaces(mine.page, 'own');
      await mine.page.addStyleTag({
        content: '.field, .form-drawing { visibility: hidden !important }',
      });
      const blanks = await picturesOfPages(mine.page, 'coloured blank');
      expect((await own.complete()).status).toBe(200);
      const theirs = await openPaper(linkOf(other.token));
      const read = await picturesOfPages(theirs.page, 'coloured other');
      expect((await other.complete()).status).toBe(200);
      const sealed = Buffer.from(await done(world.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');

      const differing = pages.flatMap(({ picture, places }, index) => {
        const blank = blanks[index] ?? picture;
        const drawnPage = pngOf(sealed, index + 1, PNG.sync.read(picture));
        if (PICTURES) writeFileSync(join(PICTURES, `coloured sealed ${index + 1}.png`), drawnPage);
        const views = { 'own view': picture, 'view of another signer': read[index] ?? blank };
        return Object.entries(views).flatMap(([view, seen]) => {
          const [a, b, empty] = cropped(seen, drawnPage, blank);
          const compare = comparison(a, b, empty, TOLERANCES.text.reach);
          return places.flatMap((place) => {
            const { unmatched, ink } = compare(place);
            const said = `${place.label}, page ${index + 1}, ${view}: ${unmatched} of ${ink} pixels`;
            if (PICTURES) console.log(said);
            return ink < TEXT_PIXELS || unmatched > POPPLER_SHARE * ink ? said : [];
          });
        });
      });
      const kinds = [
        ['covered', 'foreign 1', 'latin 1', 'plain 1', 'prefilled 1'],
        ['foreign 2', 'latin 2', 'plain 2', 'prefilled 2'],
      ];
      expect(pages.map(({ places }) => places.map(({ label }) => label.split(':')[0]).sort())).toEqual(
        kinds.slice(0, PAGES.length),
      );
      expect(differing).toEqual([]);
      for (const sight of [mine, theirs]) expect(sight.errors).toEqual([]);
    },
  );

  test.skipIf(!hasPoppler)(
    'layers, a turned page and values in seven scripts look as in the sealed file (needs Poppler)',
    { tags: 'full', timeout: 600_000 },
    async () => {
      const { id, own } = await documentInScripts(world, await aLayeredPdf());
      const mine = await openPaper(linkOf(own.token));
      const pages = await picturesWithPlaces(mine.page, 'scripts');
      await mine.page.addStyleTag({ content: '.field { visibility: hidden !important }' });
      const blanks = await picturesOfPages(mine.page, 'scripts blank');
      expect((await own.complete()).status).toBe(200);
      const sealed = Buffer.from(await done(world.key, documentRoutes.readDocumentPdf, { params: { id } }), 'base64');

      const differing = pages.flatMap(({ picture, places }, index) => {
        const drawnPage = pngOf(sealed, index + 1, PNG.sync.read(picture));
        if (PICTURES) writeFileSync(join(PICTURES, `scripts sealed ${index + 1}.png`), drawnPage);
        const [a, b, empty] = cropped(picture, drawnPage, blanks[index] ?? picture);
        const { width, height } = PNG.sync.read(a);
        const values = comparison(a, b, empty, TOLERANCES.text.reach);
        const layers = comparison(a, b, whitePicture(width, height), TOLERANCES.form.reach);
        const squares = { label: 'the layers', left: 0, top: Math.round(height * 0.75), width, height };
        return [
          ...places.map((place) => ({ ...values(place), ...place, share: TOLERANCES.text.share })),
          { ...layers(squares), ...squares, share: TOLERANCES.form.share },
        ].flatMap(({ label, unmatched, ink, share }) => {
          const said = `${label}, page ${index + 1}: ${unmatched} of ${ink} pixels`;
          if (PICTURES) console.log(said);
          return ink < TEXT_PIXELS || unmatched > share * ink ? said : [];
        });
      });
      expect(pages.map(({ places }) => places.map(({ label }) => label.split(' ')[0]).sort())).toEqual([
        Object.keys(IN_SCRIPTS),
        Object.keys(IN_SCRIPTS),
      ]);
      expect(differing).toEqual([]);
      expect(mine.errors).toEqual([]);
    },
  );

  test('a linked field is typed in the look of the form, then drawn, at every width', { tags: 'full' }, async () => {
    const { own } = await filledDocument(world, await aForm());
    for (const width of [390, 1280]) {
      const { page, errors } = await browser.look(linkOf(own.token), {
        viewport: { width, height: 844 },
      });
      const name = page.getByLabel('Form 0', { exact: true });
      const box = page.locator('.field').filter({ has: name });
      const colorOf = () => name.evaluate((input) => (globalThis as unknown as Styles).getComputedStyle(input).color);
      await eventually(() => page.locator('.over-form:not(.in-form)').count()).toBe(0);
      await eventually(colorOf).toBe('rgba(0, 0, 0, 0)');

      await name.fill(`Grace ${width}`);
      await eventually(colorOf).toBe('rgb(0, 0, 0)');
      await page.keyboard.press('Tab');

      await eventually(async () => (await box.getAttribute('class'))?.includes('in-form')).toBe(true);
      await eventually(colorOf).toBe('rgba(0, 0, 0, 0)');
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `typed ${width}.png`), fullPage: true });
      expect(errors).toEqual([]);
    }
  });

  test('a linked field is shown as text on white if the form cannot be drawn', { tags: 'full' }, async () => {
    const { own } = await filledDocument(world, await aForm());
    const { page } = await browser.look('about:blank');
    await page.route('**/form.worker.js', (route) => route.abort());
    await page.goto(linkOf(own.token));
    await page.locator('.sheet.drawn').first().waitFor();
    const name = page.getByLabel('Form 0', { exact: true });
    const ground = await page
      .locator('.field')
      .filter({ has: name })
      .evaluate((box) => (globalThis as unknown as Styles).getComputedStyle(box).backgroundColor);

    expect(await name.inputValue()).toBe('Ada Lovelace 1815');
    expect(await page.locator('.in-form').count()).toBe(0);
    expect(ground).toBe('rgb(255, 255, 255)');
  });

  interface Styles {
    getComputedStyle: (element: unknown) => Record<'color' | 'backgroundColor', string>;
  }
});
