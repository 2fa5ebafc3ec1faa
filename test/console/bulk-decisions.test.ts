import { expect, test } from 'vitest';
import { ApiProblem } from '../../console/api/problem.ts';
import { nextAfter } from '../../console/parts/selection.ts';
import {
  createRequestKeys,
  outcomeInWords,
  planDecisions,
  sendAll,
  type Target,
  targetsOf,
  whyTwoPeople,
} from '../../console/screens/matches/bulk.ts';

const target = (id: string, decision?: 'false_positive' | 'confirmed', proposedBy = 'user:mia'): Target => ({
  id,
  proposal: decision ? { id: `p-${id}`, decision, proposedBy } : null,
});
const ONE_PERSON = { isRequired: false, userId: 'adam' };
const TWO_PEOPLE = { isRequired: true, userId: 'adam' };
const problem = (status: number) => new ApiProblem(status, { detail: `Status ${status}.` }, {});

test('bulk: marked matches are decided together only if the open one is marked', () => {
  const [a, b, c] = [target('a'), target('b'), target('c')];
  expect(targetsOf(a, [a, b, c])).toEqual([b, c, a]);
  expect(targetsOf(a, [b, c])).toEqual([a]);
  expect(targetsOf(a, [])).toEqual([a]);
});

test('bulk: a decision names the open proposal of each match only if it proposes the same', () => {
  const targets = [target('a'), target('b', 'false_positive'), target('c', 'confirmed')];
  expect(planDecisions(targets, 'false_positive', ONE_PERSON)).toEqual({
    steps: [{ id: 'a' }, { id: 'b', proposalId: 'p-b' }, { id: 'c' }],
    held: [],
  });
});

test('bulk: with four eyes, only equal proposals of other people are decided', () => {
  const targets = [
    target('a'),
    target('b', 'false_positive'),
    target('c', 'confirmed'),
    target('d', 'false_positive', 'user:adam'),
  ];
  expect(planDecisions(targets, 'false_positive', TWO_PEOPLE)).toEqual({
    steps: [{ id: 'b', proposalId: 'p-b' }],
    held: ['a', 'c', 'd'],
  });
  expect(whyTwoPeople(target('c', 'confirmed'), 'false_positive', TWO_PEOPLE)).toContain('for the other decision');
  expect(whyTwoPeople(target('c', 'confirmed'), 'false_positive', ONE_PERSON)).toBeNull();
});

test('bulk: a changed match does not stop the others, and an outage does', async () => {
  const send = (failures: Readonly<Record<string, number>>) => {
    const sent: string[] = [];
    const outcome = sendAll(
      ['a', 'b', 'c'].map((id) => ({ id })),
      async ({ id }) => {
        if (failures[id] !== undefined) throw problem(failures[id]);
      },
      (id) => sent.push(id),
    );
    return outcome.then(({ done, error }) => ({ done, sent, message: (error as Error)?.message }));
  };
  expect(await send({})).toEqual({ done: ['a', 'b', 'c'], sent: ['a', 'b', 'c'] });
  expect(await send({ a: 409, b: 404 })).toEqual({ done: ['c'], sent: ['c'], message: 'Status 409.' });
  expect(await send({ b: 503 })).toEqual({ done: ['a'], sent: ['a'], message: 'Status 503.' });
});

test('bulk: a repeated request has the same key until it succeeds, another reason has another', async () => {
  let made = 0;
  const withKey = createRequestKeys(() => `key ${++made}`);
  const request = { call: 'decide', id: 'a', decision: 'confirmed', reason: 'Same passport' };
  const fail = (key: string) => Promise.reject(new Error(key));
  const succeed = async (key: string) => key;
  await expect(withKey(request, fail)).rejects.toThrow('key 1');
  await expect(withKey({ ...request, reason: 'Other words' }, fail)).rejects.toThrow('key 2');
  await expect(withKey({ ...request, decision: 'false_positive' }, fail)).rejects.toThrow('key 3');
  expect(await withKey(request, succeed)).toBe('key 1');
  expect(await withKey(request, succeed)).toBe('key 4');
});

test('bulk: the next match is not among the decided ones', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(nextAfter(ids, 'a', ['a', 'b'])).toBe('c');
  expect(nextAfter(ids, 'c', ['a', 'c', 'd'])).toBe('b');
  expect(nextAfter(ids, 'd', ['d'])).toBe('c');
  expect(nextAfter(ids, 'z', ['z', 'a'])).toBe('b');
  expect(nextAfter(ids, 'a', ids)).toBeUndefined();
});

test('bulk: what is left open is said', () => {
  expect(outcomeInWords('Not them', { done: ['a', 'b'], error: undefined }, { asked: 2, held: 0 })).toBe(
    'Not them: 2 matches.',
  );
  expect(outcomeInWords('Not them', { done: ['a'], error: problem(409) }, { asked: 3, held: 1 })).toBe(
    'Not them: 1 of 3 matches. 1 match needs a second person. Status 409.',
  );
});
