import * as z from 'zod';
import type { Disturbance } from './disturbances.ts';
import { dynamoRequestOf, textIn } from './dynamo-request.ts';

const Answer = z.looseObject({
  Items: z.array(z.record(z.string(), z.unknown())).default([]),
  Count: z.number().default(0),
});

/** Rows older than the lag are dropped once the map has this many. */
const REMEMBERED_ROWS = 10_000;

/**
 * Indexes are eventually consistent: a row that was just written is missing from index queries. A
 * row that has left an index disappears at once, which is kinder than AWS.
 */
export function indexLag(lagMs: number, nowMs: () => number = () => performance.now()): Disturbance {
  const writtenMs = new Map<string, number>();
  const isFresh = (name: string) => nowMs() - (writtenMs.get(name) ?? -Infinity) < lagMs;
  const forgetOld = () => {
    for (const name of writtenMs.keys()) if (!isFresh(name)) writtenMs.delete(name);
  };
  return {
    answered(request) {
      for (const { table, pk, sk, isWrite } of dynamoRequestOf(request)?.rows ?? [])
        if (isWrite) writtenMs.set(nameOf(table, pk, sk), nowMs());
      if (writtenMs.size > REMEMBERED_ROWS) forgetOld();
    },
    rewriterOf(request) {
      const asked = dynamoRequestOf(request);
      const table = asked?.rows[0]?.table ?? '';
      if (lagMs <= 0 || asked?.index === undefined) return undefined;
      return (body) => {
        const answer = Answer.parse(JSON.parse(body.toString()));
        const Items = answer.Items.filter(({ pk, sk }) => !isFresh(nameOf(table, textIn(pk), textIn(sk))));
        const hidden = answer.Items.length - Items.length;
        return hidden === 0 ? body : Buffer.from(JSON.stringify({ ...answer, Items, Count: answer.Count - hidden }));
      };
    },
  };
}

const nameOf = (table: string, pk: string | undefined, sk: string | undefined) => `${table}\n${pk}\n${sk}`;
