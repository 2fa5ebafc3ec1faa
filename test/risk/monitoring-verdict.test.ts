import { expect, test } from 'vitest';
import {
  firstDeadline,
  type LatestResult,
  type MonitoringState,
  monitoringVerdict,
  type SubjectSnapshot,
} from '#shared/risk/monitoring-verdict.ts';

const NOW = '2026-03-14T09:00:00.000Z';
const LATER = '2026-03-14T09:00:00.001Z';
const MUCH_LATER = '2026-04-14T09:00:00.000Z';

const assessed = (changes: LatestResult = {}): LatestResult => ({
  policyVersionId: 'v1',
  evidenceRevision: 3,
  freshUntil: LATER,
  reviewDueAt: MUCH_LATER,
  ...changes,
});
const verdict = (watched: Partial<MonitoringState>, known: Partial<SubjectSnapshot>) =>
  monitoringVerdict(
    { policyVersionId: 'v1', refusedRevision: null, nextCheckAt: NOW, ...watched },
    { evidenceRevision: 3, latest: assessed(), ...known },
    new Date(NOW),
  );

test.each<[string, Partial<MonitoringState>, Partial<SubjectSnapshot>]>([
  ['it was never assessed', {}, { latest: undefined }],
  ['evidence has come since', {}, { evidenceRevision: 4 }],
  ['it was assessed by another version', { policyVersionId: 'v2' }, {}],
  ['evidence is no longer fresh', {}, { latest: assessed({ freshUntil: NOW }) }],
  ['a review is due', {}, { latest: assessed({ reviewDueAt: NOW }) }],
  ['its assessment has no stored end', {}, { latest: { policyVersionId: 'v1', evidenceRevision: 3 } }],
  ['a refusal was of other evidence', { refusedRevision: 2 }, { latest: undefined }],
  ['a refusal is to be reviewed', { refusedRevision: 3, nextCheckAt: NOW }, { latest: undefined }],
])('monitoring verdict: a subject is reassessed when %s', (_case, watched, known) => {
  expect(verdict(watched, known)).toEqual({ is: 'changed' });
});

test.each<[string, LatestResult, string]>([
  ['its evidence is fresh', {}, LATER],
  ['its review is not due', { freshUntil: null }, MUCH_LATER],
  ['neither has passed', { freshUntil: MUCH_LATER, reviewDueAt: LATER }, LATER],
])('monitoring verdict: an assessment is valid while %s', (_case, changes, until) => {
  expect(verdict({}, { latest: assessed(changes) })).toEqual({ is: 'assessed', until });
});

test('monitoring verdict: a refusal for the same evidence is valid until its review', () => {
  const refused = { refusedRevision: 3, nextCheckAt: LATER };

  expect(verdict(refused, { latest: undefined })).toEqual({ is: 'refused', until: LATER });
  // Also where an assessment of older evidence is left behind.
  const older = assessed({ evidenceRevision: 2 });
  expect(verdict(refused, { latest: older })).toEqual({ is: 'refused', until: LATER });
});

test.each([
  [null, LATER, LATER],
  [LATER, MUCH_LATER, LATER],
  [MUCH_LATER, LATER, LATER],
])('monitoring verdict: of %s and %s, the first deadline is %s', (freshUntil, reviewDueAt, first) => {
  expect(firstDeadline({ freshUntil, reviewDueAt })).toBe(first);
});
