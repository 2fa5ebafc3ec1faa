import { describe, expect, test } from 'vitest';
import { withoutTitles } from '../src/titles.ts';

describe('what stands before or behind a name is no part of it', () => {
  test.each([
    ['Dr. Robert Mugabe', 'Robert Mugabe'],
    ['Prof. Dr. Robert Mugabe, PhD', 'Robert Mugabe'],
    ['Dr.Robert Mugabe', 'Robert Mugabe'],
    ['MUGABE, Dr. Robert Gabriel', 'MUGABE Robert Gabriel'],
    ['Grand Ayatollah Sayyid Ali Khamenei', 'Ali Khamenei'],
    ['Lieutenant General Ivan Petrov Jr.', 'Ivan Petrov'],
    ['Señor Juan Pérez', 'Juan Pérez'],
    ['Г-н Иван Петров', 'Иван Петров'],
    ['الشيخ محمد حسن', 'محمد حسن'],
    ['آیت‌الله علی خامنه‌ای', 'علی خامنه‌ای'],
    ['Eng. Ali Hassan', 'Ali Hassan'],
    ['习近平主席', '习近平'],
  ])('%s', (titled, name) => {
    expect(withoutTitles(titled)).toBe(name);
  });

  test.each([
    ['nothing to leave out', 'Robert Mugabe'],
    ['one word would be left', 'Mullah Omar'],
    ['a surname that is a title elsewhere', 'Martin Luther King'],
    ['an abbreviation without its dot is a name', 'Eng Kai Ming'],
    ['titles alone', 'King Prince'],
    ['one character would be left', '王先生'],
  ])('%s', (_why, name) => {
    expect(withoutTitles(name)).toBeUndefined();
  });
});
