import type { Api } from '../../api/client.ts';
import type { Waiting } from '../../api/proposals.ts';
import { acceptSettings } from '../../domain/accept-settings.ts';

const REASON_CHARACTERS = 2_000;
/** Of matches and profiles, and of lists. */
const SCREENING_REASON_CHARACTERS = 1_000;
const LIST_REASON_CHARACTERS = 500;

/** The call that makes the proposed change, with the reason of the second person. */
interface Approval {
  button: string;
  look?: 'danger';
  /** What follows, in one sentence. */
  effect: string;
  maxLength?: number;
  send(api: Api, reason: string, idempotencyKey: string): Promise<unknown>;
}

export const longestReason = (item: Waiting) => approvalOf(item)?.maxLength ?? REASON_CHARACTERS;

/** Undefined for the deletion of the organization, whose id is typed in the settings. */
export function approvalOf(item: Waiting): Approval | undefined {
  const { id: proposalId } = item.proposal;
  switch (item.kind) {
    case 'policy': {
      const params = { id: item.proposal.policyVersionId };
      if (item.proposal.change === 'retire')
        return {
          button: 'Retire',
          look: 'danger',
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
    case 'match': {
      const { decision } = item.proposal;
      return {
        button: decision === 'confirmed' ? 'It is them' : 'Not them',
        effect:
          decision === 'confirmed'
            ? 'The fact becomes match, and policies that read it decide accordingly.'
            : 'The match is closed. Without another open match the run turns clear, and monitored policies reassess the subject.',
        maxLength: SCREENING_REASON_CHARACTERS,
        send: (api, reason, idempotencyKey) =>
          api.screening.decideScreeningMatch({
            params: { id: item.match.id },
            body: { decision, reason, proposalId },
            idempotencyKey,
          }),
      };
    }
    case 'profile': {
      const { profileKey, version, profile } = item.proposal;
      const { sources, ...content } = profile;
      return {
        button: 'Save',
        effect: 'Screenings that name the profile use these lists and scores from then on.',
        maxLength: SCREENING_REASON_CHARACTERS,
        send: (api, reason, idempotencyKey) =>
          api.screening.saveScreeningProfile({
            params: { key: profileKey },
            body: { ...content, sources: sources ?? [], expectedVersion: version - 1, proposalId, reason },
            idempotencyKey,
          }),
      };
    }
    case 'list': {
      const { change, versionId } = item.proposal;
      const params = { key: item.about ?? '' };
      const isApproval = change === 'approve';
      return {
        button: isApproval ? 'Approve' : 'Roll back',
        ...(!isApproval && { look: 'danger' as const }),
        effect: 'Screenings search this version from then on.',
        maxLength: LIST_REASON_CHARACTERS,
        send: (api, reason, idempotencyKey) => {
          // The service takes a reason of one line.
          const body = { versionId, reason: reason.replaceAll(/\s+/g, ' '), proposalId };
          return isApproval
            ? api.screening.approveScreeningSource({ params, body, idempotencyKey })
            : api.screening.rollBackScreeningSource({ params, body, idempotencyKey });
        },
      };
    }
    case 'settings': {
      const { highestReviewScore, screening } = item.proposal;
      return {
        button: screening ? 'Remember' : highestReviewScore === undefined ? 'Switch off' : 'Change the limit',
        look: 'danger',
        effect: 'It counts for everybody in both modes within five seconds.',
        send: (api, reason, idempotencyKey) => acceptSettings(api, item.proposal, { reason, idempotencyKey }),
      };
    }
    default:
      return changeOfOrganization(item.proposal);
  }
}

type OrganizationProposal = Extract<Waiting, { kind: 'organization' }>['proposal'];

function changeOfOrganization({ id: proposalId, change }: OrganizationProposal): Approval | undefined {
  switch (change.kind) {
    case 'member_invitation': {
      const { kind: _kind, ...body } = change;
      return {
        button: 'Invite',
        effect: 'The person gets an email with a temporary password.',
        send: (api, reason, idempotencyKey) =>
          api.organization.createMember({ body: { ...body, proposalId, reason }, idempotencyKey }),
      };
    }
    case 'member_change': {
      const { kind: _kind, memberId, ...body } = change;
      return {
        button: 'Change the member',
        effect: 'It counts within 15 minutes.',
        send: (api, reason, idempotencyKey) =>
          api.organization.updateMember({
            params: { id: memberId },
            body: { ...body, proposalId, reason },
            idempotencyKey,
          }),
      };
    }
    case 'legal_hold_release':
      return {
        button: 'Release',
        look: 'danger',
        effect: 'The organization can be deleted again.',
        send: (api, reason, idempotencyKey) =>
          api.organization.setLegalHold({ body: { held: false, reason, proposalId }, idempotencyKey }),
      };
    case 'document_hold_release':
      return {
        button: 'Release',
        look: 'danger',
        effect: 'The document can be deleted at the end of its retention.',
        send: (api, reason, idempotencyKey) =>
          api.documents.setDocumentHold({
            params: { id: change.documentId },
            body: { held: false, reason, proposalId },
            idempotencyKey,
          }),
      };
    default:
      return undefined;
  }
}
