import { expect, test } from 'vitest';
import { screenedPerson } from '#shared/verification/screened-person.ts';

test('is read off the document: names, birth, nationality and number', () => {
  expect(
    screenedPerson({
      ...{ full_name: 'Ambrose Quillfeather', native_name: 'آمبروز', date_of_birth: '1961-04-17' },
      ...{ nationality: 'IRN', issuing_country: 'IRN' },
      ...{ document_type: 'passport', document_number: 'QF0011223' },
    }),
  ).toEqual({
    ...{ name: 'Ambrose Quillfeather', aliases: ['آمبروز'], entityType: 'person', country: 'IR' },
    ...{ datesOfBirth: ['1961-04-17'], nationalities: ['IR'] },
    identifiers: [{ kind: 'passport', value: 'QF0011223', country: 'IR' }],
  });
});

test.each<[string, Record<string, string>, string, string[]]>([
  ['parts of a name', { given_names: 'Ambrose T.', surname: 'Quill' }, 'Ambrose T. Quill', []],
  ['a name in its own letters alone', { native_name: '习近平' }, '习近平', []],
  ['the same name twice', { full_name: 'Xi', native_name: 'Xi' }, 'Xi', []],
  ['an empty name beside a printed one', { full_name: ' ', native_name: 'Си' }, 'Си', []],
  ['nothing', {}, '', []],
])('%s', (_case, outputs, name, aliases) => {
  expect(screenedPerson(outputs)).toMatchObject({ name, aliases });
});

test.each([
  ['IR', 'IR'],
  ['irn', 'IR'],
  ['Iran', 'IR'],
  ['D<<', 'DE'],
  ['GBN', 'GB'],
  ['RKS', 'XK'],
])('nationality %s is compared as %s', (nationality, expected) => {
  expect(screenedPerson({ nationality }).nationalities).toEqual([expected]);
});

test.each(['XXA', 'UNO', 'QQ', '12', 'nowhere at all'])(
  'nationality %s is nobody’s, and speaks against nobody',
  (nationality) => {
    expect(screenedPerson({ nationality }).nationalities).toEqual([]);
  },
);

test.each([
  ['1961', ['1961']],
  ['1961-04', ['1961-04']],
  ['17.04.1961', []],
])('a birth on %s is compared as %j', (date, expected) => {
  expect(screenedPerson({ birth_date: date }).datesOfBirth).toEqual(expected);
});

test('a number of another document is a national id', () => {
  expect(screenedPerson({ national_id_number: '77-88' }).identifiers).toEqual([
    { kind: 'national_id', value: '77-88', country: null },
  ]);
});
