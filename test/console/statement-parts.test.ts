import { expect, test } from 'vitest';
import { statementParts } from '../../console/domain/statement-parts.ts';

const ONE = '01a1ebb7-ed0d-7000-8000-5d3c2b1a0f00';
const OTHER = '01a1ebb2-26d7-7000-8000-5d3c2b1a0f00';

test('finding: ids become words and links, and times are times', () => {
  expect(
    statementParts(`Override ${ONE} is review where assessment ${OTHER} of payments calculated restrict.`),
  ).toEqual([
    { text: 'The override is review where the ' },
    { assessmentId: OTHER },
    { text: ' of payments calculated restrict.' },
  ]);
  expect(statementParts(`Assessment ${ONE} of payments is not current: newer_evidence.`)).toEqual([
    { text: 'The ' },
    { assessmentId: ONE },
    { text: ' of payments is not current: newer_evidence.' },
  ]);
  expect(
    statementParts(`Action hold_payouts (${ONE}) was required at 2026-03-14T09:26:53.589Z and is still requested.`),
  ).toEqual([
    { text: 'Action hold_payouts was required at ' },
    { at: '2026-03-14T09:26:53.589Z' },
    { text: ' and is still requested.' },
  ]);
});

test('finding: a sentence without ids stays as it is, and text that only looks like one is kept', () => {
  const plain = '2 sources state 3 different values of email.age_days (01a1ebb7).';
  expect(statementParts(plain)).toEqual([{ text: plain }]);
  expect(statementParts('')).toEqual([]);
});

test('finding: ids of other records are shortened, as a language model may write them', () => {
  expect(statementParts(`Receipt ${ONE} contradicts receipt ${OTHER}.`)).toEqual([
    { text: 'Receipt 01a1ebb7 contradicts receipt 01a1ebb2.' },
  ]);
});
