import { expect, test } from 'vitest';
import { balanceOf } from '../../src/pdf/graphics-states.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import { fileOf } from './fixtures.ts';
import { simpleOverlay } from './simple-overlay.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

test.each([
  ['', 0, 0],
  ['q 1 0 0 1 0 0 cm Q', 0, 0],
  ['q q Q', 0, 1],
  ['Q', 1, 0],
  ['Q q q', 1, 2],
  ['q%Q\nQ', 0, 0],
  ['(q Q \\) (nested) q) Tj q', 0, 1],
  ['(never closed q q', 0, 0],
  ['/q gs /Q0 Do', 0, 0],
  ['<71 51> Tj << /q 1 >> q', 0, 1],
  ['BI /W 1 ID q q \x00q EI q', 0, 1],
  ['[(a)q]', 0, 1],
  ['quick Quick 1q', 0, 0],
])('graphics states: %j lacks %i saves and %i restores', (content, missingSaves, missingRestores) => {
  expect(balanceOf(content)).toEqual({ missingSaves, missingRestores });
});

test.each([
  ['leaves its state open', 'q 0.24 0 0 0.24 50 50 cm'],
  ['restores more than it saved and scales then', 'Q Q 0.24 0 0 0.24 50 50 cm'],
  ['leaves it open in the middle of several streams', 'q 2 0 0 2 0 0 cm q'],
])('graphics states: a page that %s is stamped in the right place', async (_case, content) => {
  const pdf = fileOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [4 0 R] >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  );

  const stamped = await stampPdf({ pdf, stamps: [aStamp({ value: 'Ada' })], printOverlay: simpleOverlay });

  const [text] = (await readPdf(stamped)).texts;
  expect(text?.x).toBeCloseTo(104, 1);
  expect(text?.y).toBeCloseTo(219, 1);
});
