import { oneDocument } from './budget.ts';
import { evaluationOf } from './evaluate-data.ts';
import { guessLanguage } from './languages.ts';
import type { OutputNode, TextNode } from './liquid-nodes.ts';
import { type ParsedTemplate, parseTemplate } from './template.ts';

/** Text with variables outside of a source, as in the fields of PDF templates. */
export type Prefill = { value: string } | { message: string };

const ONLY_VARIABLES = 'A prefill is text with variables; conditions and loops are not supported.';

/** Why a text is not a valid prefill; undefined if it is. */
export function prefillFault(text: string): string | undefined {
  const template = parseTemplate(text);
  if (!piecesOf(template)) return messageOf(template) ?? ONLY_VARIABLES;
  return messageOf(template);
}

export function renderPrefill(text: string, data: unknown): Prefill {
  const template = parseTemplate(text);
  const budget = oneDocument();
  const evaluation = evaluationOf({ data, findings: template.findings, budget, language: guessLanguage(text) });
  const value = (piecesOf(template) ?? [])
    .map((node) => (node.kind === 'text' ? node.text : evaluation.textOf(node, undefined)))
    .join('');
  const message = messageOf(template);
  return message === undefined ? { value } : { message };
}

function piecesOf({ nodes }: ParsedTemplate): (TextNode | OutputNode)[] | undefined {
  const pieces = nodes?.filter((node) => node.kind === 'text' || node.kind === 'output');
  return pieces?.length === nodes?.length ? pieces : undefined;
}

const messageOf = ({ findings, places }: ParsedTemplate) => findings.list(places)[0]?.message;
