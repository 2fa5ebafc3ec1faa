import { describe, expect, test } from 'vitest';
import { today } from '../src/client/controls/today.ts';
import { inReadingOrder, isOpen, openFields, type SigningStage, stageOf } from '../src/client/signing-state.ts';
import { aField, aState } from './stub-document.ts';

describe('today’s date on the signing page', () => {
  const march = new Date(2026, 2, 4);

  test.each([
    ['DD/MM/YYYY', '04/03/2026'],
    ['D.M.YY', '4.3.26'],
    ['YYYY-MM-DD', '2026-03-04'],
    ['M/D/YYYY', '3/4/2026'],
    ['MM-DD-YY', '03-04-26'],
  ])('in %s is %s', (format, written) => {
    expect(today(format, march)).toBe(written);
  });

  test.each([
    ['en-US', '3/4/2026'],
    ['en-GB', '04/03/2026'],
    ['de-DE', '4.3.2026'],
    ['ja-JP', '2026/3/4'],
    ['th-TH', '4/3/2026'],
    ['fa-IR', '2026/3/4'],
    ['ar-EG', '4/3/2026'],
    ['ar-SA', '4/3/2026'],
  ])('without a format is Gregorian, in the order of %s', (language, written) => {
    expect(today(null, march, language)).toBe(written);
  });
});

test.each<[SigningStage, { document?: string; signer?: string; completed?: number }]>([
  ['ready', {}],
  ['waiting', { signer: 'waiting' }],
  ['signed', { signer: 'completed', completed: 1 }],
  ['preparing', { signer: 'completed', completed: 2 }],
  ['completed', { document: 'completed', signer: 'completed', completed: 2 }],
  ['declined', { document: 'declined', signer: 'declined' }],
  ['declinedByOther', { document: 'declined', signer: 'ready' }],
  ['declinedByOther', { document: 'declined', signer: 'completed' }],
  ['voided', { document: 'voided', signer: 'ready' }],
  ['expired', { document: 'expired', signer: 'waiting' }],
])('signing page: a signer is in stage %s with %j', (stage, { document, signer, completed = 0 }) => {
  const state = aState([]);
  if (document) Object.assign(state.document, { status: document });
  if (signer) Object.assign(state.signer, { status: signer });
  state.signers = { total: 2, completed };

  expect(stageOf(state)).toBe(stage);
});

test('signing page: fields are ordered by page, then from top to bottom, then from left to right', () => {
  const place = (pageNumber: number, yPosition: number, xPosition: number) =>
    aField({ fieldType: 'text', pageNumber, yPosition, xPosition });
  const [a, b, c, d] = [place(1, 10, 90), place(1, 50, 5), place(1, 50, 60), place(2, 1, 1)];

  expect(inReadingOrder([d, c, b, a])).toEqual([a, b, c, d]);
});

test('signing page: fields at slightly different heights count as one row', () => {
  const place = (yPosition: number, xPosition: number, height = 30) =>
    aField({ fieldType: 'text', yPosition, xPosition, height });
  const [a, b, c] = [place(101, 72), place(100, 300), place(98, 500, 50)];
  const below = place(130, 72);

  expect(inReadingOrder([below, c, b, a])).toEqual([a, b, c, below]);
});

test('signing page: one filled member of a group completes the group', () => {
  const member = (value: string | null) => aField({ fieldType: 'checkbox', groupKey: 'g', value, isRequiredNow: true });
  const [empty, chosen] = [member(null), member('true')];

  expect(isOpen(empty, [empty])).toBe(true);
  expect(isOpen(empty, [empty, chosen])).toBe(false);
});

test('signing page: an open group counts once, at its first member', () => {
  const member = (yPosition: number) =>
    aField({ fieldType: 'checkbox', groupKey: 'g', isRequiredNow: true, yPosition });
  const [second, first] = [member(90), member(50)];

  expect(openFields(aState([second, first]))).toEqual([first]);
});

test('signing page: a field the signer may not fill is not open', () => {
  const required = { fieldType: 'text', isRequiredNow: true } as const;
  const fields = [
    aField(required),
    aField({ ...required, isReadOnly: true }),
    aField({ ...required, isFrozen: true }),
    aField({ ...required, value: 'filled' }),
    aField({ ...required, isRequiredNow: false }),
  ];

  expect(openFields(aState(fields))).toEqual([fields[0]]);
  expect(openFields({ ...aState(fields), signer: { ...aState([]).signer, status: 'waiting' } })).toEqual([]);
});
