import { expect, test } from 'vitest';
import { sourceFiles } from '../../../../test/support/source-files.ts';
import { FieldType } from '../../src/field.ts';
import {
  fieldTypes,
  hasSetting,
  INLINE_BOXES,
  isChosen,
  isDrawn,
  isTicked,
  settingsOfType,
} from '../../src/fields/field-types.ts';

test('field types: the table has every type once', () => {
  expect(fieldTypes.toSorted()).toEqual(FieldType.options.toSorted());
});

test('field types: drawn values have no settings, chosen ones have options, ticked ones a group', () => {
  for (const fieldType of fieldTypes) {
    if (isDrawn({ fieldType })) expect(settingsOfType(fieldType)).toEqual([]);
    else expect(settingsOfType(fieldType)).toContain('value');
    expect(hasSetting({ fieldType }, 'options')).toBe(isChosen({ fieldType }));
    expect(hasSetting({ fieldType }, 'groupKey')).toBe(isTicked({ fieldType }));
  }
});

test('field types: every type but the signature, which is a block, can stand in a line', () => {
  expect(Object.keys(INLINE_BOXES)).toEqual(fieldTypes.filter((type) => type !== 'signature'));
});

test('field types: no source compares a field’s type with a name, so that the tables decide', () => {
  const files = sourceFiles('packages', 'shared', 'functions', 'console').filter(
    ({ path }) => !path.includes('/test/'),
  );
  const comparisons = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bfieldType\b\s*[!=]==\s*'[a-z]+'/g)].map(([match]) => `${path}: ${match}`),
  );

  expect(comparisons).toEqual([]);
});
