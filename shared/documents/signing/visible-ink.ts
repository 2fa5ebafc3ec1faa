/** Eight bits each of red, green, blue and alpha per pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * A picture is checked as it prints: 600 dots on its longer side, about 216 dpi in a box 200 pt
 * wide.
 */
const LONGEST_SIDE_CELLS = 600;
/** Minimum WCAG contrast. Light grey (#d2d2d2) on white paper has 1.5 : 1; yellow has less. */
const INK_CONTRAST = 1.5;
/** Minimum share of ink: 5 square points in a box of 200 x 50 pt, a bold full stop. */
const INK_SHARE = 0.0005;

const FLARE = 0.05;

/**
 * Whether a picture is visible on white paper. Ink must contrast with both the paper and the
 * lightest part of the picture, so transparent and plain pictures have none.
 */
export function hasVisibleInk(pixels: Pixels): boolean {
  const cells = luminances(pixels);
  let lightest = 0;
  for (const cell of cells) if (cell > lightest) lightest = cell;
  const darkest = (lightest + FLARE) / INK_CONTRAST - FLARE;
  let ink = 0;
  for (const cell of cells) if (cell <= darkest) ink += 1;
  return ink >= Math.max(1, cells.length * INK_SHARE);
}

/** Average luminance over white per cell: a line finer than a dot prints as a tint. */
function luminances({ width, height, data }: Pixels): Float64Array {
  const side = Math.max(1, Math.max(width, height) / LONGEST_SIDE_CELLS);
  const columns = Math.max(1, Math.round(width / side));
  const rows = Math.max(1, Math.round(height / side));
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  const columnOf = Uint32Array.from({ length: width }, (_, x) => Math.floor((x * columns) / width));
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const alpha = (data[at + 3] ?? 0) / 255;
      const luminance =
        0.2126 * linear(data[at], alpha) + 0.7152 * linear(data[at + 1], alpha) + 0.0722 * linear(data[at + 2], alpha);
      const cell = row + (columnOf[x] ?? 0);
      sums[cell] = (sums[cell] ?? 0) + luminance;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 1));
}

/** sRGB to linear light, of the value composited with white. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const linear = (value = 255, alpha = 1) => LINEAR[Math.round(255 - alpha * (255 - value))] ?? 1;
