import { oneDocument } from './budget.ts';
import { evaluationOf } from './evaluate-data.ts';
import type { SourceFinding } from './finding.ts';
import { makeDocument } from './make-document.ts';
import type { FoundSignature } from './read-signatures.ts';
import { readTemplate } from './template.ts';
import type { DocumentTree } from './tree.ts';

/** Who signs a document made from a template. */
export interface SignatureRole {
  role: string;
  label: string | null;
}

export interface SourceWithData {
  source: string;
  data: unknown;
  /** Of the source, as a BCP 47 tag. */
  language?: string;
  /** Those that were saved with the template. */
  roles?: readonly SignatureRole[];
}

export type RenderedSource =
  | { tree: DocumentTree; roles: SignatureRole[] }
  | { findings: SourceFinding[] };

/** What is printed for a source with data, or everything that keeps it from being printed. */
export function renderSource({ source, data, language, roles }: SourceWithData): RenderedSource {
  const template = readTemplate(source);
  const { nodes, findings } = template;
  const budget = oneDocument();
  const evaluation = evaluationOf({ data, findings, budget });
  const document = nodes && makeDocument(nodes, template, { evaluation, budget, language });

  if (document && roles && !isSame(document.signatures, roles))
    findings.add(
      document.signatures.find((one, index) => !isSame([one], roles.slice(index, index + 1)))?.at ??
        0,
      'The signature roles are not those that were saved with the template.',
    );
  return document && findings.count() === 0
    ? { tree: document.tree, roles: document.signatures.map(asRole) }
    : { findings: findings.list(template.places) };
}

export const asRole = ({ role, label }: FoundSignature): SignatureRole => ({ role, label });

const isSame = (found: readonly FoundSignature[], roles: readonly SignatureRole[]) =>
  found.length === roles.length &&
  found.every(({ role, label }, index) => {
    const other = roles[index];
    return role === other?.role && label === other.label;
  });
