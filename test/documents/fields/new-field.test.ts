import { describe, expect, test } from 'vitest';
import { FieldSettings } from '#shared/documents/field.ts';
import { FieldUpdate, NewField, settingsOf } from '#shared/documents/fields/new-field.ts';
import { aNewField, idOf } from './builders.ts';

const REQUIRED = [
  ...['signerId', 'fieldType', 'pageNumber', 'xPosition', 'yPosition', 'width', 'height'],
];

describe('what a field is added with', () => {
  test.each(REQUIRED)('needs %s', (property) => {
    const { [property as keyof NewField]: _left, ...rest } = aNewField();

    const parsed = NewField.safeParse(rest);

    expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[property]]);
  });

  test('needs nothing else, and knows no other word', () => {
    expect(NewField.safeParse(aNewField()).success).toBe(true);
    expect(NewField.safeParse({ ...aNewField(), colour: 'red' }).success).toBe(false);
    expect(NewField.safeParse({ ...aNewField(), filledBy: 'sender' }).success).toBe(false);
  });

  test('an update may say any part of it, null where there is something to clear', () => {
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

describe('defaults', () => {
  test('a field is required, plain and empty unless said otherwise', () => {
    const settings = settingsOf(aNewField());

    expect(FieldSettings.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject({ required: true, value: null, options: null, label: null });
    expect(settings).toMatchObject({ sharedFill: false, editable: false, multiline: false });
    expect(settings).toMatchObject({ groupKey: null, groupRequired: false });
  });

  test('a field with a condition is stored as optional, whatever was said', () => {
    const requiredWhenFieldId = idOf('field', 1);

    expect(settingsOf(aNewField({ requiredWhenFieldId })).required).toBe(false);
    expect(settingsOf(aNewField({ requiredWhenFieldId, required: true })).required).toBe(false);
  });

  test('a blank value is no value, and lines end in one way', () => {
    expect(settingsOf(aNewField({ value: ' \t ' })).value).toBeNull();
    expect(settingsOf(aNewField({ value: 'a\r\nb\rc' })).value).toBe('a\nb\nc');
  });
});
