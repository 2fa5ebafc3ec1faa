import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from '#test/support/source-files.ts';

/** A spread of a literal means nothing: its members can stand where it stands. */
test('source: no object, array, call or tuple type spreads a literal', () => {
  const found = sourceFiles(...FOLDERS).flatMap(spreadsIn);
  expect(found).toEqual([]);
});

test('the check finds spreads of literals, and no other spreads', () => {
  const at = (text: string) => spreadsOf('a.ts', text).length;
  expect(at('const a = { ...{ b: 1 } };')).toBe(1);
  expect(at('const a = [...[1, 2], 3];')).toBe(1);
  expect(at('call(...[1, 2]);')).toBe(1);
  expect(at('const a = [...([1, 2] as const)];')).toBe(1);
  expect(at('type A = [...[b: string]];')).toBe(1);
  expect(at('const a = { ...b, c: [...d, ...[1].map(e), ...(f ? [g] : [])] };')).toBe(0);
  expect(at('const a = (...[b, c]: [number, number]) => b + c;')).toBe(0);
});

const FOLDERS = ['bench', 'bin', 'console', 'functions', 'infra', 'packages', 'shared', 'test'];

const spreadsIn = ({ path, text }: SourceFile) =>
  /\.\.\.[\s(]*[{[]/.test(text) ? spreadsOf(path, text).map((line) => `${path}:${line}`) : [];

function spreadsOf(path: string, text: string): number[] {
  const lines: number[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (isNode(node)) {
      if (isSpreadOfLiteral(node)) lines.push(text.slice(0, node.start).split('\n').length);
      for (const value of Object.values(node)) visit(value);
    }
  };
  visit(parseSync(path, text).program);
  return lines;
}

interface Node {
  type: string;
  start: number;
  argument?: Node;
  expression?: Node;
  typeAnnotation?: Node;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const LITERALS = ['ObjectExpression', 'ArrayExpression', 'TSTupleType'];
const WRAPPERS = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'];
const isLiteral = (node?: Node): boolean =>
  node !== undefined && (LITERALS.includes(node.type) || (WRAPPERS.includes(node.type) && isLiteral(node.expression)));

const isSpreadOfLiteral = ({ type, argument, typeAnnotation }: Node) =>
  (type === 'SpreadElement' && isLiteral(argument)) || (type === 'TSRestType' && isLiteral(typeAnnotation));
