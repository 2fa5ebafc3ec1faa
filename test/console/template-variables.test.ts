import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dataOf,
  emptyItem,
  emptyValues,
  type FormValues,
  labelOf,
  typedFrom,
  type Variable,
  variableIn,
  variablesOf,
} from '#console/domain/template-variables.ts';
import { renderSource } from '#packages/agreements/src/markdown/index.ts';
import { runs } from '#test/support/soak.ts';

const SOURCE = `# Lease of {{ flat.address | upcase }}

{% if pets %}Pets: {{ pets }}.{% endif %} {% unless furnished %}No furniture.{% endunless %}
Rent {{ rent | money: "EUR" }}, share {{ share | number: 2, language: locale }}, from {{ start | date: "DD.MM.YYYY" }}.
{% if rooms > 2 and city == "Oslo" %}Large.{% endif %} {{ "{{ text }} | money" }} {{ people[0] }}

| What | Price |
|---|---|
{% for item in items %}| {{ item.name }} | {{ item.price | money: item.currency }} |
{% endfor %}
{% for note in notes %}- {{ note }} {{ forloop.index }}
{% endfor %}
`;
const SAMPLE = {
  flat: { address: '1 Harbour Street' },
  pets: 'A parrot',
  furnished: true,
  rent: '980.50',
  share: 0.5,
  locale: 'en',
  start: '2026-03-04',
  rooms: 3,
  city: 'Oslo',
  people: ['Ada'],
  items: [{ name: 'Key', price: 10, currency: 'EUR' }],
  notes: ['Line one\nline two'],
};

const outline = (variables: readonly Variable[]): unknown =>
  variables.map(({ key, kind, members }) => (members.length > 0 ? [key, kind, outline(members)] : [key, kind]));

describe('variables of a template', () => {
  test('are found in outputs, arguments, conditions and loops, with their kinds', () => {
    const variables = variablesOf([SOURCE], SAMPLE);
    expect(outline(variables)).toEqual([
      ['flat', 'group', [['address', 'text']]],
      ['pets', 'text'],
      ['furnished', 'yes_no'],
      ['rent', 'money'],
      ['share', 'number'],
      ['locale', 'text'],
      ['start', 'date'],
      ['rooms', 'number'],
      ['city', 'text'],
      ['people', 'list', [['', 'text']]],
      [
        'items',
        'list',
        [
          ['name', 'text'],
          ['price', 'money'],
          ['currency', 'text'],
        ],
      ],
      ['notes', 'list', [['', 'text']]],
    ]);
    const [, pets, , rent] = variables;
    expect(pets).toMatchObject({ isOptional: true, isTested: true });
    expect(rent).toMatchObject({ isOptional: false, currency: 'EUR' });
    expect(variables.at(-1)?.members[0]).toMatchObject({ isLong: true });
  });

  test('become the data of the sample when the sample is typed', () => {
    const variables = variablesOf([SOURCE], SAMPLE);
    const data = dataOf(variables, typedFrom(variables, SAMPLE));
    expect(data).toEqual({ ...SAMPLE, items: [{ name: 'Key', price: '10', currency: 'EUR' }] });
    expect(findings(SOURCE.replace('{{ forloop.index }}', ''), data)).toEqual([]);
  });

  test('that are empty are left out, unless a condition asks for them', () => {
    const variables = variablesOf([SOURCE], SAMPLE);
    expect(dataOf(variables, emptyValues(variables))).toEqual({
      flat: {},
      pets: false,
      furnished: false,
      rooms: '',
      city: '',
      people: [],
      items: [],
      notes: [],
    });
    const items = variables.find(({ key }) => key === 'items');
    expect(items && emptyItem(items)).toEqual({ name: '', price: '', currency: '' });
  });

  test('that the service names in a finding are found again', () => {
    const source = 'A {{ client.name }} {% for item in items %}{{ item.price | money: "EUR" }}{% endfor %}';
    const found = findings(source, { client: {}, items: [{ price: '1' }, { price: 'x' }] });
    expect(found.map(variableIn)).toEqual(['client.name', 'items[1].price']);
    expect(variableIn({ path: 'templateData.items', message: 'Too many.' })).toBe('items');
    expect(variableIn({ path: 'signers.client', message: '`x`' })).toBeUndefined();
    expect(['monthlyRent', 'monthly_rent', 'IBAN', '_'].map(labelOf)).toEqual([
      'Monthly rent',
      'Monthly rent',
      'Iban',
      '_',
    ]);
  });

  test('suffice for the service: with every field typed, no source misses a value', () => {
    const name = fc.constantFrom('a', 'b', 'client', 'über');
    const path = fc.array(name, { minLength: 1, maxLength: 2 }).map((keys) => keys.join('.'));
    const print = fc.tuple(path, fc.constantFrom('', ' | upcase', ' | money: "EUR"', ' | date', ' | number'));
    const piece = fc.oneof(
      print.map(([at, filter]) => `{{ p_${at.replaceAll('.', '.p_')}${filter} }}`),
      path.map((at) => `{% if c_${at.replaceAll('.', '.c_')} %}x{% endif %}`),
      print.map(
        ([at, filter]) => `{% for i in l_${at.split('.')[0]} %}{{ i.m${filter.length} ${filter} }}{% endfor %}`,
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const source = `Text ${pieces.join(' ')}`;
        const variables = variablesOf([source]);
        const missing = findings(source, dataOf(variables, typedAll(variables))).filter(({ message }) =>
          message.startsWith('The data has no value'),
        );
        // A name that is a group here and a text there has no data that fits.
        if (pieces.every((one) => !pieces.some((other) => isWithin(one, other)))) expect(missing).toEqual([]);
      }),
      runs(200),
    );
  });
});

const findings = (source: string, data: object) => {
  const rendered = renderSource({ source, data });
  return 'findings' in rendered
    ? rendered.findings.map(({ line, column, message }) => ({ path: `source:${line}:${column}`, message }))
    : [];
};

const VALUES: Partial<Record<Variable['kind'], string>> = { number: '1', money: '1.50', date: '2026-03-04' };

const typedAll = (variables: readonly Variable[]): FormValues =>
  Object.fromEntries(
    variables.map(({ key, kind, members }) => {
      if (kind === 'group') return [key, typedAll(members)];
      if (kind === 'list') return [key, [members[0]?.key === '' ? 'x' : typedAll(members)]];
      return [key, kind === 'yes_no' ? true : (VALUES[kind] ?? 'x')];
    }),
  );

const pathIn = (piece: string) => /[pcl]_[\p{L}._]+/u.exec(piece)?.[0] ?? '';
const isWithin = (one: string, other: string) => pathIn(other).startsWith(`${pathIn(one)}.`);
