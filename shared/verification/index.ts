export { inputsOf } from './catalog.ts';
export { evidenceItemOf, importedCheckIn } from './check.ts';
export { erasableVerification } from './erasable.ts';
export { awaitedStepIn } from './repository/awaited-steps.ts';
export { recordsOf } from './repository/collections.ts';
export { listWithin } from './repository/workflows.ts';
export { decideRun } from './use-cases/decide-run.ts';
export {
  approvedAttempt,
  openIdentityCheck,
  readIdentityResult,
  readIdentityWorkflow,
} from './use-cases/identity-check.ts';
export { readImportableCheck } from './use-cases/importable-check.ts';
export { bindingIssues } from './use-cases/policy-bindings.ts';
export { runAwaitedStep } from './use-cases/run-awaited-step.ts';
export { runMissedSteps } from './use-cases/run-missed-steps.ts';
export { updateCheckOfRun } from './use-cases/update-check-of-run.ts';
