import { ago, COLLEAGUE, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';

/** Open and closed proposals of several kinds. */
const by = (userId: string, hours: number) => ({
  proposedBy: `user:${userId}`,
  proposedAt: ago(hours * HOUR_MS),
  status: 'open',
  closedBy: null,
  closedAt: null,
});

export const openProposals = () => [
  {
    kind: 'policy',
    about: uuid(5, 3),
    waitsForCaller: true,
    proposal: {
      id: uuid(33, 1),
      ...by(COLLEAGUE, 30),
      reason: 'Tested against the assessments of March: 3 more reviews a week.',
      policyVersionId: uuid(5, 3),
      policyKey: 'onboarding',
      version: 3,
    },
  },
  {
    kind: 'override',
    about: uuid(3, 1),
    waitsForCaller: true,
    proposal: {
      id: uuid(33, 2),
      ...by(COLLEAGUE, 3),
      reason: 'Source of funds seen in person.',
      assessmentId: uuid(3, 1),
      subjectId: uuid(4, 1),
      externalId: 'customer-0144',
      policyKey: 'onboarding',
      from: 'restrict',
      decision: 'review',
      expiresAt: ago(-30 * DAY_MS),
    },
  },
  {
    kind: 'settings',
    about: null,
    waitsForCaller: false,
    proposal: {
      id: uuid(33, 3),
      ...by(ME, 2),
      reason: 'One reviewer in December.',
      switchOff: ['matches'],
      fourEyes: { policies: true, overrides: true, matches: true, lists: true },
    },
  },
];

export const closedProposals = () => [
  {
    kind: 'revocation',
    about: uuid(6, 1),
    waitsForCaller: false,
    proposal: {
      id: uuid(33, 4),
      ...by(ME, 50),
      status: 'declined',
      closedBy: `user:${COLLEAGUE}`,
      closedAt: ago(40 * HOUR_MS),
      closingReason: 'The documents are copies.',
      reason: 'The documents have arrived.',
      overrideId: uuid(6, 1),
      subjectId: uuid(4, 2),
      externalId: 'customer-0007',
      policyKey: 'onboarding',
      from: 'reject',
      to: 'review',
    },
  },
];
