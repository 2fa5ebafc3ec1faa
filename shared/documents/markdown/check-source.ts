import { type Budget, everyBranch, isSpent, oneDocument } from './budget.ts';
import { planBranches } from './evaluate-branches.ts';
import { evaluationOf } from './evaluate-data.ts';
import type { SourceFinding } from './finding.ts';
import type { LiquidNode } from './liquid-nodes.ts';
import { makeDocument } from './make-document.ts';
import type { FoundSignature } from './read-signatures.ts';
import { asRole, type SignatureRole } from './render-source.ts';
import { readTemplate, type Template } from './template.ts';

export type CheckedSource = { roles: SignatureRole[] } | { findings: SourceFinding[] };

/**
 * Whether a source can be saved: it renders with its sample data, and with any data as far as that can be
 * known, every branch having been taken once with words for values.
 */
export function checkSource(source: string, sampleData: unknown): CheckedSource {
  const template = readTemplate(source);
  const { nodes, findings } = template;
  const budget = oneDocument();
  const evaluation = evaluationOf({ data: sampleData, findings, budget });
  const document = nodes && makeDocument(nodes, template, { evaluation, budget });
  if (document) checkBranches(nodes, template, document.signatures);
  return document && findings.count() === 0
    ? { roles: document.signatures.map(asRole) }
    : { findings: findings.list(template.places) };
}

function checkBranches(
  nodes: readonly LiquidNode[],
  template: Template,
  signatures: readonly FoundSignature[],
) {
  const { documents, evaluationOf: branchesOf } = planBranches(nodes);
  const budget: Budget = everyBranch();
  for (let number = 0; number < documents; number++) {
    const document = makeDocument(nodes, template, { evaluation: branchesOf(number), budget });
    if (!document || isSpent(budget)) return;
    refuseDifference(signatures, document.signatures, template);
  }
}

/** Text that depends on a condition can swallow a signature, as an unclosed fence of code does. */
function refuseDifference(
  some: readonly FoundSignature[],
  others: readonly FoundSignature[],
  { findings }: Template,
) {
  const places = new Set(some.map(({ at }) => at)).symmetricDifference(
    new Set(others.map(({ at }) => at)),
  );
  for (const at of places)
    findings.add(at, 'This signature is not in the document whatever the data.');
}
