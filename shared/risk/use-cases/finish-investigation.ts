import { conflict, Problem } from '@assay/foundation';
import { serviceCaller } from '#shared/platform/caller.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import type { TokenMeter } from '#shared/platform/rate-limit/model-tokens.ts';
import type { Lease } from '#shared/platform/store/lease.ts';
import { commitAs } from '#shared/worker.ts';
import type { Analysis } from '../analyst/analyse.ts';
import { riskEvent } from '../event.ts';
import type { InvestigationError } from '../investigation.ts';
import type { DueInvestigation } from '../investigation-messages.ts';
import { finishInvestigation, type StoredInvestigation } from '../repository/investigations.ts';

/** An investigation that this worker has leased. */
export interface LeasedInvestigation {
  message: DueInvestigation;
  investigation: StoredInvestigation;
  lease: Lease;
  meter: TokenMeter;
}

const LOST = 'lease_lost';

/**
 * Stores the result or the error with its event and its tokens, on condition that the worker still holds the lease. A
 * worker that has lost it stores the tokens only, which its call has cost as well.
 */
export async function finish(
  worker: WorkerContext,
  { message, investigation, lease, meter }: LeasedInvestigation,
  result: Analysis | InvestigationError,
): Promise<void> {
  const caller = serviceCaller(message, 'investigations');
  // Current time, because the model can have taken minutes.
  const now = worker.clock();
  const isFailure = typeof result === 'string';
  const outcome = {
    status: isFailure ? ('failed' as const) : ('completed' as const),
    finishedAt: now.toISOString(),
    findings: isFailure ? [] : result.findings,
    summary: isFailure ? null : result.summary,
    errorCode: isFailure ? result : null,
  };
  const { status } = outcome;
  const tokens = meter.used();
  const event = riskEvent(
    'risk.investigation.finished',
    { resource: 'investigations', id: investigation.id },
    {
      subjectId: investigation.subjectId,
      details: {
        status,
        ...(isFailure ? { errorCode: result } : { findings: outcome.findings.length }),
        ...(tokens && { tokens }),
      },
      payload: { status },
    },
  );
  const lost = () => conflict(LOST, 'Another worker has the investigation.');
  const change = async () => ({
    writes: [{ ...finishInvestigation(message, investigation, lease, outcome), otherwise: lost }, ...meter.settle()],
    events: [event],
    result: null,
  });
  await commitAs({ ...worker, now }, caller, change).catch(async (error: unknown) => {
    if (!(error instanceof Problem) || error.code !== LOST) throw error;
    for (const write of meter.settle()) await worker.store.writeOne(write);
  });
}
