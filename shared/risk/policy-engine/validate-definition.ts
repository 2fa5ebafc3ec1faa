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
  /** The definition with its defaults and in canonical form; null when it is invalid. */
  normalized: PolicyDefinition | null;
}

/** Everything that is wrong with a definition, each with its place, and not the first of it only. */
export function validateDefinition(
  value: unknown,
  /** Wording of findings about the shape, in place of zod's own. */
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

/** How large a definition is as canonical JSON in UTF-8; the order of its keys does not change that. */
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

/** The same lists in another order are the same source. */
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
