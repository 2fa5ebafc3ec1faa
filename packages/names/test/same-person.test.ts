import { expect, test } from 'vitest';
import { loadNameTables, newNameTables } from '../src/name-tables.ts';
import { likenessOfNames } from '../src/same-person.ts';

test.each([
  ['Ada Example', 'Ada Example', 'equal'],
  ['Ada Example', 'EXAMPLE ADA', 'equal'],
  ['José Núñez', 'Jose Nunez', 'equal'],
  ['Łukasz Müller', 'Lukasz Mueller', 'equal'],
  ['Иван Петров', 'Ivan Petrov', 'equal'],
  ['王小明', 'Wang Xiaoming', 'equal'],
  ['Dr. Ada Example', 'Ada Example', 'equal'],
  ['Ada Example', 'Ada Maria Example', 'similar'],
  ['Ada Maria Example', 'Ada Example', 'similar'],
  ['Ada Exampel', 'Ada Example', 'similar'],
  ['Ada Example', 'Bo Example', 'different'],
  ['Ada Example', 'Bo Sample', 'different'],
  ['Ada', 'Ada Example', 'different'],
  ['Adam Exampel', 'Edan Example', 'different'],
  ['Ada Ada', 'Ada Example', 'different'],
  ['', 'Ada Example', 'different'],
] as const)('names: %s and %s are %s', async (one, other, expected) => {
  const tables = newNameTables();
  await loadNameTables(tables, [one, other]);

  expect(likenessOfNames(tables, [one, other])).toBe(expected);
  expect(likenessOfNames(tables, [other, one])).toBe(expected);
});
