import type * as z from 'zod';
import { PolicyDefinition } from './definition.ts';
import { type Finding, type FindingCode, finding } from './finding.ts';
import { elementsOf, type Located, memberOf } from './located.ts';
import { canonicalSource, withCanonicalSources } from './screening-source.ts';
import { conditionFindings } from './validate-conditions.ts';
import { declaredInputs, inputFindings } from './validate-inputs.ts';
import { outcomeFindings } from './validate-outcomes.ts';
import { shapeFindings } from './validate-shape.ts';

export interface Validation {
  valid: boolean;
  errors: Finding[];
  /** The definition with defaults and in canonical form; null if it is invalid. */
  normalized: PolicyDefinition | null;
}

/** Reports all errors of a definition with their paths, not only the first. */
export function validateDefinition(
  value: unknown,
  /** Messages for schema errors, instead of zod's own. */
  messageOf?: z.core.$ZodErrorMap,
): Validation {
  const parsed = PolicyDefinition.safeParse(value, {
    reportInput: true,
    ...(messageOf && { error: messageOf }),
  });
  const definition: Located = { path: '', value };
  const errors = [
    ...shapeFindings(parsed.error?.issues ?? []),
    ...duplicateFindings(definition),
    ...inputFindings(definition),
    ...conditionFindings(definition, declaredInputs(definition)),
    ...outcomeFindings(definition),
  ];
  const valid = errors.length === 0;
  return {
    valid,
    errors,
    normalized: valid && parsed.success ? withCanonicalSources(parsed.data) : null,
  };
}

/** Size of a definition as JSON in UTF-8. The order of keys does not change it. */
export const normalizedBytes = (definition: PolicyDefinition) =>
  new TextEncoder().encode(JSON.stringify(definition)).length;

function duplicateFindings(definition: Located): Finding[] {
  const namesIn = (list: string, name: string) =>
    elementsOf(definition, list).map((element) => memberOf(element, name));
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

const canonically = ({ path, value }: Located): Located => ({
  path,
  value: typeof value === 'string' ? canonicalSource(value) : value,
});

function repeated(names: readonly Located[], code: FindingCode): Finding[] {
  const seen = new Set<unknown>();
  return names.flatMap(({ path, value }) => {
    if (typeof value !== 'string' || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [finding(path, code, `${value} is repeated.`)];
  });
}
