import { describe, expect, test } from 'vitest';
import { anEntry } from '../matching/builders.ts';
import { aList, screenFor } from './index-support.ts';

describe('a national office', () => {
  const held = (category: 'minister' | 'ambassador', country: string) => ({
    category,
    title: 'Office',
    country,
    startedOn: '2020',
    endedOn: null,
    isCurrent: true,
    roster: 'wikidata',
  });
  const holder = (category: 'minister' | 'ambassador', country: string, countries: string[] = []) =>
    aList([anEntry('Luis López', { countries, pep: { positions: [held(category, country)], relatedTo: [] } })], {
      listKind: 'pep',
      key: 'service_pep',
    });
  const asked = { name: 'Luis López', nationalities: ['MX'] };

  test('implies the nationality of its holder', async () => {
    const [other, same] = [await holder('minister', 'ES'), await holder('minister', 'MX')];
    const factorsOf = async (list: typeof other) => (await screenFor([list], asked)).matches[0]?.factors;

    expect(await factorsOf(other)).toContainEqual({ code: 'nationality_other', points: -20, detail: 'ES' });
    expect(await factorsOf(same)).toContainEqual({ code: 'nationality_same', points: 5, detail: 'MX' });
  });

  test('does not hide a holder with another passport, but sets aside a name one word of which agrees', async () => {
    const list = await holder('minister', 'ES');

    expect(await screenFor([list], asked)).toMatchObject({ status: 'possible_match', topScore: 70 });
    expect(await screenFor([list], { ...asked, name: 'López' })).toMatchObject({ status: 'clear', topScore: 55 });
  });

  test.each([
    ['an office abroad implies none', holder('ambassador', 'ES'), 85],
    ['a stated nationality counts instead, with its floor', holder('minister', 'MX', ['ES']), 70],
  ])('%s', async (_case, list, topScore) => {
    expect(await screenFor([await list], asked)).toMatchObject({ topScore });
  });
});
