import { expect, test } from 'vitest';
import { printerOf } from '#shared/documents/printing/choose-printer.ts';

test('Typst prints, unless a deployment says otherwise', () => {
  expect(printerOf().name).toBe('typst');
  expect(printerOf('chromium').name).toBe('chromium');
});
