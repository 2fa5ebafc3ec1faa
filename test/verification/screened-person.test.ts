import { describe, expect, test } from 'vitest';
import type { Outputs } from '#shared/verification/run.ts';
import { screenedPerson } from '#shared/verification/screened-person.ts';

const TODAY = '2026-11-16';
const read = (outputs: Outputs) => screenedPerson(outputs, TODAY);
const personOf = (outputs: Outputs) => read(outputs).person;

test('screened person: names, date of birth, nationality and number are read from the document', () => {
  expect(
    read({
      full_name: 'Ambrose Quillfeather',
      native_name: 'آمبروز',
      date_of_birth: '1961-04-17',
      nationality: 'IRN',
      issuing_country: 'IRN',
      document_type: 'passport',
      document_number: 'QF0011223',
    }),
  ).toEqual({
    person: {
      name: 'Ambrose Quillfeather',
      aliases: ['آمبروز'],
      entityType: 'person',
      country: 'IR',
      datesOfBirth: ['1961-04-17'],
      nationalities: ['IR'],
      identifiers: [{ kind: 'passport', value: 'QF0011223', country: 'IR' }],
    },
    unreadable: [],
  });
});

test.each<[string, Record<string, string>, string, string[]]>([
  ['parts of a name', { given_names: 'Ambrose T.', surname: 'Quill' }, 'Ambrose T. Quill', []],
  ['given names in one, a patronymic', { given_name: 'Aleksey', patronymic: 'L.', surname: 'T' }, 'Aleksey L. T', []],
  ['two family names', { first_name: 'Ana', last_name: 'Ruiz', second_surname: 'Sol' }, 'Ana Ruiz Sol', []],
  ['a name in its own letters alone', { native_name: '习近平' }, '习近平', []],
  ['the same name twice', { full_name: 'Xi', native_name: 'Xi' }, 'Xi', []],
  ['an empty name beside a printed one', { full_name: ' ', native_name: 'Си' }, 'Си', []],
  ['nothing', {}, '', []],
])('%s', (_case, outputs, name, aliases) => {
  expect(personOf(outputs)).toMatchObject({ name, aliases });
});

describe('screened person: nationality', () => {
  test.each<[string | string[], string[]]>([
    ['IR', ['IR']],
    ['irn', ['IR']],
    ['Iran', ['IR']],
    ['D<<', ['DE']],
    ['D', ['DE']],
    ['DEUTSCH', ['DE']],
    ['GBN', ['GB']],
    ['GBR', ['GB']],
    ['BRITISH CITIZEN', ['GB']],
    ['citizen of the Russian Federation', ['RU']],
    ['RKS', ['XK']],
    ['FRANÇAISE', ['FR']],
    ['Российская Федерация/Russian Federation', ['RU']],
    ['УКРАЇНА/UKRAINE', ['UA']],
    ['中国/CHINESE', ['CN']],
    ['RUS/CYP', ['RU', 'CY']],
    ['Russian, Cypriot', ['RU', 'CY']],
    ['Russian and Cypriot', ['RU', 'CY']],
    ['Bosnia and Herzegovina', ['BA']],
    [
      ['RUS', 'CYP'],
      ['RU', 'CY'],
    ],
    ['XXA', []],
    ['XXB', []],
    ['UNO', []],
    ['stateless', []],
    [' ', []],
    ['<<<', []],
  ])('%j is compared as %j', (nationality, expected) => {
    expect(read({ nationality })).toMatchObject({
      person: { nationalities: expected },
      unreadable: [],
    });
  });

  test.each(['QQ', '12', 'nowhere at all', 'SUN', 'RUS, nowhere', ['RUS', 'QQQ']])(
    '%j is unreadable',
    (nationality) => {
      expect(read({ nationality }).unreadable).toEqual(['nationality']);
    },
  );

  test('a partly readable list is compared in part, and unreadable', () => {
    expect(read({ nationality: 'RUS, nowhere' })).toMatchObject({
      person: { nationalities: ['RU'] },
      unreadable: ['nationality'],
    });
  });
});

