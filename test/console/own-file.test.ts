import { describe, expect, test } from 'vitest';
import { headIn, keyFor, uploadName } from '#console/screens/lists/own-file.ts';

/** The first rows of a file for an own list, before it is sent. */
const CSV = 'Näme;Born\nAda Example;1815\nAmbrose;1961\n';
const rowsOf = (name: string, bytes: Uint8Array, isWhole = true) => {
  const head = headIn(name, bytes, isWhole);
  return 'fault' in head ? head.fault : { headings: head.headings, rows: head.rows.map(({ cells }) => cells) };
};

describe('file of an own list', () => {
  const read = {
    headings: ['Näme', 'Born'],
    rows: [
      ['Ada Example', '1815'],
      ['Ambrose', '1961'],
    ],
  };

  test('own file: is read in the character sets that spreadsheets write', () => {
    const utf16 = Buffer.from(`\ufeff${CSV}`, 'utf16le');
    for (const bytes of [
      Buffer.from(CSV),
      Buffer.from(`\ufeff${CSV}`),
      Buffer.from(CSV, 'latin1'),
      utf16,
      Buffer.from(utf16).swap16(),
    ])
      expect(rowsOf('staff.CSV', Uint8Array.from(bytes))).toEqual(read);
  });

  test('own file: a row that the beginning of a large file cuts off is not shown', () => {
    expect(rowsOf('staff.csv', Buffer.from(`${CSV}Zeb`), false)).toEqual(read);
    expect(rowsOf('staff.csv', Buffer.from('Name\n'))).toBe('The file has no rows after its headings.');
    expect(rowsOf('staff.csv', Buffer.from('Name\n"Ada'))).toMatch(/^The headings cannot be read/);
  });

  test('own file: lines of JSON show whom they are about', () => {
    const lines = [
      '{"name":"Ada Example"}',
      '',
      '{"schema":"Person","caption":"Ambrose"}',
      '{"schema":"Address","properties":{}}',
      'never shown',
    ];
    expect(rowsOf('list.json', Buffer.from(lines.join('\n')))).toEqual({
      headings: null,
      rows: [['Ada Example'], ['Ambrose (Person)'], ['Address, which belongs to another line']],
    });
    expect(rowsOf('list.json', Buffer.from('null\n{'))).toMatchObject({
      rows: [['The line is no JSON object.'], ['The line is no JSON object.']],
    });
  });

  test('own file: keys and names of uploads have the characters of the service', () => {
    expect(keyFor('Former employees, 2026')).toBe('own_former_employees_2026');
    expect(keyFor('Émigrés')).toBe('own_emigres');
    expect(uploadName('._my list (1).csv')).toBe('my_list__1_.csv');
  });
});
