import { expect, test } from 'vitest';
import { detailsInWords } from '../../console/domain/event-details.ts';

/** Details of history events as people read them. */
const RULES = { policies: false, overrides: false, matches: false, lists: false };
const nameOf = (actor: string) => (actor === 'user:1' ? 'Mia' : 'Adam');

test.each([
  [
    'organization.settings.changed',
    { changed: ['fourEyes', 'subjectLink'], revision: 3, from: RULES, to: { ...RULES, matches: true } },
    ['Two people for matches: on, was off', 'Subject link'],
  ],
  [
    'organization.settings.changed',
    { changed: ['highestReviewScore'], highestReviewScore: { from: 70, to: null }, proposedBy: 'user:1' },
    ['Highest review score: –, was 70', 'proposed by Mia'],
  ],
  ['risk.action.transitioned', { from: 'requested', to: 'acknowledged', revision: 2 }, ['taken', 'was open']],
  [
    'risk.override.ended',
    { because: 'newer_assessment', decision: 'none', expiresAt: 'x', resource: 'assessments', resourceId: 'x' },
    ['by a newer assessment', 'was No action'],
  ],
  ['risk.override.created', { proposalId: 'x', proposedBy: 'user:1' }, ['proposed by Mia']],
  [
    'screening.match.decided',
    { matchId: 'x', decision: 'false_positive', proposedBy: 'user:1' },
    ['not them', 'proposed by Mia'],
  ],
  ['risk.assignment.changed', { from: null, to: '2', revision: 1 }, ['to Adam']],
  [
    'risk.activity.reported',
    { activityType: 'login.succeeded', category: 'authentication', occurredAt: 'x' },
    ['activity type login.succeeded', 'category authentication'],
  ],
  ['risk.subject.created', null, []],
])('%s is told in words', (type, details, words) => {
  expect(detailsInWords(type, details, nameOf)).toEqual(words);
});
