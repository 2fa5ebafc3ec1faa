import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { CLOCK_TOLERANCE_SECONDS, OUTCOMES_PER_SUBJECT } from '#shared/risk/limits.ts';
import type { OutcomeRecord } from '#shared/risk/outcome.ts';
import { countOutcomes, createOutcome } from '#shared/risk/repository/outcomes.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { outcomeRoutes } from '#shared/risk/routes/outcomes.ts';

/** Records what turned out to be true of a subject. */
export const handler = endpoint(outcomeRoutes.recordOutcome, async (context, { params, body }) => {
  const { store, caller, now } = context;
  const { id: subjectId } = await readSubject(context, params.id);
  const { label, amount = null, reference = null, sampled } = body;
  const occurredAt = new Date(body.occurredAt);
  if (occurredAt.getTime() > now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000)
    throw refused('occurred_in_future', '`occurredAt` must not be in the future.');
  const recorded = await countOutcomes(store, caller, subjectId);
  if (recorded >= OUTCOMES_PER_SUBJECT)
    throw refused('too_many_outcomes', `The subject has ${recorded} outcomes. No more can be recorded.`);

  const result: OutcomeRecord = {
    id: context.newId(),
    resource: 'outcomes',
    data: {
      subjectId,
      label,
      occurredAt: occurredAt.toISOString(),
      amount,
      reference,
      sampled,
      recordedBy: principalOf(caller),
      recordedAt: now.toISOString(),
      withdrawal: null,
    },
  };
  const details = { label, occurredAt: result.data.occurredAt, amount, reference, sampled };
  return {
    writes: createOutcome(caller, result, recorded),
    events: [riskEvent('risk.outcome.recorded', result, { subjectId, details })],
    result,
  };
});