describe('screened person: date of birth', () => {
  test.each<[Outputs, string[]]>([
    [{ birth_date: '1961' }, ['1961']],
    [{ birth_date: '1961-04' }, ['1961-04']],
    [{ birth_date: '17.04.1961' }, ['1961-04-17']],
    [{ date_of_birth: '610417' }, ['1961-04-17']],
    [{ date_of_birth: 19610417 }, ['1961-04-17']],
    [{ date_of_birth: '09/07/1960' }, ['1960-07-09', '1960-09-07']],
    [{ date_of_birth: '09/07/1960', issuing_country: 'USA' }, ['1960-09-07']],
    [{ date_of_birth: '09/07/1960', issuing_country: 'D' }, ['1960-07-09']],
    [{ date_of_birth: '09/07/1960', issuing_country: 'PHL' }, ['1960-07-09', '1960-09-07']],
    [{ date_of_birth: '09/07/1960', issuing_country: 'UNO' }, ['1960-07-09', '1960-09-07']],
    [{ date_of_birth: ['7 SEP 1960', '1960-09-07'] }, ['1960-09-07']],
    [{ date_of_birth: ' ', birth_date: '7 SEP 1960' }, ['1960-09-07']],
  ])('%j is compared as %j', (outputs, expected) => {
    expect(read(outputs)).toMatchObject({ person: { datesOfBirth: expected }, unreadable: [] });
  });

  test.each<Outputs>([
    { date_of_birth: 'unknown' },
    { date_of_birth: '07.09.2503' },
    { date_of_birth: '31.02.1961' },
    { date_of_birth: true },
    { date_of_birth: 600907.5 },
    { date_of_birth: ['7 SEP 1960', 'unknown'] },
    { date_of_birth: ['1960', '1961', '1962', '1963'] },
  ])('%j is unreadable', (outputs) => {
    expect(read(outputs).unreadable).toEqual(['dateOfBirth']);
  });

  test('is readable if the document has none', () => {
    expect(read({ full_name: 'Ambrose Quillfeather' }).unreadable).toEqual([]);
  });
});

describe('screened person: document number', () => {
  test.each<[Outputs, unknown[]]>([
    [{ national_id_number: '77-88' }, [{ kind: 'national_id', value: '77-88', country: null }]],
    [{ passport_number: 'A1' }, [{ kind: 'passport', value: 'A1', country: null }]],
    [{ document_number: 'L898902C3<<' }, [{ kind: 'national_id', value: 'L898902C3' }]],
    [{ document_number: 'A1', document_type: 'P<' }, [{ kind: 'passport', value: 'A1' }]],
    [{ document_number: 'A1', document_type: 'PASSEPORT' }, [{ kind: 'passport' }]],
    [{ document_number: 'A1', document_type: 'permit' }, [{ kind: 'national_id' }]],
    [{ document_number: 12345678 }, [{ value: '12345678' }]],
    [
      { passport_number: 'A1', national_id_number: 'B2' },
      [
        { kind: 'passport', value: 'A1' },
        { kind: 'national_id', value: 'B2' },
      ],
    ],
    [{ document_number: ' ' }, []],
  ])('%j is compared as %j', (outputs, identifiers) => {
    expect(read(outputs)).toMatchObject({ person: { identifiers }, unreadable: [] });
    expect(personOf(outputs).identifiers).toHaveLength(identifiers.length);
  });

  test.each<Outputs>([{ document_number: '<<<<' }, { document_number: '—' }, { document_number: true }])(
    '%j is unreadable',
    (outputs) => {
      expect(read(outputs)).toMatchObject({
        person: { identifiers: [] },
        unreadable: ['documentNumber'],
      });
    },
  );
});

test('screened person: an unreadable issuing country is reported, because numbers are compared with it', () => {
  expect(read({ document_number: 'A1', issuing_country: 'QQQ' })).toMatchObject({
    person: { country: null, identifiers: [{ value: 'A1', country: null }] },
    unreadable: ['issuingCountry'],
  });
});

test.each(['date_of_birth', 'birth_date', 'dob', 'birthdate', 'birthday'])('a date of birth is read from %s', (key) => {
  expect(personOf({ full_name: 'Ambrose', [key]: '1961-04-17' }).datesOfBirth).toEqual(['1961-04-17']);
});

test.each(['nationality', 'nationalities', 'citizenship', 'citizenships'])('a nationality is read from %s', (key) => {
  expect(personOf({ full_name: 'Ambrose', [key]: 'IRN' }).nationalities).toEqual(['IR']);
});

test.each([
  ['passport_no', 'passport'],
  ['identity_number', 'national_id'],
  ['personal_number', 'national_id'],
  ['id_number', 'national_id'],
])('a number is read from %s as a %s', (key, kind) => {
  expect(personOf({ full_name: 'Ambrose', [key]: 'QF0011223' }).identifiers).toMatchObject([{ kind }]);
});
