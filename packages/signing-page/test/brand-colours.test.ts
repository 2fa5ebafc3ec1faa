import { expect, test } from 'vitest';
import { brandColours } from '../src/brand-colours.ts';

/** Written apart from the code under test: the formula of WCAG 2.2 in its own words. */
function ratio(one: string, other: string): number {
  const lightness = (colour: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return r * 0.2126 + g * 0.7152 + b * 0.0722;
  };
  const [high, low] = [lightness(one), lightness(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const CHANNELS = ['00', '33', '66', '80', '99', 'cc', 'ff'];
const COLOURS = CHANNELS.flatMap((r) => CHANNELS.flatMap((g) => CHANNELS.map((b) => `#${r}${g}${b}`)));

test('brand colours: every colour has readable text on buttons, and on light and dark surfaces', () => {
  for (const colour of COLOURS) {
    const { fill, onFill, onLight, onDark } = brandColours(colour);
    expect(fill).toBe(colour);
    expect(ratio(fill, onFill), colour).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['#ffffff', '#eaeef4', '#f5f7fa'])
      expect(ratio(onLight, surface), colour).toBeGreaterThanOrEqual(4.5);
    for (const surface of ['#18213a', '#0e1524']) expect(ratio(onDark, surface), colour).toBeGreaterThanOrEqual(4.5);
  }
});

test('brand colours: a colour that is readable already stays as it is', () => {
  expect(brandColours('#1a4f8b')).toMatchObject({ onFill: '#ffffff', onLight: '#1a4f8b' });
  expect(brandColours('#FFD400')).toMatchObject({ fill: '#ffd400', onFill: '#000000', onDark: '#ffd400' });
});
