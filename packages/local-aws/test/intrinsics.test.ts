import { expect, test } from 'vitest';
import { type Names, resolveValue } from '../src/template/intrinsics.ts';

const names: Names = {
  ref: (name) => `<${name}>`,
  attribute: (id, attribute) => `<${id}.${attribute}>`,
};

test.each([
  ['a plain value', { a: [1, 'b', null] }, { a: [1, 'b', null] }],
  ['Ref', { Ref: 'Table' }, '<Table>'],
  ['Ref deep inside', { Variables: { TABLE: { Ref: 'Table' } } }, { Variables: { TABLE: '<Table>' } }],
  ['Fn::GetAtt', { 'Fn::GetAtt': ['Table', 'Arn'] }, '<Table.Arn>'],
  ['Fn::GetAtt of an output', { 'Fn::GetAtt': ['Nested', 'Outputs.Url'] }, '<Nested.Outputs.Url>'],
  ['Fn::GetAtt as text', { 'Fn::GetAtt': 'Table.Arn' }, '<Table.Arn>'],
  ['Fn::Join', { 'Fn::Join': ['/', ['a', { Ref: 'B' }, 3]] }, 'a/<B>/3'],
  ['Fn::Split', { 'Fn::Split': [':', 'a:b'] }, ['a', 'b']],
  ['Fn::Select of a split', { 'Fn::Select': ['1', { 'Fn::Split': [':', 'a:b'] }] }, 'b'],
  ['Fn::Sub', { 'Fn::Sub': `\${A}-\${B.Arn}-\${!C}` }, `<A>-<B.Arn>-\${C}`],
  ['Fn::Sub with variables', { 'Fn::Sub': [`\${A} \${x}`, { x: { Ref: 'X' } }] }, '<A> <X>'],
])('works out %s', (_name, value, expected) => {
  expect(resolveValue(value, names)).toEqual(expected);
});

test('leaves an object alone that only looks like a function', () => {
  const both = { Ref: 'a', Other: 'b' };

  expect(resolveValue(both, names)).toEqual(both);
});

test.each([
  ['a function it does not know', { 'Fn::ImportValue': 'x' }, 'Fn::ImportValue'],
  ['a choice that is not there', { 'Fn::Select': ['2', ['a', 'b']] }, 'no value at index 2'],
  ['an object in the place of a text', { 'Fn::Join': ['', [{ a: 1 }]] }, 'where a string is required'],
])('refuses %s', (_name, value, complaint) => {
  expect(() => resolveValue(value, names)).toThrow(complaint);
});
