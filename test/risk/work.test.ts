import { expect, test } from 'vitest';
import { memberId, newId, placeOf } from '#shared/platform/ids.ts';
import type { Action, ActionStatus } from '#shared/risk/action.ts';
import { WORK_ACTIONS_SHOWN, WORK_ACTIONS_STORED } from '#shared/risk/limits.ts';
import {
  actionIdIn,
  assessmentsOf,
  dueAtOf,
  groupOf,
  NO_WORK,
  needsMoreGroups,
  openActions,
  placeOfWork,
  storedActions,
  WORK_DECISIONS,
  Work,
  type WorkDecision,
  type WorkGroup,
  withChanges,
  workOf,
  worstFirst,
} from '#shared/risk/work.ts';
import { seededRandom } from '#test/support/random.ts';
import { scaled } from '#test/support/soak.ts';

const AT = '2026-03-14T09:26:53.589Z';
const startMs = Date.parse(AT);

const action = (name: string, status: ActionStatus = 'requested'): Action => ({
  subjectId: 's',
  assessmentId: 'a',
  policyKey: 'onboarding',
  name,
  status,
  revision: 1,
  createdAt: AT,
  updatedAt: AT,
});

const group = (id: string, decision: WorkDecision, statuses: readonly ActionStatus[]): WorkGroup =>
  groupOf(
    id,
    { version: 1, score: 40, band: 'high', decision, evaluatedAt: AT },
    { actions: statuses.map((status, index) => action(`action_${index}`, status)) },
  );

const requested = (count: number): ActionStatus[] => Array.from({ length: count }, () => 'requested');

test('work: only open actions are listed, with their ids', () => {
  const id = newId();
  const { actions } = group(id, 'review', ['completed', 'failed', 'cancelled', 'acknowledged']);

  expect(actions.map(({ name, status }) => `${name} ${status}`)).toEqual(['action_1 failed', 'action_3 acknowledged']);
  expect(actions.map((one) => actionIdIn(group(id, 'review', []), one))).toEqual([memberId(id, 2), memberId(id, 4)]);
});

test('work: its place is the worst decision and the oldest open action', () => {
  const [first, second, third] = [newId(startMs), newId(startMs + 1), newId(startMs + 2)];
  const work = workOf([
    group(third, 'restrict', ['requested']),
    group(first, 'review', ['completed']),
    group(second, 'none', ['requested']),
  ]);

  expect(placeOfWork(work)).toEqual({ decision: 'restrict', oldestId: second });
  expect(placeOfWork(NO_WORK)).toBeUndefined();
});

test('work: actions are shown worst first then oldest, assessments worst first then newest', () => {
  const ids = [newId(startMs), newId(startMs + 1), newId(startMs + 2)] as const;
  const { groups } = workOf([
    group(ids[0], 'review', ['requested']),
    group(ids[1], 'reject', ['requested']),
    group(ids[2], 'reject', ['requested']),
  ]);

  const order = (sorted: Pick<WorkGroup, 'assessmentId'>[]) => sorted.map((one) => ids.indexOf(one.assessmentId));
  expect(order(worstFirst(groups))).toEqual([1, 2, 0]);
  expect(order(assessmentsOf(groups))).toEqual([2, 1, 0]);
});

test('work: the deadline is the earliest of the open actions that have one', () => {
  const work = workOf([group(newId(startMs), 'review', ['requested', 'completed', 'requested'])]);

  expect(dueAtOf(work, {})).toBeNull();
  expect(dueAtOf(work, { other: 1, constructor: 1 })).toBeNull();
  expect(dueAtOf(work, { action_1: 1 })).toBeNull(); // completed
  expect(dueAtOf(work, { action_0: 3600, action_2: 60 })).toBe('2026-03-14T09:27:53.589Z');
});

test('work: a decision among actions that are not stored decides the place', () => {
  const groups = Array.from({ length: 4 }, (_, index) => group(newId(startMs + index), 'review', requested(32)));
  const full = workOf(groups);
  const worst = group(newId(startMs + 9), 'reject', requested(2));
  const work = withChanges(full, [{ before: undefined, after: worst }]);

  expect(storedActions(work)).toBe(96);
  expect(work.unlisted).toEqual({ review: 32, reject: 2 });
  expect(placeOfWork(work)?.decision).toBe('reject');

  const ended = { ...worst, actions: [] };
  const after = withChanges(work, [{ before: worst, after: ended }]);
  expect(after.unlisted).toEqual({ review: 32 });
  expect(placeOfWork(after)?.decision).toBe('review');
});

test('work: more groups are read when fewer actions are stored than are shown, and others exist', () => {
  const id = newId(startMs);
  const needed = (stored: number, unlisted: Work['unlisted']) =>
    needsMoreGroups({ groups: [group(id, 'review', requested(stored))], unlisted });

  expect(needed(WORK_ACTIONS_SHOWN - 1, { none: 1 })).toBe(true);
  expect(needed(WORK_ACTIONS_SHOWN, { none: 1 })).toBe(false);
  expect(needed(WORK_ACTIONS_SHOWN - 1, {})).toBe(false);
  expect(needsMoreGroups(NO_WORK)).toBe(false);
});

/** An id of any time; `newId` never goes back. */
const idAt = (ms: number) => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
};

/** Random assessments and transitions, compared with all groups of the subject. */
test('work: stays equal to all open actions, whatever changes', () => {
  const random = seededRandom();
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  for (let round = 0; round < scaled(8, 200); round += 1) {
    const all = new Map<string, WorkGroup>();
    let work = NO_WORK;
    let changeNumber = 0;
    for (let step = 0; step < 60; step += 1) {
      const changes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const before = random() < 0.6 ? pick([...all.values()]) : undefined;
        if (!before) {
          // Clocks of machines differ, so a later assessment may have a lower place.
          const id = idAt(startMs + step * 1000 + changeNumber++ - Math.floor(random() * 3) * 1000);
          const decision = pick(WORK_DECISIONS) ?? 'none';
          const after = group(id, decision, requested(1 + Math.floor(random() * 32)));
          return { before: undefined, after };
        }
        const actions = before.actions.filter(() => random() < 0.3);
        return { before, after: { ...before, actions } };
      });
      const distinct = [...new Map(changes.map((one) => [one.after.assessmentId, one])).values()];
      for (const { after } of distinct) all.set(after.assessmentId, after);
      work = withChanges(work, distinct);
      // The use case reads the next groups; the model has all of them.
      if (needsMoreGroups(work)) work = workOf(all.values());
      work = Work.parse(JSON.parse(JSON.stringify(work)));

      const open = workOf([...all.values()].map((one) => ({ ...one })));
      expect(openActions(work)).toBe(openActions(open));
      expect(placeOfWork(work)).toEqual(placeOfWork(open));
      expect(storedActions(work)).toBeLessThanOrEqual(WORK_ACTIONS_STORED);
      const inOrder = [...all.values()]
        .filter(({ actions }) => actions.length > 0)
        .map(({ assessmentId }) => assessmentId)
        .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
      expect(work.groups.map(({ assessmentId }) => assessmentId)).toEqual(inOrder.slice(0, work.groups.length));
    }
  }
});
