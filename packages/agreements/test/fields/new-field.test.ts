import { describe, expect, test } from 'vitest';
import { FieldSettings } from '../../src/field.ts';
import { FieldUpdate, NewField, settingsOf } from '../../src/fields/new-field.ts';
import { aNewField, idOf } from './builders.ts';

const REQUIRED = ['signerId', 'fieldType', 'pageNumber', 'xPosition', 'yPosition', 'width', 'height'];

describe('settings of a new field', () => {
  test.each(REQUIRED)('require %s', (property) => {
    const { [property as keyof NewField]: _left, ...rest } = aNewField();

    const parsed = NewField.safeParse(rest);

    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[property]]);
  });

  test('require nothing else, and reject unknown properties', () => {
    expect(NewField.safeParse(aNewField()).success).toBe(true);
    expect(NewField.safeParse({ ...aNewField(), colour: 'red' }).success).toBe(false);
    expect(NewField.safeParse({ ...aNewField(), filledBy: 'sender' }).success).toBe(false);
  });

  test('an update may contain any of them, with null to clear', () => {
    expect(FieldUpdate.parse({})).toEqual({});
    expect(FieldUpdate.parse({ requiredWhenFieldId: null, label: null })).toEqual({
      requiredWhenFieldId: null,
      label: null,
    });
    expect(FieldUpdate.safeParse({ width: null }).success).toBe(false);
    expect(FieldUpdate.safeParse({ required: null }).success).toBe(false);
    expect(FieldUpdate.safeParse({ id: idOf('field', 1) }).success).toBe(false);
  });
});

describe('defaults of a new field', () => {
  test('a field is required, plain and empty by default', () => {
    const settings = settingsOf(aNewField());

    expect(FieldSettings.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({ required: true, value: null, options: null, label: null });
    expect(settings).toMatchObject({ sharedFill: false, editable: false, multiline: false });
    expect(settings).toMatchObject({ groupKey: null, groupRequired: false });
  });

  test('a field with a condition is stored as optional, whatever the request says', () => {
    const requiredWhenFieldId = idOf('field', 1);

    expect(settingsOf(aNewField({ requiredWhenFieldId })).required).toBe(false);
    expect(settingsOf(aNewField({ requiredWhenFieldId, required: true })).required).toBe(false);
  });

  test('a blank value becomes null, and line ends are normalized', () => {
    expect(settingsOf(aNewField({ value: ' \t ' })).value).toBeNull();
    expect(settingsOf(aNewField({ value: 'a\r\nb\rc' })).value).toBe('a\nb\nc');
  });
});
