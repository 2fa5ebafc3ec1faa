import { dynamoClient } from '#shared/platform/aws-clients.ts';

/** The capacity that all calls of this process have consumed so far. */
export function countUnits(): () => number {
  let total = 0;
  dynamoClient().middlewareStack.add(
    (next) => async (args) => {
      const counted = {
        ...args,
        input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const },
      };
      const answer = await next(counted);
      const { ConsumedCapacity: consumed } = answer.output as {
        ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
      };
      for (const { CapacityUnits = 0 } of [consumed ?? []].flat()) total += CapacityUnits;
      return answer;
    },
    { step: 'initialize' },
  );
  return () => total;
}

/** Prints one figure and its ratio to another. */
export function reportAgainst(name: string, unit: string, against: string, value: number, other: number) {
  const ratio = Number((value / other).toFixed(3));
  console.log(JSON.stringify({ name, value: Number(value.toFixed(2)), unit, against, ratio }));
}
