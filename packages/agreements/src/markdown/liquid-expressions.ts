import { type Tokenizer, TypeGuards } from 'liquidjs';
import type { SourceFindings } from './findings.ts';
import type { LetterCase } from './liquid-nodes.ts';
import { NOT_UNDERSTOOD, pathOf, type Refuse, readExpression, type Span } from './liquid-operands.ts';

/** Reads an output such as `client.name | upcase`. */
export const readOutput = (span: Span, findings: SourceFindings) =>
  readExpression(span, findings, (tokenizer, refuse) => {
    const path = pathOf(tokenizer.readValue(), span.from, refuse);
    const filters = path && readFilters(tokenizer, refuse);
    return path && filters && { path, filters };
  });

const isLetterCase = (name: string): name is LetterCase => name === 'upcase' || name === 'downcase';

function readFilters(tokenizer: Tokenizer, refuse: Refuse): LetterCase[] | undefined {
  const filters: LetterCase[] = [];
  for (const filter of tokenizer.readFilters()) {
    if (!isLetterCase(filter.name)) return refuse(filter.begin, 'Only the filters upcase and downcase are supported.');
    if (filter.getText().trim() !== filter.name)
      return refuse(filter.begin, `The filter ${filter.name} takes no arguments.`);
    filters.push(filter.name);
  }
  // Liquid silently ignores a bar without a filter.
  const isWhole = tokenizer.end() && !tokenizer.input.slice(0, tokenizer.N).trimEnd().endsWith('|');
  return isWhole ? filters : refuse(tokenizer.p, NOT_UNDERSTOOD);
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
