import { describe, expect, test } from 'vitest';
import type { ListedEntry, Position, Relation } from '../../src/listed-entry.ts';
import { pepStanding } from '../../src/matching/pep-standing.ts';
import { anEntry } from './builders.ts';

const TODAY = '2026-03-14';

const aPosition = (rest: Partial<Position> = {}): Position => ({
  category: 'parliament_member',
  title: 'Member',
  country: 'FR',
  roster: 'roster',
  startedOn: '2010',
  endedOn: null,
  isCurrent: true,
  ...rest,
});

const leftOn = (endedOn: string, rest: Partial<Position> = {}) => aPosition({ endedOn, isCurrent: false, ...rest });

function standing(positions: Position[], related: [Relation, Position[]][] = [], months = 12) {
  const entries = new Map<string, ListedEntry>(
    related.map(([, held], at) => [
      `R-${at}`,
      anEntry(`Relative ${at}`, { id: `R-${at}`, pep: { positions: held, relatedTo: [] } }),
    ]),
  );
  const relatedTo = related.map(([relation], at) => ({ entryId: `R-${at}`, relation }));
  return pepStanding(
    { positions, relatedTo },
    { today: TODAY, lookbackMonths: months, findEntry: (id) => entries.get(id) },
  );
}

describe('own positions, by the dates the list states', () => {
  test.each([
    ['held now', [aPosition()], 'pep', null],
    ['begun and never ended', [aPosition({ isCurrent: false })], 'pep', null],
    ['left within the look-back', [leftOn('2025-06-30')], 'pep', '2025-06-30'],
    ['left exactly as long ago', [leftOn('2025-03-14')], 'pep', '2025-03-14'],
    ['left a day longer ago', [leftOn('2025-03-13')], 'former_pep', '2025-03-13'],
    ['left in a year, whose last day counts', [leftOn('2025')], 'pep', '2025'],
    ['left in a month, whose last day counts', [leftOn('2025-03')], 'pep', '2025-03'],
    ['left long ago', [leftOn('2019'), leftOn('2012-05')], 'former_pep', '2019'],
    ['an old office and a present one', [leftOn('2012'), aPosition()], 'pep', null],
    ['an end in the future', [leftOn('2027-01-01')], 'pep', null],
    ['marked current, but ended by its date', [leftOn('2012', { isCurrent: true })], 'former_pep', '2012'],
    ['not begun yet', [aPosition({ startedOn: '2026-05-01' })], 'none', null],
  ])('%s', (_case, positions, expected, until) => {
    const verdict = standing(positions);

    expect(verdict).toMatchObject({ standing: expected, lastHeldUntil: until, flags: [] });
    expect(verdict.positions).toEqual(positions);
  });

  test('count within the look-back of the request', () => {
    expect(standing([leftOn('2024-06-30')], [], 12).standing).toBe('former_pep');
    expect(standing([leftOn('2024-06-30')], [], 24).standing).toBe('pep');
  });

  const undated = aPosition({ startedOn: null, isCurrent: false });

  test('without any dates make a PEP, until a reviewer decides otherwise', () => {
    expect(standing([undated])).toMatchObject({ standing: 'pep', flags: ['position_dates_unknown'] });
  });

  test('with dates decide; undated ones beside them are ignored', () => {
    expect(standing([undated, leftOn('2012')])).toMatchObject({
      standing: 'former_pep',
      flags: [],
    });
  });

  test('that are marked as current count as dated', () => {
    expect(standing([aPosition({ startedOn: null })]).flags).toEqual([]);
  });
});

describe('family', () => {
  test.each(['spouse', 'child', 'parent'] as const)('a %s counts for every PEP', (relation) => {
    const verdict = standing([], [[relation, [aPosition()]]]);

    expect(verdict.standing).toBe('family_member');
    expect(verdict.relatedPeps).toEqual([{ entryId: 'R-0', name: 'Relative 0', relation, positions: [aPosition()] }]);
  });

  test.each([
    ['head_of_state', 'family_member'],
    ['head_of_government', 'family_member'],
    ['minister', 'family_member'],
    ['deputy_minister', 'family_member'],
    ['parliament_member', 'none'],
    ['top_judge', 'none'],
    ['ambassador', 'none'],
    ['regional_leader', 'none'],
  ] as const)('a sibling of a %s is %s', (category, expected) => {
    expect(standing([], [['sibling', [aPosition({ category })]]]).standing).toBe(expected);
  });

  test('a sibling counts by the office that is held, not by one left long ago', () => {
    const held = [leftOn('2012', { category: 'minister' }), aPosition()];

    expect(standing([], [['sibling', held]]).standing).toBe('none');
  });

  test('is judged by the same look-back', () => {
    const related: [Relation, Position[]][] = [['child', [leftOn('2024-06-30')]]];

    expect(standing([], related, 12)).toMatchObject({
      standing: 'none',
      relatedPeps: [{ relation: 'child' }],
    });
    expect(standing([], related, 24).standing).toBe('family_member');
  });

  test('an own office comes first, and family before an office left long ago', () => {
    const related: [Relation, Position[]][] = [['spouse', [aPosition()]]];

    expect(standing([aPosition()], related).standing).toBe('pep');
    expect(standing([leftOn('2012')], related).standing).toBe('family_member');
  });

  test('a relative of a relative does not count', () => {
    expect(standing([], [['spouse', []]])).toMatchObject({ standing: 'none', relatedPeps: [] });
  });
});
