import { expect, test } from 'vitest';
import { millisecondsOf } from '../src/instants.ts';
import { seededRandom } from './seeded-random.ts';

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

test('instants: every day of four centuries and of the years around the first has the milliseconds of Date.parse', () => {
  for (const [from, until] of [
    ['0000-01-01', '0005-01-01'],
    ['1890-01-01', '2310-01-01'],
    ['9998-01-01', '9999-12-31'],
  ] as const)
    for (let day = Date.parse(from); day <= Date.parse(until); day += 86_400_000) {
      const text = new Date(day + (day % 86_399_999)).toISOString();
      if (millisecondsOf(text) !== Date.parse(text)) expect(millisecondsOf(text), text).toBe(Date.parse(text));
    }
});

test('instants: text of any form is read as Date.parse reads it, valid or not', () => {
  const { below } = seededRandom(7);
  for (let index = 0; index < 20_000; index += 1) {
    const date = `${pad(below(10_000), 4)}-${pad(below(14))}-${pad(below(34))}`;
    const time = `${pad(below(26))}:${pad(below(62))}:${pad(below(62))}.${pad(below(1000), 3)}`;
    const text = `${date}T${time}Z`;
    if (!Object.is(millisecondsOf(text), Date.parse(text))) expect.fail(text);
  }
  for (const text of [
    '',
    'soon',
    '2026-02-29T00:00:00.000Z',
    '2024-02-29T00:00:00.000Z',
    '2026-03-14T24:00:00.000Z',
    '2026-03-14t09:26:53.589z',
    '2026-03-14 09:26:53.589Z',
    '2026-03-14T09:26:53.58Z ',
    '2026-03-14T09:26:53,589Z',
    '2026-03-14T09:26+01:00ZZ',
    '٢٠٢٦-03-14T09:26:53.589Z',
    '2026-03-14T09:26:53Z',
    '2026-03-14',
    '+012026-03-14T09:26:53Z0',
  ])
    expect(Object.is(millisecondsOf(text), Date.parse(text)), text).toBe(true);
});
