import { conflict, Problem } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import type { Context } from '#shared/platform/context.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { hint } from '#shared/platform/queue.ts';
import { assertNotSpent, spendWith } from '#shared/platform/rate-limit/spending.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { Investigation, snapshotSummary } from '#shared/risk/investigation.ts';
import { whileConsented } from '#shared/risk/repository/ai-settings.ts';
import { createInvestigation } from '#shared/risk/repository/investigations.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { investigationRoutes } from '#shared/risk/routes/investigations.ts';
import { takeSnapshot } from '#shared/risk/use-cases/take-snapshot.ts';

/** After this time the tick assumes that the message was lost. */
const LOST_AFTER_SECONDS = 60;

/** Takes a snapshot of the subject and enqueues the investigation. */
export const handler = endpoint(investigationRoutes.startInvestigation, async (context, { params, body }) => {
  const { caller, now } = context;
  const { organizationId, mode } = caller;
  const subject = await readSubject(context, params.id);
  if (body.assistance === 'ai') assertModel();
  const { snapshot, ...pinned } = await takeSnapshot(context, subject, body.assessmentIds);

  const id = context.newId();
  const investigation = {
    id,
    subjectId: subject.id,
    ...body,
    status: 'queued' as const,
    requestedBy: principalOf(caller),
    createdAt: now.toISOString(),
    startedAt: null,
    finishedAt: null,
    snapshot: snapshotSummary(snapshot),
    findings: [],
    summary: null,
    errorCode: null,
  };
  const record = {
    id,
    resource: 'investigations' as const,
    data: Investigation.parse(investigation),
  };
  const stored = { ...investigation, ...pinned, attempts: 0, lease: null };
  const recheckAt = addSeconds(now, LOST_AFTER_SECONDS);
  return {
    writes: [
      ...(body.assistance === 'ai' ? await aiWrites(context) : []),
      ...createInvestigation(caller, stored, snapshot, recheckAt),
    ],
    events: [recordEvent('risk.investigation.started', record, { subjectId: subject.id })],
    hints: [hint('investigations', { organizationId, mode, investigationId: id })],
    result: record,
  };
});

function assertModel(): void {
  if (optionalSetting('BEDROCK_MODEL_ID') !== undefined) return;
  throw conflict('ai_unavailable', 'This installation has no AI model. Use `assistance` `none`.');
}

/** The worker compares the tokens with their limit again, right before it calls the model. */
async function aiWrites(context: Context) {
  const { store, caller, now } = context;
  const counted = await spendWith(context, 'investigations');
  await assertNotSpent(store, caller.organizationId, 'tokens', now);
  return [whileConsented(caller, consentRequired), ...counted];
}

/** A role would not help: the client can say what does. */
const consentRequired = () =>
  new Problem(
    403,
    'ai_consent_required',
    'The owner has not consented to AI-assisted investigations in this mode. Ask the owner, or use `assistance` `none`.',
  );
