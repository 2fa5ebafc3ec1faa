/** The colours of a brand that are readable wherever the signing page and emails use them. */
export interface BrandColours {
  /** Ground of buttons: the colour as it was chosen. */
  fill: string;
  /** Text on `fill`: black or white, whichever has more contrast. One of them always has at least 4.5:1. */
  onFill: string;
  /** Text and lines on light surfaces: the colour, as much darker as 4.5:1 takes. */
  onLight: string;
  /** Text and lines on dark surfaces: the colour, as much lighter as 4.5:1 takes. */
  onDark: string;
}

type Rgb = readonly [number, number, number];

/** The least favourable surfaces of the signing page (`style/base.css`) and of emails. */
const LIGHT: Rgb = [0xea, 0xee, 0xf4];
const DARK: Rgb = [0x18, 0x21, 0x3a];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** WCAG 2.2, success criterion 1.4.3. */
const CONTRAST = 4.5;
const STEPS = 50;

/** `colour` is `#rrggbb`. */
export function brandColours(colour: string): BrandColours {
  const chosen = rgbOf(colour);
  return {
    fill: hexOf(chosen),
    onFill: contrast(chosen, WHITE) >= contrast(chosen, BLACK) ? hexOf(WHITE) : hexOf(BLACK),
    onLight: hexOf(readableOn(LIGHT, chosen, BLACK)),
    onDark: hexOf(readableOn(DARK, chosen, WHITE)),
  };
}

function readableOn(surface: Rgb, chosen: Rgb, end: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(chosen, end, step / STEPS);
    if (contrast(mixed, surface) >= CONTRAST) return mixed;
  }
  return end;
}

const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  between(one[0], other[0], share),
  between(one[1], other[1], share),
  between(one[2], other[2], share),
];

const between = (one: number, other: number, share: number) => Math.round(one + (other - one) * share);

/** The contrast ratio of WCAG, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const linear = (channel: number) =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

const rgbOf = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

const hexOf = (rgb: Rgb) => `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
