import { type Tokenizer, TypeGuards, type ValueToken } from 'liquidjs';
import type { SourceFindings } from './findings.ts';
import type { Filter, FilterArgument, LetterCase, OutputSubject } from './liquid-nodes.ts';
import { NOT_UNDERSTOOD, operandOf, pathOf, type Refuse, readExpression, type Span } from './liquid-operands.ts';
import { argumentFault, isValueFilter, languageFault, type ValueFilter } from './value-filters.ts';

/** Reads an output such as `client.name | upcase`. */
export const readOutput = (span: Span, findings: SourceFindings) =>
  readExpression(span, findings, (tokenizer, refuse) => {
    const subject = subjectOf(tokenizer.readValue(), span.from, refuse);
    const filters = subject && readFilters(tokenizer, refuse);
    return subject && filters && { subject, filters };
  });

function subjectOf(token: ValueToken | undefined, end: number, refuse: Refuse): OutputSubject | undefined {
  if (token && TypeGuards.isQuotedToken(token)) {
    const text = operandOf(token, end, refuse);
    return text?.kind === 'literal' ? { kind: 'literal', value: String(text.value) } : undefined;
  }
  const path = pathOf(token, end, refuse);
  return path && { kind: 'path', path };
}

const isLetterCase = (name: string): name is LetterCase => name === 'upcase' || name === 'downcase';

function readFilters(tokenizer: Tokenizer, refuse: Refuse): Filter[] | undefined {
  const filters: Filter[] = [];
  for (const token of tokenizer.readFilters()) {
    const filter = filterOf(token, refuse);
    if (!filter) return undefined;
    filters.push(filter);
  }
  // Liquid silently ignores a bar without a filter.
  const isWhole = tokenizer.end() && !tokenizer.input.slice(0, tokenizer.N).trimEnd().endsWith('|');
  return isWhole ? filters : refuse(tokenizer.p, NOT_UNDERSTOOD);
}

type FilterToken = ReturnType<Tokenizer['readFilters']>[number];

function filterOf(token: FilterToken, refuse: Refuse): Filter | undefined {
  const { name, begin } = token;
  if (isValueFilter(name)) return valueFilterOf(name, token, refuse);
  if (!isLetterCase(name))
    return refuse(begin, 'Only the filters upcase, downcase, money, number and date are supported.');
  if (token.getText().trim() !== name) return refuse(begin, `The filter ${name} takes no arguments.`);
  return { name };
}

function valueFilterOf(name: ValueFilter, { begin, end, args }: FilterToken, refuse: Refuse): Filter | undefined {
  const given: Partial<Record<'argument' | 'language', FilterArgument>> = {};
  for (const arg of args) {
    const [key, token] = Array.isArray(arg) ? arg : ['argument', arg];
    if (key !== 'argument' && key !== 'language') return refuse(begin, NOT_UNDERSTOOD);
    const operand = operandOf(token, end, refuse);
    if (!operand || operand.kind === 'keyword' || given[key]) return refuse(begin, NOT_UNDERSTOOD);
    given[key] = operand;
  }
  const { argument, language } = given;
  // Arguments of the data are checked when they are known.
  const argumentFinding = argument?.kind !== 'path' && argumentFault(name, argument?.value);
  const languageFinding = language?.kind === 'literal' && languageFault(language.value);
  const fault = argumentFinding || languageFinding;
  return fault ? refuse(begin, fault) : { name, at: begin, argument, language };
}

/** Reads `item in items`. Rejects `limit`, `offset`, `reversed` and filters. */
export const readLoop = (span: Span, findings: SourceFindings) =>
  readExpression(span, findings, (tokenizer, refuse) => {
    const variable = tokenizer.readIdentifier().getText();
    const isIn = tokenizer.readIdentifier().getText() === 'in';
    if (!isIn || !NAME.test(variable) || RESERVED.has(variable))
      return refuse(span.from, 'A loop is written {% for item in items %}.');

    tokenizer.skipBlank();
    const at = tokenizer.p;
    const value = tokenizer.readValue();
    if (TypeGuards.isRangeToken(value))
      return refuse(at, 'A loop requires a list of the data. Ranges are not supported.');
    const collection = pathOf(value, at, refuse);
    tokenizer.skipBlank();
    if (collection && !tokenizer.end()) return refuse(tokenizer.p, 'Nothing can follow the list of a loop.');
    return collection && { variable, collection };
  });

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_-]*$/u;
const RESERVED = new Set(['true', 'false', 'nil', 'null', 'blank', 'empty', 'forloop', 'in']);
