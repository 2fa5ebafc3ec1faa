import type { Api } from '../../api/client.ts';
import type { Waiting } from '../../api/proposals.ts';

/** The call that makes the proposed change, with the reason of the second person. */
export interface Approval {
  button: string;
  /** What follows, in one sentence. */
  effect: string;
  send(api: Api, reason: string, idempotencyKey: string): Promise<unknown>;
}

/** Undefined for what is decided on a screen of its own, where more than words is compared. */
export function approvalOf(item: Waiting): Approval | undefined {
  const { id: proposalId } = item.proposal;
  switch (item.kind) {
    case 'policy': {
      const params = { id: item.proposal.policyVersionId };
      if (item.proposal.change === 'retire')
        return {
          button: 'Retire',
          effect: 'For good: no new assessment uses this version, and monitoring by it is paused.',
          send: (api, reason, idempotencyKey) =>
            api.risk.retirePolicy({ params, body: { reason, proposalId }, idempotencyKey }),
        };
      return {
        button: 'Publish',
        effect: 'A published version never changes. It can be retired.',
        send: (api, reason, idempotencyKey) =>
          api.risk.publishPolicy({ params, body: { proposalId, reason }, idempotencyKey }),
      };
    }
    case 'override': {
      const { assessmentId, decision, expiresAt } = item.proposal;
      return {
        button: 'Override',
        effect: 'The override applies while the assessment is current.',
        send: (api, reason, idempotencyKey) =>
          api.risk.createOverride({
            params: { id: assessmentId },
            body: { decision, expiresAt, reason, proposalId },
            idempotencyKey,
          }),
      };
    }
    case 'revocation':
      return {
        button: 'Revoke',
        effect: 'The decision of the assessment applies again.',
        send: (api, reason, idempotencyKey) =>
          api.risk.revokeOverride({
            params: { id: item.proposal.overrideId },
            body: { reason, proposalId },
            idempotencyKey,
          }),
      };
    default:
      return undefined;
  }
}
