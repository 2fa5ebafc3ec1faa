import { FactType, PolicyInput, ScalarType } from './definition.ts';
import { elementsOf, type Located, propertyOf } from './located.ts';
import { type PolicyIssue, policyIssue } from './policy-issue.ts';
import { documentedValues, isScreeningFact, MEASURES_FACT } from './screening-facts.ts';
import { isSourceIdentity, RETIRED_SOURCE, SOURCE_FORMS, verificationSource } from './source-identity.ts';

/** An input declaration. Malformed properties are undefined. */
export interface DeclaredInput {
  key: string;
  type: FactType | undefined;
  itemType: ScalarType | undefined;
  /** The only values that count. */
  values: readonly string[] | undefined;
  /** Required at times only. */
  isConditional: boolean;
}

export function declaredInputs(definition: Located): ReadonlyMap<string, DeclaredInput> {
  const inputs = new Map<string, DeclaredInput>();
  for (const input of elementsOf(definition, 'inputs')) {
    const key = propertyOf(input, 'key').value;
    if (typeof key !== 'string' || inputs.has(key)) continue;
    const type = FactType.safeParse(propertyOf(input, 'type').value).data;
    const itemType = ScalarType.safeParse(propertyOf(input, 'itemType').value).data;
    const declared = PolicyInput.shape.values.safeParse(propertyOf(input, 'values').value).data;
    const values = isOfText(type, itemType) ? declared : undefined;
    const isConditional = propertyOf(input, 'requiredWhen').value !== undefined;
    inputs.set(key, { key, type, itemType, values, isConditional });
  }
  return inputs;
}

export function inputIssues(definition: Located): PolicyIssue[] {
  return elementsOf(definition, 'inputs').flatMap((input) => [
    ...typeIssues(input),
    ...valuesIssues(input),
    ...itemOrderIssues(input),
    ...elementsOf(input, 'acceptedSources').flatMap(sourceFormIssues),
    ...boundSourceIssues(input),
  ]);
}

function typeIssues(input: Located): PolicyIssue[] {
  const key = propertyOf(input, 'key').value;
  const type = propertyOf(input, 'type');
  const itemType = propertyOf(input, 'itemType');
  const isGiven = itemType.value !== undefined && itemType.value !== null;

  if (type.value === 'list' && !isGiven)
    return [policyIssue(itemType.path, 'item_type_required', '`itemType` is required for lists.')];
  if (ScalarType.safeParse(type.value).success && isGiven)
    return [policyIssue(itemType.path, 'item_type_not_allowed', '`itemType` is allowed for lists only.')];
  if (key === MEASURES_FACT && (type.value !== 'list' || itemType.value !== 'string'))
    return [policyIssue(type.path, 'screening_fact_type', `\`${key}\` is recorded as a list of strings.`)];
  if (typeof key === 'string' && key !== MEASURES_FACT && isScreeningFact(key) && type.value !== 'string')
    return [policyIssue(type.path, 'screening_fact_type', `\`${key}\` is recorded as a string.`)];
  return [];
}

const isOfText = (type: unknown, itemType: unknown) => (type === 'list' ? itemType : type) === 'string';

/** Values are declared for texts, once each; those of a screening fact are among its documented ones. */
function valuesIssues(input: Located): PolicyIssue[] {
  const values = propertyOf(input, 'values');
  if (values.value === undefined) return [];
  const type = propertyOf(input, 'type').value;
  const itemType = propertyOf(input, 'itemType').value;
  const scalar = ScalarType.safeParse(type === 'list' ? itemType : type).data;
  if (scalar && scalar !== 'string')
    return [policyIssue(values.path, 'values_not_allowed', '`values` are for strings and lists of strings only.')];
  const key = propertyOf(input, 'key').value;
  const seen = new Set<unknown>();
  return elementsOf(input, 'values').flatMap(({ path, value }) => {
    if (seen.has(value)) return [policyIssue(path, 'duplicate_value', 'The value is declared already.')];
    seen.add(value);
    if (typeof key !== 'string' || typeof value !== 'string' || !isScreeningFact(key)) return [];
    if (documentedValues(key).includes(value)) return [];
    return [policyIssue(path, 'undocumented_value', `\`${key}\` is only ever ${documentedValues(key).join(', ')}.`)];
  });
}

function itemOrderIssues(input: Located): PolicyIssue[] {
  const { path, value } = propertyOf(input, 'itemOrder');
  const type = propertyOf(input, 'type').value;
  if (value === undefined || !ScalarType.safeParse(type).success) return [];
  return [policyIssue(path, 'item_order_not_allowed', '`itemOrder` is for lists only.')];
}

function sourceFormIssues({ path, value }: Located): PolicyIssue[] {
  if (value === RETIRED_SOURCE) return [policyIssue(path, 'retired_source', `\`${RETIRED_SOURCE}\` is retired.`)];
  if (typeof value !== 'string' || value === '' || isSourceIdentity(value)) return [];
  return [policyIssue(path, 'invalid_source', `Use one of these forms: ${SOURCE_FORMS}.`)];
}

/** A native input must accept the step it is bound to as a source. */
function boundSourceIssues(input: Located): PolicyIssue[] {
  const { value } = propertyOf(input, 'verification');
  const binding = PolicyInput.shape.verification.safeParse(value).data;
  if (!binding) return [];
  const source = verificationSource(binding);
  const sources = propertyOf(input, 'acceptedSources');
  if (!Array.isArray(sources.value) || sources.value.includes(source)) return [];
  return [policyIssue(sources.path, 'verification_source_missing', `Must accept \`${source}\`.`)];
}
