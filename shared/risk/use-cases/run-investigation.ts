import { addSeconds } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { logDependencyFailure } from '#shared/platform/log.ts';
import { sendMessages } from '#shared/platform/queue.ts';
import { tokenMeter } from '#shared/platform/rate-limit/model-tokens.ts';
import { isHeld, newLease } from '#shared/platform/store/lease.ts';
import { type Analysis, analyse } from '../analyst/analyse.ts';
import { citedOnly } from '../analyst/cited-only.ts';
import { Findings } from '../analyst/finding.ts';
import type { Snapshot } from '../analyst/snapshot.ts';
import { type Analyst, bedrockAnalyst } from '../investigation-ai.ts';
import { InvestigationFailure } from '../investigation-failure.ts';
import type { DueInvestigation } from '../investigation-messages.ts';
import { readAiSettings } from '../repository/ai-settings.ts';
import {
  findInvestigation,
  leaseInvestigation,
  postponeInvestigation,
  readSnapshot,
  type StoredInvestigation,
} from '../repository/investigations.ts';
import { finish, type LeasedInvestigation } from './finish-investigation.ts';

const ATTEMPTS = 5;
/** Longer than the timeout of the worker, shorter than the visibility timeout of its message. */
const LEASE_SECONDS = 330;
const FIRST_BACKOFF_SECONDS = 30;

/**
 * One attempt of an investigation. The message is only a hint: the row decides whether there is
 * work, and the lease allows one worker. A worker that has lost the lease cannot store anything, so
 * there is exactly one result, however often this runs or fails.
 */
export async function runInvestigation(
  context: WorkerContext,
  message: DueInvestigation,
  { ai = bedrockAnalyst() }: { ai?: Analyst } = {},
): Promise<void> {
  const { store, now } = context;
  const investigation = await findInvestigation(store, message, message.investigationId);
  if (!investigation || !isDue(investigation, now)) return;
  const lease = newLease(context, LEASE_SECONDS);
  if (!(await store.writeOne(leaseInvestigation(message, investigation, lease, now)))) return;

  const meter = tokenMeter(message, now);
  const work = { message, investigation, lease, meter };
  try {
    if (investigation.attempts >= ATTEMPTS) throw new InvestigationFailure('attempts_exhausted');
    await finish(context, work, await resultOf(context, work, ai));
  } catch (error) {
    if (!(error instanceof InvestigationFailure)) throw error;
    if (error.isRetryable && investigation.attempts + 1 < ATTEMPTS) return await tryLater(context, work);
    // The error of Bedrock goes to the log for operators. The record contains the code only.
    if (error.cause !== undefined) logDependencyFailure('runInvestigation', context.requestId, error);
    await finish(context, work, error.code);
  }
}

const isDue = ({ status, lease }: StoredInvestigation, now: Date) =>
  (status === 'queued' || status === 'running') && !isHeld(lease, now);

async function resultOf(
  { store }: WorkerContext,
  { message: scope, investigation, meter }: LeasedInvestigation,
  ai: Analyst,
): Promise<Analysis> {
  const snapshot = await readSnapshot(store, scope, investigation);
  if (investigation.assistance === 'none') return checked(snapshot, analyse(snapshot));

  // The owner may have withdrawn consent since the request. Then nothing is sent.
  const { aiInvestigations } = await readAiSettings(store, scope);
  if (!aiInvestigations) throw new InvestigationFailure('consent_withdrawn');
  const answer = Findings.safeParse(await ai(snapshot, investigation.question, meter));
  if (!answer.success) throw new InvestigationFailure('invalid_answer');
  const summary = `Findings of a language model: ${answer.data.length}.`;
  return checked(snapshot, { findings: answer.data, summary });
}

/** Findings are stored only if they cite records of the snapshot, for every analyst. */
function checked(snapshot: Snapshot, analysis: Analysis): Analysis {
  if (!citedOnly(snapshot, analysis.findings)) throw new InvestigationFailure('uncited_finding');
  return analysis;
}

/**
 * Exponential backoff from the time of the failure. If the message is lost, the tick finds the row
 * at the same time.
 */
async function tryLater(
  { store, clock }: WorkerContext,
  { message, investigation, lease, meter }: LeasedInvestigation,
): Promise<void> {
  for (const write of meter.settle()) await store.writeOne(write);
  const delaySeconds = FIRST_BACKOFF_SECONDS * 2 ** investigation.attempts;
  const until = addSeconds(clock(), delaySeconds);
  const isOurs = await store.writeOne(postponeInvestigation(message, investigation, lease, until));
  if (isOurs) await sendMessages('investigations', [{ body: message, delaySeconds }]);
}
