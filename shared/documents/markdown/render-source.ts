import type { TemplateField } from '../fields/template-fields.ts';
import { oneDocument } from './budget.ts';
import { evaluationOf } from './evaluate-data.ts';
import type { SourceFinding } from './finding.ts';
import { makeDocument } from './make-document.ts';
import type { ReadDocument } from './read-blocks.ts';
import type { FoundSignature } from './read-signatures.ts';
import { checkedFields } from './source-fields.ts';
import { readTemplate, type Template } from './template.ts';
import type { DocumentTree, Place } from './tree.ts';

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
  /** The names of those who sign, by role. */
  signerNames?: ReadonlyMap<string, string>;
  /** Those that were saved with the template. */
  roles?: readonly SignatureRole[];
}

export type RenderedSource =
  | { tree: DocumentTree; roles: SignatureRole[]; fields: RenderedField[] }
  | { findings: SourceFinding[] };

/** A field of a document, to be placed where its box is printed; its signer is named by role. */
export type RenderedField = TemplateField & { at: Record<'prefill' | 'options', Place> };

/** What is printed for a source with data, or everything that keeps it from being printed. */
export function renderSource(input: SourceWithData): RenderedSource {
  const { source, data, language, signerNames, roles } = input;
  const template = readTemplate(source);
  const { nodes, findings } = template;
  const budget = oneDocument();
  const evaluation = evaluationOf({ data, findings, budget });
  const document =
    nodes && makeDocument(nodes, template, { evaluation, budget, language, signerNames });

  if (document && roles && !isSame(document.signatures, roles))
    findings.add(
      document.signatures.find((one, index) => !isSame([one], roles.slice(index, index + 1)))?.at ??
        0,
      'The signature roles differ from those saved with the template.',
    );
  const fields = document ? fieldsOf(document, template) : [];
  return document && findings.count() === 0
    ? { tree: document.tree, roles: document.signatures.map(asRole), fields }
    : { findings: findings.list(template.places) };
}

function fieldsOf({ fields, signatures }: ReadDocument, { findings, places }: Template) {
  const roles = signatures.map(({ role }) => role);
  return checkedFields(fields, { roles, findings }).map((field, index) => {
    const found = fields[index];
    const prefill = found?.prefill?.from ?? found?.at ?? 0;
    const options = found?.offsetOf('options') ?? 0;
    return { ...field, at: { prefill: places.placeAt(prefill), options: places.placeAt(options) } };
  });
}

export const asRole = ({ role, label }: FoundSignature): SignatureRole => ({ role, label });

const isSame = (found: readonly FoundSignature[], roles: readonly SignatureRole[]) =>
  found.length === roles.length &&
  found.every(({ role, label }, index) => {
    const other = roles[index];
    return role === other?.role && label === other.label;
  });
