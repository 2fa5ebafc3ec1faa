import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/field.ts';
import { fillField } from '../../src/fields/fill-field.ts';
import { filledBySigner } from '../../src/fields/filled-by.ts';
import { isTurnOf } from '../../src/fields/turn.ts';
import { FIELD_VALUE_CHARACTERS } from '../../src/limits.ts';
import { ANNA, aField, aSigner, BEN, idOf, LATER, NOW, SIGNATURE } from './builders.ts';

const anna = aSigner();
const ben = aSigner({ id: BEN, signingOrder: 2 });
const signed = (signer: typeof anna) => ({ ...signer, completedAt: NOW });

interface Attempt {
  signer?: typeof anna;
  signers?: (typeof anna)[];
  fields?: Field[];
}

const fill = (field: Field, value: string | null, attempt: Attempt = {}) =>
  fillField({ field, value, signer: anna, signers: [anna, ben], fields: [field], ...attempt });

const refusedAt = (...attempt: Parameters<typeof fill>) => {
  const result = fill(...attempt);
  return 'findings' in result ? result.findings.map(({ path }) => path) : 'accepted';
};

describe('signing order', () => {
  const [first, alsoFirst, last] = [
    aSigner(),
    aSigner({ id: BEN }),
    aSigner({ id: idOf('signer', 3), signingOrder: 7 }),
  ];

  test('signers with the same number act in parallel, the next ones after all before have signed', () => {
    const signers = [first, alsoFirst, last];

    expect(signers.map((signer) => isTurnOf(signer, signers))).toEqual([true, true, false]);
    const oneLeft = [signed(first), alsoFirst, last];
    expect(oneLeft.map((signer) => isTurnOf(signer, oneLeft))).toEqual([false, true, false]);
    const noneLeft = [signed(first), signed(alsoFirst), last];
    expect(noneLeft.map((signer) => isTurnOf(signer, noneLeft))).toEqual([false, false, true]);
  });
});

describe('permission to fill a field', () => {
  const annas = aField(1);
  const bens = aField(2, { signerId: BEN });
  const shared = aField(3, { signerId: BEN, sharedFill: true });

  test('its signer may fill it in their turn', () => {
    expect(fill(annas, 'x')).toEqual({ changes: [{ fieldId: annas.id, value: 'x' }] });
    expect(refusedAt(bens, 'x', { signer: ben })).toEqual(['signer']);
    expect(refusedAt(bens, 'x', { signer: ben, signers: [signed(anna), ben] })).toBe('accepted');
  });

  test('other signers may not fill it', () => {
    expect(refusedAt(bens, 'x')).toEqual(['signer']);
    expect(refusedAt(bens, null)).toEqual(['signer']);
  });

  test('any signer may fill a shared field in their turn, until its owner signs', () => {
    const carol = aSigner({ id: idOf('signer', 3), signingOrder: 3 });
    const before = [anna, ben, carol];
    const after = [signed(anna), signed(ben), carol];

    expect(refusedAt(shared, 'x', { signers: before })).toBe('accepted');
    expect(refusedAt(shared, 'x', { signer: carol, signers: before })).toEqual(['signer']);
    expect(refusedAt(shared, 'x', { signer: carol, signers: after })).toEqual(['field']);
  });

  test('a shared field can be corrected by its owner and by the signer who filled it', () => {
    const prepared = filledBySigner(shared, 'x', NOW);

    expect(refusedAt(prepared, 'y')).toBe('accepted');
    expect(refusedAt(prepared, 'y', { signer: ben, signers: [signed(anna), ben] })).toBe('accepted');
  });

  test('a signer who has signed can change nothing', () => {
    const signers = [signed(anna), ben];

    expect(refusedAt(annas, 'x', { signer: signed(anna), signers })).toEqual(['signer']);
    expect(refusedAt(shared, 'x', { signer: signed(anna), signers })).toEqual(['signer']);
    expect(refusedAt(annas, null, { signer: signed(anna), signers })).toEqual(['signer']);
  });

  test.each(['text', 'date', 'dropdown', 'checkbox'] as const)(
    'a %s prefilled by the sender is read-only, unless it is editable',
    (fieldType) => {
      const value = { text: 'x', date: '2026-01-01', dropdown: 'red', checkbox: 'true' }[fieldType];

      expect(refusedAt(aField(1, { fieldType, value }), value)).toEqual(['field']);
      expect(refusedAt(aField(1, { fieldType, value }), null)).toEqual(['field']);
      expect(refusedAt(aField(1, { fieldType, value, editable: true }), value)).toBe('accepted');
      expect(refusedAt(aField(1, { fieldType, value, editable: true }), null)).toBe('accepted');
    },
  );
});

