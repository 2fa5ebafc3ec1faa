import { CountedWork, differences } from '#shared/risk/index.ts';
import type { Rule } from './facts.ts';
import { STANDING, WANTED } from './kinds.ts';
import type { StoredRow } from './stored-state.ts';

/**
 * The counters of open work are the sum of what was counted of each subject, and no count is ahead of the work. Counters
 * of days and of deadlines expire, so they are not checked.
 */
export const countersAstray: Rule = {
  read: ({ row }, state) => {
    const { kind, item } = row;
    if (kind === 'subject-state' && item.sk === 'counted') {
      for (const [sk, counters] of differences(undefined, CountedWork.parse(item)))
        for (const [counter, value] of Object.entries(counters))
          if (isLasting(sk)) state('counters', counterOf(row, sk, counter), WANTED, value);
      state('countedWork', item.pk, WANTED, Number(item.revision));
    }
    if (kind === 'subject-state' && item.sk === 'work') state('countedWork', item.pk, STANDING, Number(item.revision));
    if (kind === 'work-counters' && isLasting(item.sk))
      for (const [counter, value] of Object.entries(item))
        if (typeof value === 'number' && counter !== 'v')
          state('counters', counterOf(row, item.sk, counter), STANDING, value);
  },
  judges: {
    counters: (key, facts, _state, find) => {
      let missing = 0;
      for (const { kind, values } of facts) missing += kind === WANTED ? Number(values[0]) : -Number(values[0]);
      if (missing !== 0) find(`counts ${Math.abs(missing)} too ${missing > 0 ? 'few' : 'many'}: ${key}`);
    },
    countedWork: (key, facts, _state, find) => {
      let [counted, stored] = [0, 0];
      for (const { kind, values } of facts)
        if (kind === WANTED) counted = Number(values[0]);
        else stored = Number(values[0]);
      if (counted > stored) find(`was counted before it was stored: ${key}`);
    },
  },
};

const isLasting = (sk: string) => /^(now|person#|to#)/.test(sk);

const counterOf = ({ organizationId, mode }: StoredRow, sk: string, counter: string) =>
  `${organizationId}#${mode} ${sk} ${counter}`;
