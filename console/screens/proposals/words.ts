import type { Waiting } from '../../api/proposals.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { memoryInWords } from '../../domain/screening-memory.ts';
import { wordsOf } from '../../domain/words.ts';

const RULES: Record<string, string> = {
  matches: 'deciding a screening match',
  policies: 'publishing or retiring a policy version',
  overrides: 'overrides',
  lists: 'screening lists',
};

export const wordsOfRule = (rule: string) => wordsOfSentence(RULES[rule] ?? rule);

/** What a proposal would change, in one line. */
export function titleOf(item: Waiting, nameOf: (userId: string) => string): string {
  switch (item.kind) {
    case 'policy': {
      const { policyKey, version, change } = item.proposal;
      const verb = change === 'retire' ? 'Retire' : 'Publish';
      return policyKey ? `${verb} v${version} of ${policyKey}` : `${verb} a policy version`;
    }
    case 'override': {
      const { externalId, from, decision } = item.proposal;
      const what = `${from ? `${decisionWord(from)} to ` : ''}${decisionWord(decision)}`;
      return `Override: ${externalId ?? 'a subject'}, ${what}`;
    }
    case 'revocation': {
      const { externalId, from, to } = item.proposal;
      const what = from && to ? `, ${decisionWord(from)} back to ${decisionWord(to)}` : '';
      return `Revoke the override: ${externalId ?? 'a subject'}${what}`;
    }
    case 'match': {
      const answer = item.proposal.decision === 'confirmed' ? 'It is them' : 'Not them';
      return `${answer}: ${item.subject?.externalId ?? 'a screened person'} and ${item.match.listedName}`;
    }
    case 'profile':
      return `Save the screening profile ${item.proposal.profileKey} as version ${item.proposal.version}`;
    case 'list':
      return `${item.proposal.change === 'approve' ? 'Approve a version' : 'Roll back'}: ${wordsOf(item.about ?? '')}`;
    case 'settings': {
      const { switchOff, highestReviewScore, linksByEmailOnly, screening } = item.proposal;
      if (screening) return memoryInWords(screening);
      const off = switchOff.map((rule) => RULES[rule] ?? rule).join(', ');
      if (off) return `One person instead of two: ${off}`;
      if (linksByEmailOnly === false) return 'Return signing links to callers of the API';
      return `Highest review score: ${highestReviewScore ?? 'no limit'}`;
    }
    default:
      return changeInWords(item.proposal.change, nameOf);
  }
}

type Change = Extract<Waiting, { kind: 'organization' }>['proposal']['change'];

function changeInWords(change: Change, nameOf: (userId: string) => string): string {
  if (change.kind === 'deletion') return 'Delete the organization';
  if (change.kind === 'legal_hold_release') return 'Release the legal hold';
  if (change.kind === 'document_hold_release') return 'Release the legal hold of a document';
  if (change.kind === 'member_invitation') return `Invite ${change.name} (${change.email}) as ${change.role}`;
  const name = nameOf(change.memberId);
  const role = change.role && `make ${name} ${change.role}`;
  const status = change.status && `${change.status === 'active' ? 'enable' : 'disable'} ${name}`;
  return wordsOfSentence([role, status].filter(Boolean).join(', '));
}

const wordsOfSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The screen with what is decided, and the words of the link to it. */
export function placeOf(item: Waiting): { path: string[]; label: string } {
  switch (item.kind) {
    case 'policy':
      return item.proposal.policyKey
        ? {
            path: ['policies', item.proposal.policyKey, 'versions', String(item.proposal.version)],
            label: 'Open the version',
          }
        : { path: ['policies', 'versions', item.proposal.policyVersionId], label: 'Open the version' };
    case 'override':
      return { path: ['subjects', item.proposal.subjectId], label: 'Open the story' };
    case 'revocation':
      return item.proposal.subjectId
        ? { path: ['subjects', item.proposal.subjectId], label: 'Open the story' }
        : { path: ['subjects'], label: 'Open the subjects' };
    case 'match':
      return { path: ['matches', item.match.id], label: 'Open the comparison' };
    case 'profile':
      return { path: ['lists'], label: 'Open the profiles' };
    case 'list':
      return { path: ['lists', item.about ?? ''], label: 'Open the list' };
    case 'settings':
      return { path: ['settings'], label: 'Open the settings' };
    default: {
      const { change } = item.proposal;
      if (change.kind === 'document_hold_release')
        return { path: ['documents', change.documentId], label: 'Open the document' };
      return change.kind === 'deletion'
        ? { path: ['settings'], label: 'Open the settings' }
        : { path: ['members'], label: 'Open the members' };
    }
  }
}

export const ENDS: Record<string, string> = {
  accepted: 'Accepted',
  declined: 'Declined',
  superseded: 'Replaced',
  withdrawn: 'Withdrawn',
};