describe('values of a field', () => {
  test.each<[string, Partial<Field>, string]>([
    ['text up to its length, in characters', { maxLength: 3 }, 'é👍漢'],
    ['the longest text', {}, 'a'.repeat(FIELD_VALUE_CHARACTERS)],
    ['text of its pattern', { validationPattern: '[A-Z]+' }, 'ABC'],
    ['a chosen option', { fieldType: 'dropdown' }, 'green'],
    ['a check', { fieldType: 'checkbox' }, 'true'],
    ['a day in its format', { fieldType: 'date', dateFormat: 'DD/MM/YYYY' }, '29/02/2024'],
    ['a day as the browser writes it', { fieldType: 'date' }, '١٤/٣/٢٠٢٦'],
    ['the hash of a stored picture', { fieldType: 'signature' }, SIGNATURE],
    ['the same for initials', { fieldType: 'initials' }, SIGNATURE],
  ])('%s is accepted', (_case, parts, value) => {
    const field = aField(1, parts);

    expect(fill(field, value)).toEqual({ changes: [{ fieldId: field.id, value }] });
  });

  test.each<[string, Partial<Field>, string]>([
    ['text longer than the limit of all fields', {}, 'a'.repeat(FIELD_VALUE_CHARACTERS + 1)],
    ['the same in fewer characters of two code units', { maxLength: 10_000 }, '👍'.repeat(5_001)],
    ['longer text', { maxLength: 3 }, 'é👍漢!'],
    ['text against its pattern', { validationPattern: '[A-Z]+' }, 'ABCd'],
    ['text over two lines', {}, 'a\nb'],
    ['invisible text', { required: true }, '\u200b\u200b'],
    ['the same in an optional field', { required: false }, '\u3164'],
    ['the same of several kinds and lines', { multiline: true }, '\u2800 \u00ad\n\u061c\u034f'],
    ['a text that is not an option', { fieldType: 'dropdown' }, 'blue'],
    ['an option in another case', { fieldType: 'dropdown' }, 'RED'],
    ['any other text for a checkbox', { fieldType: 'checkbox' }, 'on'],
    ['a day that does not exist', { fieldType: 'date', dateFormat: 'DD/MM/YYYY' }, '30/02/2024'],
    ['a day against its pattern', { fieldType: 'date', validationPattern: '20.+' }, '1999-01-01'],
    ['a longer day', { fieldType: 'date', maxLength: 8 }, '2026-01-01'],
    ['text for a signature', { fieldType: 'signature' }, 'Anna'],
    ['half a digest', { fieldType: 'initials' }, 'sha256:abcd'],
  ])('%s is rejected', (_case, parts, value) => {
    expect(refusedAt(aField(1, parts), value)).toEqual(['value']);
  });

  test('the sender’s message explains the pattern', () => {
    const field = aField(1, { validationPattern: '\\d+', validationMessage: 'Digits only.' });

    expect(fill(field, 'x')).toEqual({ findings: [{ path: 'value', message: 'Digits only.' }] });
  });

  test.each([null, '', '   '])('%j clears the field', (value) => {
    const field = aField(1, { value: 'x', filledBy: 'signer', filledAt: NOW });

    expect(fill(field, value)).toEqual({ changes: [{ fieldId: field.id, value: null }] });
  });
});

describe('choosing one of a group', () => {
  const member = (number: number, parts: Partial<Field> = {}) =>
    aField(number, { fieldType: 'checkbox', groupKey: 'size', ...parts });
  const byAnna = { value: 'true', filledBy: 'signer', filledAt: NOW } as const;

  test('clears only the other members of the same group', () => {
    const [small, large] = [member(1, byAnna), member(2)];
    const elsewhere = member(3, { ...byAnna, groupKey: 'colour' });
    const alone = aField(4, { fieldType: 'checkbox', ...byAnna });

    const fields = [small, large, member(5), elsewhere, alone];
    expect(fill(large, 'true', { fields })).toEqual({
      changes: [
        { fieldId: large.id, value: 'true' },
        { fieldId: small.id, value: null },
      ],
    });
  });

  test('unchecking it changes nothing else', () => {
    const [small, large] = [member(1, byAnna), member(2)];

    expect(fill(small, null, { fields: [small, large] })).toEqual({
      changes: [{ fieldId: small.id, value: null }],
    });
  });

  test('is rejected while the sender’s read-only choice stands', () => {
    const [chosen, large] = [member(1, { value: 'true' }), member(2)];
    const proposed = member(1, { value: 'true', editable: true });

    expect(refusedAt(large, 'true', { fields: [chosen, large] })).toEqual(['value']);
    expect(fill(large, 'true', { fields: [proposed, large] })).toHaveProperty('changes.length', 2);
  });

  test('cannot clear a member that only another signer may change', () => {
    const bens = member(1, { signerId: BEN, ...byAnna });
    const shared = member(2, { signerId: BEN, sharedFill: true });

    expect(refusedAt(shared, 'true', { fields: [bens, shared] })).toEqual(['value']);
  });
});

describe('filledBy of a field', () => {
  test('is the signer after an entry', () => {
    expect(filledBySigner(aField(1), 'x', LATER)).toMatchObject({
      value: 'x',
      filledBy: 'signer',
      filledAt: LATER,
      updatedAt: LATER,
    });
  });

  test('is the signer after confirming a prefill', () => {
    const proposed = aField(1, { value: 'Acme', editable: true, signerId: ANNA });

    expect(proposed.filledBy).toBeNull();
    expect(filledBySigner(proposed, 'Acme', LATER).filledBy).toBe('signer');
  });

  test('is null after clearing', () => {
    const filled = filledBySigner(aField(1), 'x', NOW);

    expect(filledBySigner(filled, null, LATER)).toMatchObject({ value: null, filledBy: null, filledAt: null });
  });
});
