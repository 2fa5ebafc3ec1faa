import { expect, test } from 'vitest';
import { ATTENTION_REASONS } from '#shared/screening/lists/version-doubts.ts';
import { counted, listReason } from '../../console/domain/list-reasons.ts';

const unworded = (code: string) => code.replaceAll('_', ' ');
const codes = Object.keys(ATTENTION_REASONS).map((code) => code.replace('*', 'malformed'));

test.each([...codes, 'not_confirmed'])('list reasons: %s is a sentence', (code) => {
  expect(listReason(code)).not.toBe(unworded(code));
  expect(listReason(code)).toMatch(/^[A-Z].*\.$/);
});

test('list reasons: a code of a newer service is shown without underscores', () => {
  expect(listReason('printed_twice')).toBe('printed twice');
});

test('list counts: one is singular and others plural', () => {
  expect([counted(1, 'entry'), counted(0, 'entry'), counted(2, 'vessel'), counted(1200, 'person')]).toEqual([
    '1 entry',
    '0 entries',
    '2 vessels',
    '1,200 people',
  ]);
});
