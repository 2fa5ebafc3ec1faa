import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { chosenIn, decidableWith, type GroupMember, oncePerGroup } from '../../console/domain/match-group.ts';
import { joinSteps } from '../../console/screens/matches/bulk.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, matchDetail, matchItem } from './filled.ts';
import type { Answering } from './stub-service.ts';

const GROUP = '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e02';
const LISTS = [
  ['eu_fsf', 'certain'],
  ['uk_sanctions', 'certain'],
  ['ofac_sdn', 'likely'],
] as const;

const item = (at: number) => {
  const { match, ...rest } = matchItem(at);
  const [source, certainty] = LISTS[at] ?? LISTS[0];
  return {
    ...rest,
    run: matchItem(0).run,
    match: { ...match, source, score: 80 - at, group: { id: GROUP, certainty } },
  };
};
const detail = (at: number) => {
  const { match, entry, ...rest } = matchDetail(at);
  const entryOn = (list: number) => ({
    ...entry,
    measures: list === 1 ? ['asset_freeze', 'travel_ban'] : ['asset_freeze'],
    references: [{ scheme: 'un', value: 'QDi.901' }],
    births: list === 1 ? [...entry.births, { from: '1962-01-01', to: '1962-12-31', isCirca: false }] : entry.births,
  });
  return {
    ...rest,
    match: { ...match, ...item(at).match },
    entry: entryOn(at),
    members: LISTS.map((_, list) => ({ match: item(list).match, entry: entryOn(list), proposal: null })),
  };
};
const members = detail(0).members as unknown as GroupMember[];
const ids = (some: readonly GroupMember[]) => some.map(({ match }) => match.source);

test('groups: the queue has each party once, with the number of its matches', () => {
  const alone = matchItem(7);
  const items = [item(0), item(1), alone, item(2)] as unknown as Parameters<typeof oncePerGroup>[0];
  expect(oncePerGroup(items).map(({ match, count }) => [match.id, count])).toEqual([
    [item(0).match.id, 3],
    [alone.match.id, 1],
  ]);
});

test('groups: certain matches are chosen until they are left out, likely ones when they are ticked', () => {
  const open = members[0]?.match.id ?? '';
  const likely = members[2]?.match.id ?? '';
  const certain = members[1]?.match.id ?? '';
  expect(ids(chosenIn(open, members, new Set()))).toEqual(['eu_fsf', 'uk_sanctions']);
  expect(ids(chosenIn(open, members, new Set([certain, likely])))).toEqual(['eu_fsf', 'ofac_sdn']);
  expect(decidableWith(likely, members)).toEqual([]);
  const decided = members.map((one, at) =>
    at === 1 ? { ...one, match: { ...one.match, decision: 'confirmed' as const } } : one,
  );
  expect(ids(decidableWith(open, decided))).toEqual(['eu_fsf', 'ofac_sdn']);
});

test('groups: certain matches are one request, others one each', () => {
  const group = { id: GROUP, certain: ['a', 'b', 'c'] };
  expect(joinSteps([{ id: 'x' }, { id: 'a' }, { id: 'b', proposalId: 'p' }], group)).toEqual([
    { id: 'x' },
    { id: 'b', group: { groupId: GROUP, except: ['c'], others: ['a'] } },
  ]);
  const single = [{ id: 'a', proposalId: 'p' }];
  expect(joinSteps(single, group)).toBe(single);
  expect(joinSteps(single, undefined)).toBe(single);
});

const browser = consoleBrowser();

const answering: Answering = (call) => {
  if (call.route === 'screening.listScreeningMatches')
    return { body: { items: LISTS.map((_, at) => item(at)), nextOffset: null } };
  if (call.route === 'screening.readScreeningMatch') return { body: detail(Number(call.path.slice(-3))) };
  if (call.route.startsWith('screening.decide')) return { body: {} };
  return answers(call);
};

describe.skipIf(!chromiumPath)('one party on several lists (needs Chromium)', () => {
  test('matches: a party is listed once, its lists are tabs, and one request decides the certain matches', async () => {
    const { page, stub, errors } = await browser.open('/test/matches', answering);
    await page.getByText('3 lists').waitFor();
    await page.getByRole('heading', { name: '2 matches get this decision' }).waitFor();
    const lists = page.getByRole('group', { name: 'Lists' });
    expect(await lists.getByRole('button').allInnerTexts()).toEqual([
      'eu_fsf\n80',
      'uk_sanctions\n79',
      'ofac_sdn (likely)\n78',
    ]);
    await lists.getByRole('button', { name: 'uk_sanctions' }).click();
    await page.getByText('Travel ban').waitFor();
    expect(await page.getByText('only on this list').count()).toBe(1);
    await expectAccessible(page, 'a group of matches');

    const likely = page.getByRole('checkbox', { name: /ofac_sdn/ });
    expect(await likely.isChecked()).toBe(false);
    expect(await page.getByRole('checkbox', { name: /uk_sanctions/ }).isChecked()).toBe(true);
    await page.locator('textarea').fill('Another person, seen in the office.');
    await page.getByRole('button', { name: /^Not them/ }).click();

    await expect
      .poll(() =>
        stub.calls.filter(({ route }) => route.startsWith('screening.decide')).map((one) => [one.route, one.body]),
      )
      .toEqual([
        [
          'screening.decideScreeningGroup',
          { groupId: GROUP, decision: 'false_positive', reason: 'Another person, seen in the office.' },
        ],
      ]);
    expect(errors).toEqual([]);
  });

  test('matches: on a phone the lists and the matches of a decision fit the width', async () => {
    const { page, errors } = await browser.open(`/test/matches/${item(0).match.id}`, answering, {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('heading', { name: '2 matches get this decision' }).waitFor();
    await expectAccessible(page, 'a group of matches on a phone');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(errors).toEqual([]);
  });
});
