import { refused } from '@assay/foundation';
import { applicabilityOf } from '@assay/policy-engine';
import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { laterOf } from '#shared/risk/instant.ts';
import { readContext, readPins } from '#shared/risk/repository/contexts.ts';
import { compiledVersion } from '#shared/risk/repository/published-versions.ts';
import { readState } from '#shared/risk/repository/subject-state.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { contextRoutes } from '#shared/risk/routes/contexts.ts';
import { publishedPolicies } from '#shared/risk/use-cases/published-policies.ts';
import { selectEvidence } from '#shared/risk/use-cases/select-evidence.ts';

/** Determines which candidates cover a subject. The result is recorded and authorizes nothing. */
export const handler = endpoint(contextRoutes.selectPolicies, async (context, { params, body }) => {
  const { store, caller, now } = context;
  const subject = await readSubject(context, params.id);
  const contextId = body.contextId ? (await readContext(context, body.contextId)).id : null;
  const pinned = contextId ? (await readPins(store, caller, contextId)).policyVersionIds : [];
  if (contextId) assertPinned(body.policyVersionIds ?? [], pinned);
  const policies = await publishedPolicies(context, body.policyVersionIds ?? pinned);
  const state = await readState(store, caller, subject.id);

  const createdAt = now.toISOString();
  const evaluatedAt = laterOf(createdAt, state.version.movedAt);
  const candidates = await Promise.all(
    policies.map(async (policy) => {
      const { id, data } = policy;
      const { receipts } = await selectEvidence(context, data.definition, state);
      const evidence = { receipts, evaluatedAt };
      const { status, reasons } = applicabilityOf(compiledVersion(policy), evidence);
      return { policyVersionId: id, policyKey: data.key, result: status, reasons };
    }),
  );
  const { evidenceRevision } = state.version;
  const selection = {
    id: context.newId(),
    resource: 'policy-selections' as const,
    data: { subjectId: subject.id, contextId, evidenceRevision, candidates, createdAt },
  };
  return {
    writes: [],
    events: [
      recordEvent('risk.policy_selection.recorded', selection, {
        subjectId: subject.id,
        details: {
          contextId,
          candidates: candidates.map(({ reasons, ...candidate }) => candidate),
        },
      }),
    ],
    result: selection,
  };
});

/** A selection for a context must contain only candidates that are pinned to it. */
function assertPinned(named: readonly string[], pinned: readonly string[]): void {
  const faults = named.flatMap((id, index) =>
    pinned.includes(id)
      ? []
      : [
          {
            path: `policyVersionIds.${index}`,
            message: 'The version is not pinned to the context.',
          },
        ],
  );
  if (faults.length > 0)
    throw refused('policy_not_pinned', 'With `contextId`, candidates must be pinned to the context.', faults);
}
