import { deflateSync } from 'node:zlib';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { decode } from 'jpeg-js';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { compressPicture } from '../../src/pdf/compress-picture.ts';
import { drawFirstPage } from '../../src/pdf/draw-first-page.ts';
import { aPdf, fileOf } from './fixtures.ts';

const MEGABYTE = 1024 * 1024;
/** Generous, because other tests run concurrently. */
const PATIENCE_MS = 240_000;

async function aPage(): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const page = file.addPage([600, 800]);
  const font = await file.embedFont(StandardFonts.Helvetica);
  page.drawText('Lease of a flat', { x: 72, y: 700, size: 24, font });
  page.drawRectangle({ x: 0, y: 0, width: 300, height: 400, color: rgb(1, 0, 0) });
  file.addPage([600, 800]);
  return file.save();
}

const pngOf = (drawn: Uint8Array | undefined) => PNG.sync.read(Buffer.from(drawn ?? []));

describe('picture of the first page', () => {
  test('is 800 pixels wide, in colour, with a substitute for a font that is not embedded', async () => {
    const { width, height, data } = pngOf(await drawFirstPage(await aPage()));

    const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4).subarray(0, 3)];
    expect([width, height]).toEqual([800, 1067]);
    expect(at(10, 1050)).toEqual([255, 0, 0]);
    expect(at(700, 1050)).toEqual([255, 255, 255]);
    const line = Array.from({ length: 300 }, (_, x) => at(96 + x, 125)).flat();
    expect(Math.min(...line)).toBeLessThan(64);
  });

  test.each([
    ['turned', { rotate: 90 }, [800, 600]],
    ['cropped', { cropBox: [100, 100, 200, 300] as [number, number, number, number] }, [800, 1200]],
    ['very high', { width: 10, height: 5_000 }, [3, 1600]],
  ])('that is %s has its visible aspect ratio', async (_case, page, size) => {
    const { width, height } = pngOf(await drawFirstPage(await aPdf(page)));

    expect([width, height]).toEqual(size);
  });

  test.each<[string, () => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['a text', () => Buffer.from('Dear Sir or Madam')],
    ['a file without pages', () => fileOf('<< /Type /Catalog >>')],
  ])('of %s is not drawn', async (_case, make) => {
    expect(await drawFirstPage(make())).toBeUndefined();
  });

  test(
    'that takes too long or too much memory is not drawn, and the next one is',
    async () => {
      const bomb = deflateSync(Buffer.alloc(64 * MEGABYTE, '0 0 600 800 re f '));
      const startedMs = performance.now();

      expect(await drawFirstPage(pageWith(bomb), 500)).toBeUndefined();
      expect(performance.now() - startedMs).toBeLessThan(PATIENCE_MS);
      expect(pngOf(await drawFirstPage(await aPage())).width).toBe(800);
    },
    PATIENCE_MS,
  );
});

/** A page whose content is this stream, packed. */
function pageWith(packed: Uint8Array): Uint8Array {
  const content = Buffer.from(packed).toString('latin1');
  return fileOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${content}\nendstream`,
  );
}

describe('compressed picture', () => {
  test('with few colours is a PNG of the same pixels, at 16 levels per channel', () => {
    const size = fc.integer({ min: 1, max: 9 });
    const colour = fc.tuple(...Array.from({ length: 3 }, () => fc.nat(255)));
    const pictures = fc
      .tuple(size, size, fc.array(colour, { minLength: 1, maxLength: 40 }))
      .chain(([width, height, colours]) =>
        fc.record({
          width: fc.constant(width),
          height: fc.constant(height),
          pixels: fc.array(fc.constantFrom(...colours), { minLength: width * height, maxLength: width * height }),
        }),
      );
    fc.assert(
      fc.property(pictures, ({ width, height, pixels }) => {
        const rgba = Uint8Array.from(pixels.flatMap((one) => [...one, 255]));

        const png = pngOf(compressPicture({ width, height, rgba }));

        expect([png.width, png.height]).toEqual([width, height]);
        const expected = [...rgba].map((byte) => Math.round(byte / 17) * 17);
        expect([...png.data]).toEqual(expected);
      }),
    );
  });

  test('with many colours is a JPEG', () => {
    const [width, height] = [200, 200];
    const rgba = new Uint8Array(width * height * 4).map((_, at) => (at * at * 31 + (at >> 5)) % 256);

    const jpeg = compressPicture({ width, height, rgba });

    expect(jpeg[0]).toBe(0xff);
    expect(decode(jpeg)).toMatchObject({ width, height });
  });
});
