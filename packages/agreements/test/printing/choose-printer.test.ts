import { expect, test } from 'vitest';
import { printerOf } from '../../src/printing/choose-printer.ts';

test('printing: Typst is the default printer', () => {
  expect(printerOf().name).toBe('typst');
  expect(printerOf('chromium').name).toBe('chromium');
});
