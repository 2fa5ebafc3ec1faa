import { describe, expect, test } from 'vitest';
import { withoutJoinedForms } from '../src/company-forms.ts';
import { withoutShipType } from '../src/ship-names.ts';
import {
  cutName,
  splitAtCapitals,
  withInitialsApart,
  withoutLineBreaks,
  withoutPossessive,
} from '../src/written-otherwise.ts';

describe('a name is divided at a capital inside a word', () => {
  test.each([
    ['SergeiLavrov', 'Sergei Lavrov'],
    ['WuYonghao', 'Wu Yonghao'],
    ['PricewaterhouseCoopers LLP', 'Pricewaterhouse Coopers LLP'],
  ])('%s', (text, name) => {
    expect(splitAtCapitals(text)).toBe(name);
  });

  test.each(['McDonald', 'LeBron James', 'DeLuca', 'ElSayed', 'Sergei Lavrov', 'SERGEILAVROV', 'O’Brien'])(
    'but not %s',
    (text) => {
      expect(splitAtCapitals(text)).toBeUndefined();
    },
  );
});

describe('a name that fills its field may be cut', () => {
  const text = 'NUCLEAR POWER PRODUCTION AND DEVELO';

  test('at 35 characters its last word is the beginning of one', () => {
    expect(text).toHaveLength(35);
    expect(cutName(text)).toEqual({ text: 'NUCLEAR POWER PRODUCTION AND', beginning: 'develo' });
  });

  test.each([
    ['in the middle of a legal form', 'TACTICAL MISSILES CORP JOINT STOCK ', 'TACTICAL MISSILES CORP'],
    ['in the middle of a short form', 'FOREIGN ECONOMIC ASSOCIATION X LIMI', 'FOREIGN ECONOMIC ASSOCIATION X'],
  ])('%s the form is left out', (_case, cut, name) => {
    expect(cutName(cut)).toEqual({ text: name, beginning: '' });
  });

  test.each([
    ['34', text.slice(0, 34)],
    ['70', `${text} `.repeat(2).slice(0, 70)],
    ['140', `${text} `.repeat(4).slice(0, 140)],
  ])('of %s characters', (_length, cut) => {
    expect(cutName(cut)?.beginning).toMatch(/^dev/);
  });

  test.each([
    ['shorter', text.slice(0, 33)],
    ['longer', `${text}P`],
    ['one word', 'X'.repeat(35)],
  ])('but not one that is %s', (_case, whole) => {
    expect(cutName(whole)).toBeUndefined();
  });
});

test.each([' ', '\n'])('a word that the end of a line of 35 characters breaks is one word: %j', (between) => {
  const name = `NUCLEAR POWER PRODUCTION AND DEVELO${between}PMENT COMPANY OF IRAN`;

  expect(withoutLineBreaks(name)).toBe('NUCLEAR POWER PRODUCTION AND DEVELOPMENT COMPANY OF IRAN');
  expect(withoutLineBreaks('Nuclear Power Production Company')).toBeUndefined();
});

test('a possessive is left out', () => {
  expect(withoutPossessive('Deutsche Bank’s AG')).toBe('Deutsche Bank AG');
  expect(withoutPossessive('People’s')).toBe('People');
  expect(withoutPossessive('O’Sullivan')).toBeUndefined();
});

test('two initials without a dot are set apart', () => {
  expect(withInitialsApart('JC Juncker')).toBe('J C Juncker');
  for (const name of ['LI Wei', 'NG Wei', 'Jc Juncker', 'JC']) expect(withInitialsApart(name)).toBeUndefined();
});

test('the type of a ship is left out', () => {
  expect(withoutShipType('Motor Vessel Neptun')).toBe('Neptun');
  expect(withoutShipType('Vessel')).toBeUndefined();
});

test('legal forms at the ends of a name without spaces are left out', () => {
  expect(withoutJoinedForms('GOLDENSTARCOLTD')).toBe('goldenstar');
  expect(withoutJoinedForms('oooromashka')).toBe('romashka');
  for (const name of ['romashka', 'texaco', 'golden star ltd']) expect(withoutJoinedForms(name)).toBeUndefined();
});

test('a name of many joined legal forms is not read in exponentially many ways', () => {
  expect(withoutJoinedForms(`${'coltd'.repeat(60)}1`)).toBeUndefined();
});
