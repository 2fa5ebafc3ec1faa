import { conflict, Problem } from '@assay/foundation';
import type { Change, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import type { Stored } from '#shared/platform/store/stored.ts';
import {
  approvedAttempt,
  openIdentityCheck,
  readIdentityResult,
  readIdentityWorkflow,
} from '#shared/verification/index.ts';
import type { StoredDocument } from '../document.ts';
import { documentEvent } from '../events.ts';
import type { StoredSigner } from '../signer.ts';
import { signerSha256 } from '../signing/state.ts';
import { workflowOf } from '../signing/workflow-check.ts';
import { changeDocument } from './change-document.ts';
import { inTrail } from './identity-code.ts';
import { noticesFor } from './invitations.ts';
import { withSigner } from './read-signing.ts';
import { assertRoomForLink } from './room-in-trail.ts';

interface Asked {
  stored: Stored<StoredDocument>;
  signer: StoredSigner;
}

type CheckStatus = 'waiting' | 'in_review' | 'declined' | 'name_differs' | 'approved';
type Checked = Change<{ status: CheckStatus }>;

const unchanged = (status: CheckStatus): Checked => ({ writes: [], events: [], result: { status } });

/**
 * Requests the verification session of a signer, once for each person, and afterwards takes over what became of it. The
 * decision and the document are two transactions: this one finds the decision whenever it runs, so that nothing is lost
 * between them.
 */
export async function checkIdentity(context: Context, asked: Asked): Promise<Checked> {
  const workflowId = workflowOf(asked.signer);
  if (workflowId === null)
    throw conflict('no_identity_check', 'No workflow checks this signer. Read the signing state.');
  return asked.signer.identitySession === null
    ? requestSession(context, asked, workflowId)
    : takeResult(context, asked);
}

async function requestSession(context: Context, asked: Asked, workflowId: string): Promise<Checked> {
  const { stored, signer } = asked;
  const { record } = stored;
  assertRoomForLink(record);
  // Numbered, because a corrected or replaced signer is checked anew.
  const externalId = `document:${record.id}:signer:${signer.id}:${record.auditCount}`;
  const opened = await openIdentityCheck(context, { workflowId, externalId });
  const identitySession = { ...opened.result, requestedAt: context.now.toISOString(), result: null };
  const { sessionId } = opened.result;
  const about = { signerId: signer.id };
  const { writes, events } = changeDocument(context, stored, withSigner(record, signer, { identitySession }), {
    entries: inTrail(asked, {
      action: 'identity.check_requested' as const,
      details: { ...about, workflowId, ...opened.result, signerSha256: signerSha256(signer) },
    }),
    writes: opened.writes,
    events: [...opened.events, documentEvent('signer.identity_check_requested', record, { ...about, sessionId })],
  });
  return { writes, events, result: { status: 'waiting' } };
}

async function takeResult(context: Context, asked: Asked): Promise<Checked> {
  const { stored, signer } = asked;
  const { identitySession } = signer;
  if (identitySession === null) throw new Error('The session has not been requested.');
  const { sessionId, workflowKey, workflowRevision } = identitySession;
  const found = await readIdentityResult(context, { sessionId, name: signer.name });
  const about = { signerId: signer.id, sessionId };
  if (found.status !== 'approved') {
    if (identitySession.result === null) return unchanged(found.status);
    return recorded(context, asked, null, {
      status: found.status,
      entry: { action: 'identity.check_withdrawn' as const, details: about },
      isNotice: false,
    });
  }
  const { status: _, ...result } = found;
  const differs = result.name === 'different';
  const status = differs ? 'name_differs' : 'approved';
  const before = identitySession.result;
  if (before?.runId === result.runId && before.approvedAt === result.approvedAt) return unchanged(status);
  const change = recorded(context, asked, result, {
    status,
    entry: differs
      ? { action: 'identity.name_differs' as const, details: { ...about, runId: result.runId } }
      : {
          action: 'identity.check_approved' as const,
          details: { ...about, workflowKey, workflowRevision, ...result, signerSha256: signerSha256(signer) },
        },
    isNotice: differs,
  });
  const event = differs ? 'signer.identity_name_differs' : 'signer.identity_check_approved';
  return { ...change, events: [...change.events, documentEvent(event, stored.record, about)] };
}

function recorded(
  context: Context,
  asked: Asked,
  result: NonNullable<StoredSigner['identitySession']>['result'],
  about: {
    status: CheckStatus;
    entry: Parameters<typeof inTrail>[1] & Parameters<typeof changeDocument>[3]['entries'][number];
    isNotice: boolean;
  },
): Checked {
  const { stored, signer } = asked;
  if (signer.identitySession === null) throw new Error('The session has not been requested.');
  assertRoomForLink(stored.record);
  const after = withSigner(stored.record, signer, { identitySession: { ...signer.identitySession, result } });
  const { writes, events } = changeDocument(context, stored, after, {
    entries: inTrail(asked, about.entry),
    writes: about.isNotice ? noticesFor(context, after, 'name_differs', signer.id) : [],
  });
  return { writes, events, result: { status: about.status } };
}

/** Every workflow that is to check a signer exists and reads a name. */
export async function assertWorkflows(
  context: Context,
  signers: readonly { identityCheck?: StoredSigner['identityCheck'] | undefined }[],
): Promise<void> {
  const ids = new Set(signers.flatMap(({ identityCheck = null }) => workflowOf({ identityCheck }) ?? []));
  await Promise.all([...ids].map((id) => readIdentityWorkflow(context, id)));
}

/** What the trail says of the check with which a signer signs, and the condition that it still holds. */
export async function confirmedIdentity(
  context: Context,
  signer: StoredSigner,
): Promise<{ details: Record<string, unknown>; writes: readonly Write[] }> {
  const { identitySession } = signer;
  if (workflowOf(signer) === null || !identitySession?.result) return { details: { check: 'email_code' }, writes: [] };
  const { sessionId, workflowKey, workflowRevision, result } = identitySession;
  const condition = await approvedAttempt(context, { sessionId, runId: result.runId });
  if (!condition)
    throw new Problem(
      403,
      'identity_withdrawn',
      'The identity check is no longer approved. Ask for its result: POST /signing/{token}/identity-check.',
    );
  return { details: { check: 'workflow', sessionId, workflowKey, workflowRevision, ...result }, writes: [condition] };
}
