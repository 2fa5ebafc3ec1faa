import type * as z from 'zod';
import { PolicyDefinition } from './definition.ts';
import { elementsOf, type Located, propertyOf } from './located.ts';
import { type PolicyIssue, type PolicyIssueCode, policyIssue } from './policy-issue.ts';
import { canonicalScreeningSource, normalizeSources } from './screening-source.ts';
import { conditionIssues } from './validate-conditions.ts';
import { declaredInputs, inputIssues } from './validate-inputs.ts';
import { outcomeIssues } from './validate-outcomes.ts';
import { schemaIssues } from './validate-shape.ts';

export interface Validation {
  valid: boolean;
  errors: PolicyIssue[];
  /** The definition with defaults and in canonical form; null if it is invalid. */
  normalized: PolicyDefinition | null;
}

export interface ValidationOptions {
  /** The known screening lists, in canonical order. */
  lists: readonly string[];
  /** Messages for schema errors, instead of zod's own. */
  messageOf?: z.core.$ZodErrorMap;
}

/** Reports all errors of a definition with their paths, not only the first. */
export function validatePolicy(value: unknown, { lists, messageOf }: ValidationOptions): Validation {
  const parsed = PolicyDefinition.safeParse(value, {
    reportInput: true,
    ...(messageOf && { error: messageOf }),
  });
  const definition: Located = { path: '', value };
  const errors = [
    ...schemaIssues(parsed.error?.issues ?? []),
    ...duplicateIssues(definition, lists),
    ...inputIssues(definition),
    ...conditionIssues(definition, declaredInputs(definition)),
    ...outcomeIssues(definition),
  ];
  const valid = errors.length === 0;
  return {
    valid,
    errors,
    normalized: valid && parsed.success ? normalizeSources(parsed.data, lists) : null,
  };
}

/** Size of a definition as JSON in UTF-8. The order of keys does not change it. */
export const normalizedBytes = (definition: PolicyDefinition) =>
  new TextEncoder().encode(JSON.stringify(definition)).length;

function duplicateIssues(definition: Located, lists: readonly string[]): PolicyIssue[] {
  const namesIn = (list: string, name: string) =>
    elementsOf(definition, list).map((element) => propertyOf(element, name));
  const canonically = ({ path, value }: Located): Located => ({
    path,
    value: typeof value === 'string' ? canonicalScreeningSource(value, lists) : value,
  });
  return [
    ...repeated(namesIn('inputs', 'key'), 'duplicate_key'),
    ...elementsOf(definition, 'inputs').flatMap((input) =>
      repeated(elementsOf(input, 'acceptedSources').map(canonically), 'duplicate_source'),
    ),
    ...repeated(namesIn('factors', 'key'), 'duplicate_key'),
    ...repeated(namesIn('bands', 'id'), 'duplicate_key'),
    ...repeated(namesIn('rules', 'key'), 'duplicate_key'),
  ];
}

function repeated(names: readonly Located[], code: PolicyIssueCode): PolicyIssue[] {
  const seen = new Set<unknown>();
  return names.flatMap(({ path, value }) => {
    if (typeof value !== 'string' || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [policyIssue(path, code, `\`${value}\` is repeated.`)];
  });
}
