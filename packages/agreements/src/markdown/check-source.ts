import { type Budget, everyBranch, isSpent, oneDocument } from './budget.ts';
import { planBranches } from './evaluate-branches.ts';
import { evaluationOf } from './evaluate-data.ts';
import type { FieldSpec } from './field-directive.ts';
import type { SourceFinding } from './finding.ts';
import type { FoundField } from './found-field.ts';
import { guessLanguage } from './languages.ts';
import type { LiquidNode } from './liquid-nodes.ts';
import { makeDocument } from './make-document.ts';
import type { DocumentReading } from './read-blocks.ts';
import type { FoundSignature } from './read-signatures.ts';
import { asRole, type SignatureRole } from './render-source.ts';
import { checkDirectives, checkedFields } from './source-fields.ts';
import { withPlainLineEnds } from './source-places.ts';
import { type ParsedTemplate, parseTemplate } from './template.ts';
import type { ImageSizes } from './tree.ts';

export type CheckedSource = { roles: SignatureRole[]; fields: SourceField[] } | { findings: SourceFinding[] };

/**
 * Whether a source can be saved: it must render with its sample data, and, as far as that can be
 * checked, with any data. Every branch is taken once with placeholder words for values.
 */
export function checkSource(
  source: string,
  sampleData: unknown,
  language = guessLanguage(source),
  images?: ImageSizes,
): CheckedSource {
  const template = parseTemplate(source);
  const { nodes, findings } = template;
  const budget = oneDocument();
  const evaluation = evaluationOf({ data: sampleData, findings, budget, language });
  const document = nodes && makeDocument(nodes, template, { evaluation, budget, language, images });
  const fields = document ? checkBranches(nodes, template, { ...document, images }) : [];
  const roles = document?.signatures.map(({ role }) => role) ?? [];
  checkDirectives(fields, { roles, findings });
  if (document && findings.count() === 0) checkedFields(document.fields, { roles, findings });
  return document && findings.count() === 0
    ? {
        roles: document.signatures.map(asRole),
        fields: fields.map((field) => ({ ...field.spec, prefill: prefillIn(source, field) })),
      }
    : { findings: findings.list(template.places) };
}

/** A field of a directive; `prefill` is the text of the source, with its variables. */
export type SourceField = FieldSpec;

const prefillIn = (source: string, { prefill }: FoundField) =>
  prefill ? withPlainLineEnds(source).slice(prefill.from, prefill.to).trim() || null : null;

/** The fields of all branches, in source order. */
function checkBranches(
  nodes: readonly LiquidNode[],
  template: ParsedTemplate,
  { signatures, fields, images }: DocumentReading & { images: ImageSizes | undefined },
): FoundField[] {
  const found = new Map(fields.map((field) => [field.at, field]));
  const { documents, evaluationOf: branchesOf } = planBranches(nodes);
  const budget: Budget = everyBranch();
  for (let number = 0; number < documents; number++) {
    const document = makeDocument(nodes, template, { evaluation: branchesOf(number), budget, images });
    if (!document || isSpent(budget)) break;
    refuseDifference(signatures, document.signatures, template);
    for (const field of document.fields) if (!found.has(field.at)) found.set(field.at, field);
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

/** Text that depends on a condition can swallow a signature, as an unclosed code fence does. */
function refuseDifference(
  some: readonly FoundSignature[],
  others: readonly FoundSignature[],
  { findings }: ParsedTemplate,
) {
  const places = new Set(some.map(({ at }) => at)).symmetricDifference(new Set(others.map(({ at }) => at)));
  for (const at of places)
    findings.add(at, 'This signature is missing for some data. A signature must not depend on a condition.');
}
