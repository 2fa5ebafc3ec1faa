import { expect, test } from 'vitest';
import { decidedBy } from '../../console/domain/decided-by.ts';

/** The sentence above the picture of a score. */
const definition = {
  bands: [
    { id: 'low', effect: { decision: 'none' } },
    { id: 'high', effect: { decision: 'restrict' } },
  ],
  rules: [
    { key: 'sanctions_hit', reason: 'On a sanctions list.', forceBand: null, effect: { decision: 'reject' } },
    { key: 'new_device', reason: 'A new device.', forceBand: 'high', effect: { decision: 'none' } },
  ],
};
const matched = (...keys: string[]) =>
  definition.rules.map(({ key }) => ({ key, result: keys.includes(key) ? 'matched' : 'not_matched' }));

test.each([
  [
    'a rule',
    { score: 10, band: 'low', decision: 'reject', rules: matched('sanctions_hit') },
    'Reject: rule Sanctions hit. On a sanctions list.',
  ],
  [
    'a rule that forces the band',
    { score: 10, band: 'high', decision: 'restrict', rules: matched('new_device') },
    'Restrict: band high by rule New device. A new device.',
  ],
  [
    'the score',
    { score: 72, band: 'high', decision: 'restrict', rules: matched() },
    'Restrict: a score of 72 is in band high.',
  ],
  [
    'missing evidence',
    { score: null, band: null, decision: 'awaiting_evidence', rules: matched() },
    'Awaiting evidence: evidence is missing.',
  ],
  [
    'the lowest band',
    { score: 3, band: 'low', decision: 'none', rules: matched() },
    'No action: a score of 3 is in band low.',
  ],
])('a decision says that it was made by %s', (_by, decided, sentence) => {
  expect(decidedBy({ ...decided, definition })).toBe(sentence);
});
