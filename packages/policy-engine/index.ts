export { applicabilityOf, applicabilityUntil } from './src/applicability.ts';
export { type CompiledPolicy, compilePolicy } from './src/compile-policy.ts';
export {
  DECISIONS,
  DefinitionKey,
  FactType,
  POLICY_FORMAT_VERSION,
  PolicyDefinition,
  PolicyInput,
  policyJsonSchema,
  RepeatActions,
  ScalarType,
} from './src/definition.ts';
export { evaluate } from './src/evaluate-policy.ts';
export { Applicability, EvidenceStatus, FactValue, PolicyEvaluation } from './src/evaluation.ts';
export { isDeclared, isOfType } from './src/fact-values.ts';
export { type PolicyIssue, policyIssue } from './src/policy-issue.ts';
export {
  differencesFrom,
  outcomeOf,
  runScenario,
  ScenarioDifference,
  ScenarioExpectation,
  ScenarioOutcome,
  Unreached,
  unreachedBy,
} from './src/scenarios.ts';
export { documentedValues, isDocumentedValue, isScreeningFact } from './src/screening-facts.ts';
export { canonicalListOrder, canonicalScreeningSource, normalizeSources } from './src/screening-source.ts';
export {
  hasOwnFactNames,
  isVerificationSource,
  RETIRED_SOURCE,
  verificationSource,
} from './src/source-identity.ts';
export { type Validation, validatePolicy } from './src/validate-definition.ts';
export { policyWarnings } from './src/warnings.ts';
