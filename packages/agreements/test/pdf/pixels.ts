import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPoppler, isPresent } from '../../../../test/support/tools.ts';

/** Poppler's tools check PDFs independently of the libraries we use. */
export const hasPoppler = isPresent('Poppler', findPoppler());

export interface Picture {
  width: number;
  height: number;
  /** From black to white, row by row. */
  pixels: Uint8Array;
}

/** Every page as grey pixels; at 72 per inch, a pixel is a point of the page as it is seen. */
export function picturesOf(pdf: Uint8Array, dotsPerInch = 72): Picture[] {
  return withFile(pdf, (file, folder) => {
    const options = ['-gray', '-cropbox', '-r', String(dotsPerInch)];
    execFileSync('pdftoppm', [...options, file, join(folder, 'page')], { stdio: 'ignore' });
    return readdirSync(folder)
      .filter((name) => name.endsWith('.pgm'))
      .sort()
      .map((name) => pictureFrom(readFileSync(join(folder, name))));
  });
}

/** One page in colour, as a PNG whose longer side has as many pixels as that of the given size. */
export function pngOf(
  pdf: Uint8Array,
  pageNumber: number,
  { width, height }: { width: number; height: number },
): Buffer {
  return withFile(pdf, (file, folder) => {
    const page = ['-singlefile', '-f', String(pageNumber), '-cropbox', '-png'];
    const size = ['-scale-to', String(Math.max(width, height))];
    execFileSync('pdftoppm', [...page, ...size, file, join(folder, 'page')], { stdio: 'ignore' });
    return readFileSync(join(folder, 'page.png'));
  });
}

/** The report of `pdfsig` on the signatures of a file. */
export const signaturesIn = (pdf: Uint8Array): string =>
  withFile(pdf, (file) => spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout);

/** The text of a file as `pdftotext` reads it. */
export const textOf = (pdf: Uint8Array): string =>
  withFile(pdf, (file) => execFileSync('pdftotext', ['-enc', 'UTF-8', file, '-'], { encoding: 'utf8' }));

function withFile<T>(pdf: Uint8Array, look: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'file.pdf');
    writeFileSync(file, pdf);
    return look(file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pictureFrom(file: Buffer): Picture {
  const header = /^P5\s(\d+)\s(\d+)\s255\s/.exec(file.toString('latin1', 0, 40));
  const [whole = '', width, height] = header ?? [];
  return { width: Number(width), height: Number(height), pixels: file.subarray(whole.length) };
}

const DARK = 128;

/** The bounding box of all dark pixels, from the top left; undefined on a blank page. */
export function darkBox({ width, height, pixels }: Picture) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) >= DARK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

const CLEARLY_DIFFERENT = 64;

/** The share of pixels in which two pictures clearly differ. */
export function differenceOf(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let different = 0;
  for (let index = 0; index < one.pixels.length; index += 1) {
    const change = Math.abs((one.pixels[index] ?? 0) - (other.pixels[index] ?? 0));
    if (change > CLEARLY_DIFFERENT) different += 1;
  }
  return different / one.pixels.length;
}
