import { expect, test } from 'vitest';
import { inCurrentShape, ROW_VERSION, type Upgrades, withVersion } from '#shared/platform/store/row-version.ts';

const KEY = { pk: 'organization#test#subjects#0', sk: '1' };

test('row version: a written row has the current version, and readers do not see it', () => {
  const stored = withVersion({ ...KEY, name: 'Ada' });

  expect(stored).toEqual({ ...KEY, name: 'Ada', v: ROW_VERSION });
  expect(inCurrentShape(stored)).toEqual({ ...KEY, name: 'Ada' });
});

test('row version: a row without a version is read as one of the first version', () => {
  expect(inCurrentShape({ ...KEY, name: 'Ada' })).toEqual({ ...KEY, name: 'Ada' });
});

test('row version: an older row passes through every upgrade up to the current version', () => {
  const upgrades: Upgrades = {
    1: ({ name, ...row }) => ({ ...row, names: [name] }),
    2: ({ names, ...row }) => ({ ...row, names: { all: names } }),
  };

  expect(inCurrentShape({ ...KEY, name: 'Ada' }, 3, upgrades)).toEqual({ ...KEY, names: { all: ['Ada'] } });
  expect(inCurrentShape({ ...KEY, names: ['Ada'], v: 2 }, 3, upgrades)).toEqual({ ...KEY, names: { all: ['Ada'] } });
});

test('row version: a row of a newer version is refused, not read in part', () => {
  expect(() => inCurrentShape({ ...KEY, v: ROW_VERSION + 1 })).toThrow('reads up to');
  expect(() => inCurrentShape({ ...KEY, v: 'x' })).toThrow('reads up to');
});

test('row version: a version without an upgrade is refused', () => {
  expect(() => inCurrentShape(KEY, 2, {})).toThrow('no upgrade of rows from version 1');
});
