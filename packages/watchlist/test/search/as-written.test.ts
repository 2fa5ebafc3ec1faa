import { describe, expect, test } from 'vitest';
import type { SubjectRequest } from '../../src/search/prepare-query.ts';
import { anEntry } from '../matching/builders.ts';
import { aList, screenFor } from './index-support.ts';

/** Names as documents, the press and PDFs write them, and lists do not. */
const topScore = async (subject: string | SubjectRequest, entry: ReturnType<typeof anEntry>) =>
  (await screenFor([await aList([entry])], subject)).topScore ?? 0;

const REVIEW = 70;
const SAME_NAME = 85;

describe('titles', () => {
  test.each([
    ['Dr. Robert Mugabe', 'Robert Gabriel MUGABE'],
    ['Robert Gabriel Mugabe', 'Dr. Robert MUGABE'],
    ['Sayyid Ali Khamenei', 'Ali Husseini KHAMENEI'],
    ['Mullah Omar', 'Mullah Mohammed OMAR'],
    ['Ferdinand Marcos Jr.', 'Ferdinand Romualdez MARCOS'],
    ['آية الله علي خامنئي', 'علي خامنئي'],
  ])('%s is %s', async (name, listed) => {
    expect(await topScore(name, anEntry(listed))).toBeGreaterThanOrEqual(REVIEW);
    expect(await topScore({ name, entityType: 'person' }, anEntry(listed))).toBeGreaterThanOrEqual(REVIEW);
  });

  test('are ordinary words in the name of a company', async () => {
    const listed = anEntry('General Electric Motors', { kind: 'entity' });

    expect(await topScore('General Electric Motors', listed)).toBe(SAME_NAME);
    expect(await topScore('General Petrol Motors', anEntry('Petrol Motors East', { kind: 'entity' }))).toBeLessThan(
      REVIEW,
    );
  });
});

describe('ships', () => {
  const ship = (name: string, country: string | null = null) =>
    anEntry(name, {
      kind: 'entity',
      identifiers: [{ kind: 'registration_number', value: '9116412', country }],
    });

  test.each(['M/T Pegas', 'M/V PEGAS', 'MV Pegas', 'm.t. Pegas', 'SS Pegas', 'Pegas'])(
    '%s is Pegas, whichever source states its flag',
    async (name) => {
      expect(await topScore(name, ship('PEGAS'))).toBe(SAME_NAME);
      expect(await topScore({ name, entityType: 'entity' }, ship('PEGAS', 'RU'))).toBe(SAME_NAME);
    },
  );

  test('are the only entities with ship prefixes', async () => {
    const company = anEntry('ORION', {
      kind: 'entity',
      identifiers: [{ kind: 'registration_number', value: '9116413', country: null }],
    });

    expect(await topScore('MT Orion', company)).toBeLessThan(REVIEW);
  });

  test.each([
    ['Adrian Darya I', 'ADRIAN DARYA 1'],
    ['Adrian Darya 1', 'ADRIAN DARYA I'],
    ['Sea Star IV', 'SEA STAR 4'],
  ])('%s is %s', async (name, listed) => {
    expect(await topScore(name, ship(listed))).toBe(SAME_NAME);
    expect(await topScore({ name, entityType: 'person' }, anEntry(listed))).toBeLessThan(SAME_NAME);
  });
});

describe('invisible characters', () => {
  test.each([
    ['a soft hyphen', 'Vik\u00adtor Semyonov'],
    ['a space without width', 'Viktor Sem\u200byonov'],
    ['a mark of direction', '\u200fViktor Semyonov\u200e'],
  ])('%s', async (_what, name) => {
    expect(await topScore(name, anEntry('Viktor Semyonov'))).toBe(SAME_NAME);
    expect(await topScore('Viktor Semyonov', anEntry(name))).toBe(SAME_NAME);
  });

  test.each(['حبیب‌الله سیاری', 'حبیبالله سیاری', 'حبیب الله سیاری'])(
    'the joiner of Persian is a space to some and nothing to others: %s',
    async (name) => {
      expect(await topScore(name, anEntry('حبیب‌الله سیاری'))).toBe(SAME_NAME);
    },
  );

  test.each(['علی خامنه‌ای', 'علی خامنه ای', 'علی خامنهای'])('%s', async (name) => {
    expect(await topScore(name, anEntry('Ali Khamenei'))).toBe(SAME_NAME);
  });
});
