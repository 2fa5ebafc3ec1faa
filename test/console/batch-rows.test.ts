import { expect, test } from 'vitest';
import { batchRows } from '../../console/screens/start/batch-rows.ts';

const itemsIn = (text: string) => batchRows(text).map(({ item }) => item);
const faultsIn = (text: string) => batchRows(text).map(({ line, fault }) => [line, fault]);

test('batch rows: a line has a name, and what else is known after semicolons', () => {
  expect(
    itemsIn('Ada Example; 1961-04-17, 1962; gb ie; person; customer-1\n\nFeather, Ambrose\nExample Ltd;;CY;Company'),
  ).toEqual([
    {
      subject: {
        name: 'Ada Example',
        entityType: 'person',
        datesOfBirth: ['1961-04-17', '1962'],
        nationalities: ['GB', 'IE'],
      },
      reference: 'customer-1',
    },
    { subject: { name: 'Feather, Ambrose' }, reference: 'line 3' },
    { subject: { name: 'Example Ltd', entityType: 'entity', nationalities: ['CY'] }, reference: 'line 4' },
  ]);
});

test('batch rows: cells pasted from a spreadsheet are between tabs, and titles name their columns', () => {
  expect(itemsIn('Id\tFull name\tDate of birth\tBranch\nc-7\t"Example; Ada"\t1961\tNorth')).toEqual([
    { subject: { name: 'Example; Ada', datesOfBirth: ['1961'] }, reference: 'c-7' },
  ]);
});

test('batch rows: a line that a run would refuse says why', () => {
  const long = Array.from({ length: 13 }, () => 'word').join(' ');
  expect(
    faultsIn(
      `;1961\nAda;17.4.1961\nAda;;United Kingdom\nAda;;;ship\nAda;;;;${'r'.repeat(101)}\n${long}\nAda;;;;r;more`,
    ),
  ).toEqual([
    [1, 'The name is missing.'],
    [2, 'A date of birth is 1961-04-17, 1961-04 or 1961.'],
    [3, 'A country is a code of two or three letters, such as GB.'],
    [4, 'A kind is person or company.'],
    [5, 'A reference has at most 100 characters.'],
    [6, 'A name has at most 12 words.'],
    [7, 'There are more cells than columns.'],
  ]);
  expect(faultsIn('"Ada; 1961')).toEqual([[1, 'A quotation mark is not closed.']]);
  expect(batchRows(' \n;;\n')).toEqual([]);
});
