import type { Route } from '#shared/platform/http/route.ts';
import { validateDefinition } from '#shared/risk/policy-engine/validate-definition.ts';
import { screeningFindings } from '#shared/verification/screening-step.ts';
import type { Step } from '#shared/verification/workflow.ts';

/** What the service says against a body by itself, whatever records there are; nothing when it takes it. */
export function refusalsOf(route: Route, body: unknown): string[] {
  const { error, data } = route.body.safeParse(body);
  return error ? error.issues.map(({ message }) => message) : (JUDGES[route.name]?.(data) ?? []);
}

/** Where a use case says more than the shape, and the document says it too. */
// biome-ignore lint/suspicious/noExplicitAny: each is given what its own shape has parsed
const JUDGES: Record<string, (body: any) => string[]> = {
  validatePolicy: ({ definition }) => findingsOf(definition),
  createPolicy: ({ definition }) => findingsOf(definition),
  simulatePolicy: ({ definition }) => (definition ? findingsOf(definition) : []),
  createWorkflow: ({ steps }: { steps: Step[] }) =>
    screeningFindings(steps).map(({ message }) => message),
};

const findingsOf = (definition: unknown) =>
  validateDefinition(definition).errors.map(({ code }) => code);
