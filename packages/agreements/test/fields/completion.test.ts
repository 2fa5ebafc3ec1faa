import { describe, expect, test } from 'vitest';
import type { Field } from '../../src/field.ts';
import { missingFor, progressOf, requiredNow } from '../../src/fields/completion.ts';
import { ANNA, aField, BEN, SIGNATURE } from './builders.ts';

const anna = { id: ANNA };
const missing = (...fields: Field[]) => missingFor(anna, fields).map(({ message }) => message);

describe('required fields', () => {
  test('must be filled; each missing one is reported with its id', () => {
    const fields = [aField(1), aField(2, { value: 'x' }), aField(3, { required: false })];

    expect(missingFor(anna, fields)).toEqual([{ path: aField(1).id, message: 'Field 1 is required.' }]);
  });

  test('are only those of the signer', () => {
    expect(missing(aField(1, { signerId: BEN }))).toEqual([]);
    expect(missingFor({ id: BEN }, [aField(1, { signerId: BEN })])).toHaveLength(1);
  });

  test.each<[string, Partial<Field>]>([
    ['a signature', { fieldType: 'signature', value: SIGNATURE }],
    ['a value of the sender', { value: 'x', filledBy: 'sender' }],
    ['a shared field that a signer prepared', { sharedFill: true, value: 'x', filledBy: 'signer' }],
    ['a proposed value that the signer lets stand', { value: 'x', editable: true }],
    ['a check', { fieldType: 'checkbox', value: 'true' }],
  ])('are satisfied by %s', (_case, parts) => {
    expect(missing(aField(1, parts))).toEqual([]);
  });

  test.each(['\u200b\u200b', '\u3164', '\u2800', '\u00ad'])(
    'are not satisfied by invisible characters (%j)',
    (value) => {
      expect(missing(aField(1, { value, filledBy: 'signer' }))).toEqual(['Field 1 is required.']);
    },
  );

  test('without a label are named by type and place', () => {
    const placed = { pageNumber: 2, xPosition: 72.4, yPosition: 540 };

    expect(missing(aField(1, { label: ' ', fieldType: 'initials', ...placed }))).toEqual([
      'Initials on page 2 at 72, 540 is required.',
    ]);
  });
});

describe('a condition on a field', () => {
  const visa = (parts: Partial<Field> = {}) =>
    aField(1, { label: 'I need a visa', fieldType: 'checkbox', required: false, ...parts });
  const passport = (parts: Partial<Field> = {}) =>
    aField(2, { label: 'Passport number', required: false, requiredWhenFieldId: visa().id, ...parts });
  const MISSING = ['Passport number is required when I need a visa is selected.'];

  test('makes the field required while the box is checked, and the finding names both', () => {
    expect(missing(visa({ value: 'true' }), passport())).toEqual(MISSING);
    expect(missingFor(anna, [visa({ value: 'true' }), passport()])[0]?.path).toBe(passport().id);
    expect(missing(visa({ value: 'true' }), passport({ value: 'C01X' }))).toEqual([]);
  });

  test('ends when the box is unchecked', () => {
    expect(missing(visa(), passport())).toEqual([]);
  });

  test.each(['text', 'date', 'dropdown', 'signature'] as const)('on a %s holds while it is filled', (fieldType) => {
    expect(missing(visa({ fieldType, value: 'x' }), passport())).toEqual(MISSING);
    expect(missing(visa({ fieldType }), passport())).toEqual([]);
  });

  test('on one value holds for exactly that value', () => {
    const chosen = (value: string | null) => visa({ fieldType: 'dropdown', value });
    const whenGreen = passport({ requiredWhenValue: 'green' });

    expect(missing(chosen('green'), whenGreen)).toEqual(MISSING);
    expect(missing(chosen('red'), whenGreen)).toEqual([]);
    expect(missing(chosen('Green'), whenGreen)).toEqual([]);
    expect(missing(chosen(null), whenGreen)).toEqual([]);
  });

  test('can depend on a field that is itself conditional', () => {
    const third = aField(3, { required: false, requiredWhenFieldId: passport().id });

    expect(missing(visa({ value: 'true' }), passport(), third)).toEqual(MISSING);
    expect(missing(visa(), passport({ value: 'C01X' }), third)).toEqual([
      'Field 3 is required when Passport number is selected.',
    ]);
  });
});

describe('a choose-one group', () => {
  const member = (number: number, parts: Partial<Field> = {}) =>
    aField(number, { fieldType: 'checkbox', groupKey: 'size', ...parts });

  test('is required if any member is, and reported once', () => {
    const fields = [member(1), aField(2, { required: false }), member(3, { groupRequired: true })];

    expect(missingFor(anna, fields)).toEqual([{ path: member(1).id, message: 'Choose one of Field 1, Field 3.' }]);
  });

  test('requires one member, not each required member', () => {
    const required = { required: true, groupRequired: true };

    expect(missing(member(1, required), member(2, { ...required, value: 'true' }))).toEqual([]);
  });

  test('highlights every member until one is chosen, and then none', () => {
    const group = (value: string | null) => [member(1, { groupRequired: true }), member(2, { value }), aField(3)];

    expect([...requiredNow(anna, group(null))]).toEqual(group(null).map(({ id }) => id));
    expect([...requiredNow(anna, group('true'))]).toEqual([aField(3).id]);
  });

  test('is optional if no member is required', () => {
    expect(missing(member(1), member(2))).toEqual([]);
  });
});

describe('progress', () => {
  test('counts what the signer has to fill now, with a group as one', () => {
    const controller = aField(1, { fieldType: 'checkbox', required: false });
    const member = (number: number, value: string | null) =>
      aField(number, { fieldType: 'checkbox', groupKey: 'g', groupRequired: true, value });
    const rest = [
      aField(2, { required: false, requiredWhenFieldId: controller.id }),
      aField(3, { value: 'x' }),
      aField(4, { signerId: BEN }),
      member(5, null),
      member(6, 'true'),
    ];

    expect(progressOf(anna, [controller, ...rest])).toEqual({ filled: 2, total: 2 });
    expect(progressOf(anna, [{ ...controller, value: 'true' }, ...rest])).toEqual({ filled: 2, total: 3 });
    expect(progressOf(anna, [])).toEqual({ filled: 0, total: 0 });
  });
});
