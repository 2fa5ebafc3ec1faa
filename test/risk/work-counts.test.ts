import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSubjectWork, type SubjectWork } from '#shared/risk/repository/subject-work.ts';
import { WORK_DECISIONS, type WorkDecision } from '#shared/risk/work.ts';
import { addTo, type CountedWork, countedOf, differences, type Increments } from '#shared/risk/work-counts.ts';
import { episodesAfter } from '#shared/risk/work-episodes.ts';
import { presentDays, presentNow } from '#shared/risk/worklist-overview.ts';
import { holds } from '#test/support/properties.ts';

const START = Date.parse('2026-03-01T00:30:00Z');
const HOUR = 3_600_000;
const DEADLINES = { slow: 5 * 86_400, fast: 3_600 };

/** A change of one of a few subjects: its open work becomes this, or it is assigned. */
interface Step {
  subject: number;
  hours: number;
  isCounted: boolean;
  change:
    | { open: { decision: WorkDecision; name: string; status: 'requested' | 'acknowledged' } | null }
    | { assignee: string | null };
}

const step: fc.Arbitrary<Step> = fc.record({
  subject: fc.nat(3),
  hours: fc.nat(30),
  isCounted: fc.boolean(),
  change: fc.oneof(
    fc.record({
      open: fc.option(
        fc.record({
          decision: fc.constantFrom(...WORK_DECISIONS),
          name: fc.constantFrom('slow', 'fast', 'other'),
          status: fc.constantFrom('requested' as const, 'acknowledged' as const),
        }),
      ),
    }),
    fc.record({ assignee: fc.option(fc.constantFrom('ada', 'ben')) }),
  ),
});

function changed(before: SubjectWork, { change }: Step, at: Date): SubjectWork {
  const after = { ...before, revision: before.revision + 1 };
  if ('assignee' in change) after.assignee = change.assignee;
  else if (!change.open) after.work = { groups: [], unlisted: {} };
  else {
    const { decision, name, status } = change.open;
    const createdAt = before.work.groups[0]?.createdAt ?? at.toISOString();
    const actions = [{ member: 1, name, status, revision: 1 }];
    const summary = { version: 1, score: 1, band: null, decision, evaluatedAt: createdAt };
    after.work = {
      groups: [
        { ...summary, assessmentId: '019ced2c-5000-7000-8000-5d3c2b1a0f00', policyKey: 'p', createdAt, actions },
      ],
      unlisted: {},
    };
  }
  const episodes = episodesAfter(before, after, at);
  return { ...after, ...(episodes && { episodes }) };
}

test('work counts: after any changes, counted at any time, the overview is that of counting from scratch', async () => {
  await holds(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const subjects = [0, 1, 2, 3].map((id) =>
        newSubjectWork({ id: String(id), data: { kind: 'person', externalId: String(id) } }),
      );
      const counts = new Map<number, CountedWork>();
      const counters: Increments = new Map();
      const count = (subject: number) => {
        const work = subjects[subject];
        if (!work) return;
        const after = countedOf(work, DEADLINES);
        for (const [row, of] of differences(counts.get(subject), after))
          for (const [counter, by] of Object.entries(of)) addTo(counters, row, counter, by);
        counts.set(subject, after);
      };
      // What happened, observed from outside. A subject that opens more than five times uncounted is not tried.
      const seen = { opened: 0, closed: 0 };
      let ms = START;
      const uncounted = [0, 0, 0, 0];
      for (const one of steps) {
        ms += one.hours * HOUR;
        const before = subjects[one.subject];
        if (!before) continue;
        const after = changed(before, one, new Date(ms));
        const [was, is] = [before.work.groups.length > 0, after.work.groups.length > 0];
        if (!was && is) seen.opened += 1;
        if (was && !is) seen.closed += 1;
        subjects[one.subject] = after;
        uncounted[one.subject] = (uncounted[one.subject] ?? 0) + 1;
        if (one.isCounted || (uncounted[one.subject] ?? 0) >= 5) {
          count(one.subject);
          uncounted[one.subject] = 0;
        }
      }
      for (const subject of subjects.keys()) count(subject);

      const now = new Date(ms);
      const { open, overdue, people } = presentNow(counters, now);
      const hourBegan = Math.floor(ms / HOUR) * HOUR;
      const work = subjects.filter(({ work: { groups } }) => groups.length > 0);
      const isOverdue = (one: SubjectWork) => {
        const { deadline } = countedOf(one, DEADLINES);
        return deadline !== null && Date.parse(deadline) < hourBegan;
      };
      for (const decision of WORK_DECISIONS) {
        const ofDecision = work.filter((one) => one.work.groups[0]?.decision === decision);
        expect(open[decision]).toBe(ofDecision.length);
        expect(overdue[decision]).toBe(ofDecision.filter(isOverdue).length);
      }
      for (const userId of ['ada', 'ben']) {
        const own = work.filter(({ assignee }) => assignee === userId);
        const expected = { userId, open: own.length, overdue: own.filter(isOverdue).length };
        expect(people.filter((one) => one.userId === userId)).toEqual(own.length > 0 ? [expected] : []);
      }
      const from = new Date(START).toISOString().slice(0, 10);
      const days = presentDays(counters, { from, to: now.toISOString().slice(0, 10) }, now);
      const total = (of: 'opened' | 'closed') => days.days.reduce((sum, day) => sum + day[of], 0);
      expect({ opened: total('opened'), closed: total('closed') }).toEqual(seen);
      expect(days.timeToDecision.count).toBe(seen.closed);
    }),
  );
});

test('work counts: a subject is taken once, by an assignment or the first action that is acknowledged', () => {
  const subject = newSubjectWork({ id: '1', data: { kind: 'person', externalId: '1' } });
  const at = (hours: number) => new Date(START + hours * HOUR);
  const step = (change: Step['change']): Step => ({ subject: 0, hours: 0, isCounted: true, change });
  const opened = changed(subject, step({ open: { decision: 'review', name: 'fast', status: 'requested' } }), at(0));
  const assigned = changed(opened, step({ assignee: 'ada' }), at(1));
  const acknowledged = changed(
    assigned,
    step({ open: { decision: 'review', name: 'fast', status: 'acknowledged' } }),
    at(2),
  );

  expect(opened.episodes).toEqual({ count: 1, latest: [expect.objectContaining({ takenAt: null, endedAt: null })] });
  expect(acknowledged.episodes?.latest).toEqual([
    { openedAt: at(0).toISOString(), takenAt: at(1).toISOString(), endedAt: null },
  ]);
  // Before its first work nothing is taken.
  expect(changed(subject, step({ assignee: 'ada' }), at(0)).episodes).toBeUndefined();
});
