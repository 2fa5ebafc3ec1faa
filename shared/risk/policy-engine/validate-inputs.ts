import { FactType, PolicyInput, ScalarType } from './definition.ts';
import { type Finding, finding } from './finding.ts';
import { elementsOf, type Located, memberOf } from './located.ts';
import { isScreeningFact } from './screening-facts.ts';
import {
  isSourceIdentity,
  RETIRED_SOURCE,
  SOURCE_FORMS,
  verificationSource,
} from './source-identity.ts';

/** An input declaration. Malformed properties are undefined. */
export interface DeclaredInput {
  key: string;
  type: FactType | undefined;
  itemType: ScalarType | undefined;
}

export function declaredInputs(definition: Located): ReadonlyMap<string, DeclaredInput> {
  const inputs = new Map<string, DeclaredInput>();
  for (const input of elementsOf(definition, 'inputs')) {
    const key = memberOf(input, 'key').value;
    if (typeof key !== 'string' || inputs.has(key)) continue;
    const type = FactType.safeParse(memberOf(input, 'type').value).data;
    const itemType = ScalarType.safeParse(memberOf(input, 'itemType').value).data;
    inputs.set(key, { key, type, itemType });
  }
  return inputs;
}

export function inputFindings(definition: Located): Finding[] {
  return elementsOf(definition, 'inputs').flatMap((input) => [
    ...typeFindings(input),
    ...elementsOf(input, 'acceptedSources').flatMap(sourceFindings),
    ...bindingFindings(input),
  ]);
}

function typeFindings(input: Located): Finding[] {
  const key = memberOf(input, 'key').value;
  const type = memberOf(input, 'type');
  const itemType = memberOf(input, 'itemType');
  const isGiven = itemType.value !== undefined && itemType.value !== null;

  if (type.value === 'list' && !isGiven)
    return [finding(itemType.path, 'item_type_required', '`itemType` is required for lists.')];
  if (ScalarType.safeParse(type.value).success && isGiven)
    return [
      finding(itemType.path, 'item_type_not_allowed', '`itemType` is allowed for lists only.'),
    ];
  if (typeof key === 'string' && isScreeningFact(key) && type.value !== 'string')
    return [finding(type.path, 'screening_fact_type', `${key} is recorded as a string.`)];
  return [];
}

function sourceFindings({ path, value }: Located): Finding[] {
  if (value === RETIRED_SOURCE)
    return [finding(path, 'retired_source', `${RETIRED_SOURCE} is retired.`)];
  if (typeof value !== 'string' || value === '' || isSourceIdentity(value)) return [];
  return [finding(path, 'invalid_source', `Use one of these forms: ${SOURCE_FORMS}.`)];
}

/** A native input must accept the step it is bound to as a source. */
function bindingFindings(input: Located): Finding[] {
  const { value } = memberOf(input, 'verification');
  const binding = PolicyInput.shape.verification.safeParse(value).data;
  if (!binding) return [];
  const source = verificationSource(binding);
  const sources = memberOf(input, 'acceptedSources');
  if (!Array.isArray(sources.value) || sources.value.includes(source)) return [];
  return [finding(sources.path, 'verification_source_missing', `Must accept ${source}.`)];
}
