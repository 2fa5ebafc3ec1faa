import { conflict } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { riskEvent } from '#shared/risk/event.ts';
import type { OutcomeWithdrawalRecord } from '#shared/risk/outcome.ts';
import { readOutcome, withdrawOutcome } from '#shared/risk/repository/outcomes.ts';
import { outcomeRoutes } from '#shared/risk/routes/outcomes.ts';

/** Withdraws an outcome. What was recorded stays. */
export const handler = endpoint(outcomeRoutes.withdrawOutcome, async (context, { params, body }) => {
  const { caller, now } = context;
  const outcome = await readOutcome(context, params.id);
  const { subjectId, label, withdrawal: earlier } = outcome.data;
  if (earlier) throw conflict('already_withdrawn', `The outcome was withdrawn at ${earlier.withdrawnAt}.`);

  const id = context.newId();
  const withdrawal = { reason: body.reason, withdrawnBy: principalOf(caller), withdrawnAt: now.toISOString() };
  const result: OutcomeWithdrawalRecord = {
    id,
    resource: 'outcome-withdrawals',
    data: { ...withdrawal, outcomeId: outcome.id, subjectId },
  };
  const withdrawn = { ...outcome, data: { ...outcome.data, withdrawal: { id, ...withdrawal } } };
  return {
    writes: withdrawOutcome(caller, withdrawn, result),
    events: [riskEvent('risk.outcome.withdrawn', outcome, { subjectId, reason: body.reason, details: { label } })],
    result,
  };
});
