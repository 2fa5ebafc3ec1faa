import { conflict, refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { attemptOf, type CheckRecord } from '../check.ts';
import { findChecks, readCheck } from '../repository/checks.ts';
import { assertCurrentAttempt, findCurrentAttempt } from '../repository/current-attempts.ts';
import { assertSessionUnchanged, readSession } from '../repository/sessions.ts';
import { isServiceCheck } from '../screening-check.ts';
import type { SessionRecord } from '../session.ts';

interface Import {
  subjectId: string;
  checkId: string;
  /** The check that the same source imported last, as far as it is of the same fact. */
  findImported: (check: CheckRecord) => Promise<string | undefined>;
}

/**
 * The check, if it may become evidence of the subject now: it is the newest of its kind, and of the
 * current attempt if a step of the workflow ran it. The writes are the conditions under which that
 * still holds when the evidence is committed.
 */
export async function readImportableCheck(
  context: Context,
  { subjectId, checkId, findImported }: Import,
): Promise<{ check: CheckRecord; conditions: Write[] }> {
  const found = await readCheck(context, checkId);
  const session = await readSession(context, found.data.sessionId);
  // Read again after the session, whose condition covers every later change of the status.
  const { check, ofKind } = await readOfKind(context, session.record, found);
  assertAbout(subjectId, session.record, check);

  const isOwn = isServiceCheck(check.data);
  if (!isOwn && ofKind.some(({ data }) => isServiceCheck(data))) throw checkOfService();
  const newest = ofKind.findLast(({ data }) => isServiceCheck(data) === isOwn);
  if (newest && newest.id !== check.id) throw newerCheck(newest.id);
  const imported = await findImported(check);
  if (imported !== undefined && imported !== check.id)
    await assertNotNewer(context, { check, isOwn, importedId: imported });
  return {
    check,
    conditions: [
      assertSessionUnchanged(context.caller, session),
      ...(isOwn ? [await assertOfCurrentAttempt(context, subjectId, session.record, check)] : []),
    ],
  };
}

/** The check, and all of its kind in the session in their order, except those about participants. */
async function readOfKind(
  context: Context,
  { data }: SessionRecord,
  found: CheckRecord,
): Promise<{ check: CheckRecord; ofKind: CheckRecord[] }> {
  const ids = data.checks.filter(({ kind }) => kind === found.data.kind).map(({ id }) => id);
  const checks = await findChecks(context, ids);
  return {
    check: checks.find(({ id }) => id === found.id) ?? found,
    ofKind: checks.filter(({ data: { participantKey } }) => participantKey === null),
  };
}

function assertAbout(subjectId: string, { data }: SessionRecord, check: CheckRecord): void {
  if (check.data.participantKey !== null || data.participantKey !== null)
    throw refused('participant_check', 'The check is about a participant, so it provides no evidence for the subject.');
  if (data.riskSubjectId !== null && data.riskSubjectId !== subjectId)
    throw refused('session_of_another_subject', 'The session is linked to another subject.');
}

/** Sessions are not listed by subject; what was imported from another one is known all the same. */
async function assertNotNewer(
  context: Context,
  { check, isOwn, importedId }: { check: CheckRecord; isOwn: boolean; importedId: string },
): Promise<void> {
  if (importedId > check.id) throw newerCheck(importedId);
  if (isOwn) return;
  const [imported] = await findChecks(context, [importedId]);
  if (imported && isServiceCheck(imported.data)) throw checkOfService();
}

/**
 * A check of a step belongs to an attempt. A newer attempt of the subject's workflow supersedes it,
 * also before it has a check of its own.
 */
async function assertOfCurrentAttempt(
  context: Context,
  subjectId: string,
  { data }: SessionRecord,
  check: CheckRecord,
): Promise<Write> {
  const runId = attemptOf(check, data.runs);
  const { workflowId, riskSubjectId, latestRunId } = data;
  const current = await findCurrentAttempt(context, { subjectId, workflowId });
  const isLinked = riskSubjectId !== null;
  const isSuperseded =
    latestRunId !== runId || (current !== undefined && current.runId !== runId && (isLinked || current.runId > runId));
  if (isSuperseded) throw newerCheck();
  return assertCurrentAttempt(context.caller, { subjectId, workflowId }, current);
}

const newerCheck = (existingId?: string) =>
  existingId === undefined
    ? conflict(
        'newer_check',
        'The check is of an attempt that a newer one has superseded. Import the check of the newest attempt once it has one.',
      )
    : conflict('newer_check', 'There is a newer check of this kind. Import that one, which `existingId` names.', {
        existingId,
      });

const checkOfService = () =>
  conflict('check_of_service', 'The service has run a check of this kind. A recorded check cannot replace it.');
