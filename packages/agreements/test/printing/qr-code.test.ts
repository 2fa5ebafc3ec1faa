import fc from 'fast-check';
import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { runs } from '../../../../test/support/soak.ts';
import { qrCodeSvg } from '../../src/printing/qr-code.ts';

// A CommonJS module, whose types say that it is not.
const decode = jsqr as unknown as (typeof jsqr)['default'];

const PIXELS = 4;

/** The modules of the SVG as a picture, as a camera would have it. */
function pictureOf(svg: string) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const width = size * PIXELS;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS; row += 1)
      for (let column = 0; column < PIXELS; column += 1) {
        const at = ((Number(y) * PIXELS + row) * width + Number(x) * PIXELS + column) * 4;
        data.fill(0, at, at + 3);
      }
  return { data, width };
}

test('QR code: a decoder reads the address from it, whatever its host', () => {
  const host = fc.stringMatching(/^[a-z0-9-]{1,40}(\.[a-z]{2,10}){1,3}$/);
  const reference = fc.stringMatching(/^(test|live)\.[A-Za-z0-9_-]{43}$/);
  fc.assert(
    fc.property(host, reference, (name, own) => {
      const url = `https://${name}/verify#${own}`;
      const { data, width } = pictureOf(qrCodeSvg(url));
      expect(decode(data, width, width)?.data).toBe(url);
    }),
    runs(20),
  );
});
