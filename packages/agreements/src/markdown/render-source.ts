import type { TemplateField } from '../fields/template-fields.ts';
import { type Budget, oneDocument } from './budget.ts';
import { evaluationOf } from './evaluate-data.ts';
import type { SourceFinding } from './finding.ts';
import { guessLanguage } from './languages.ts';
import { makeDocument } from './make-document.ts';
import type { DocumentReading } from './read-blocks.ts';
import type { FoundSignature } from './read-signatures.ts';
import { checkedFields } from './source-fields.ts';
import { type ParsedTemplate, parseTemplate } from './template.ts';
import type { DocumentTree, ImageSizes, SourcePlace } from './tree.ts';

/** A role of a template that signs. */
export interface SignatureRole {
  role: string;
  label: string | null;
}

export interface SourceWithData {
  source: string;
  data: unknown;
  /** BCP 47 tag of the source's language; guessed from the text if it is missing. */
  language?: string;
  /** Names of the signers, by role. */
  signerNames?: ReadonlyMap<string, string>;
  images?: ImageSizes | undefined;
  /** The roles that were stored with the template. */
  roles?: readonly SignatureRole[];
  /** What is left for this source and those after it, where several make one document. */
  budget?: Budget;
}

export type RenderedSource =
  | { tree: DocumentTree; roles: SignatureRole[]; fields: RenderedField[] }
  | { findings: SourceFinding[] };

/**
 * A field of a document without a position yet: it goes where its box is printed. Its signer is
 * named by role.
 */
export type RenderedField = TemplateField & { at: Record<'prefill' | 'options', SourcePlace> };

/** Renders a source with data into a tree, or returns everything that prevents it. */
export function renderSource(input: SourceWithData): RenderedSource {
  const { source, data, signerNames, images, roles, language = guessLanguage(source), budget = oneDocument() } = input;
  const template = parseTemplate(source);
  const { nodes, findings } = template;
  const evaluation = evaluationOf({ data, findings, budget, language });
  const document = nodes && makeDocument(nodes, template, { evaluation, budget, language, signerNames, images });

  if (document && roles && !isSame(document.signatures, roles))
    findings.add(
      document.signatures.find((one, index) => !isSame([one], roles.slice(index, index + 1)))?.at ?? 0,
      'The signature roles differ from those saved with the template.',
    );
  const fields = document ? fieldsOf(document, template) : [];
  return document && findings.count() === 0
    ? { tree: document.tree, roles: document.signatures.map(asRole), fields }
    : { findings: findings.list(template.places) };
}

function fieldsOf({ fields, signatures }: DocumentReading, { findings, places }: ParsedTemplate) {
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
