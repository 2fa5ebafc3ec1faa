import { expect, test } from 'vitest';
import { matchesPattern, parsePattern } from '../src/events/event-pattern.ts';

const RECORD = {
  eventName: 'INSERT',
  dynamodb: { NewImage: { pk: { S: 'org#risk' }, searchable: { S: 'yes' }, count: { N: '3' } } },
};

test.each([
  [{ eventName: ['INSERT', 'MODIFY'] }, true],
  [{ eventName: ['REMOVE'] }, false],
  [{ dynamodb: { NewImage: { searchable: { S: [{ exists: true }] } } } }, true],
  [{ dynamodb: { NewImage: { missing: { S: [{ exists: true }] } } } }, false],
  [{ dynamodb: { NewImage: { missing: { S: [{ exists: false }] } } } }, true],
  [{ dynamodb: { NewImage: { pk: { S: [{ prefix: 'org#' }] } } } }, true],
  [{ dynamodb: { NewImage: { count: { N: [{ prefix: '4' }] } } } }, false],
  [{ eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
  [{ eventName: [{ 'anything-but': ['INSERT'] }] }, false],
  [{ absent: [{ 'anything-but': ['INSERT'] }] }, false],
  [{ eventName: ['INSERT'], dynamodb: { NewImage: { count: { N: ['4'] } } } }, false],
])('%j', (pattern, expected) => {
  expect(matchesPattern(parsePattern(JSON.stringify(pattern)), RECORD)).toBe(expected);
});

test.each([
  { eventName: [{ suffix: 'T' }] },
  { eventName: [{ prefix: 'a', suffix: 'b' }] },
  { eventName: 'INSERT' },
  { eventName: [{ 'anything-but': { prefix: 'a' } }] },
])('refuses %j, which it does not know', (pattern) => {
  expect(() => parsePattern(JSON.stringify(pattern))).toThrow('does not support the filter');
});
