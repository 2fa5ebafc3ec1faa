export { applicabilityOf, applicabilityUntil } from './src/applicability.ts';
export { compareEvaluations, EvaluationChange } from './src/comparison.ts';
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
export { Applicability, EvaluatedDecision, EvidenceStatus, FactValue, PolicyEvaluation } from './src/evaluation.ts';
export { bandIs, explanationOf } from './src/explanation.ts';
export { isDeclared, isOfType } from './src/fact-values.ts';
export { type PolicyIssue, policyIssue } from './src/policy-issue.ts';
export { EVALUATOR_VERSIONS, ReplayDifference, replay } from './src/replay.ts';
export {
  differencesFrom,
  outcomeOf,
  runScenario,
  ScenarioDifference,
  ScenarioExpectation,
  ScenarioOutcome,
  type ScenarioRun,
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
export { AUDIENCES, PARTS, Statement } from './src/statements.ts';
export { type Validation, validatePolicy } from './src/validate-definition.ts';
export { policyWarnings } from './src/warnings.ts';
