/**
 * Half-done batch calls. Keys that are held back never reach the engine and come back the way
 * DynamoDB returns what it had no capacity for: `UnprocessedKeys` of a read, `UnprocessedItems` of a
 * write.
 */
type Input = Record<string, unknown>;
type Wanted = { Keys: unknown[] } | unknown[];

export function holdBack(input: Input, isHeldBack: () => boolean) {
  const asked = (input.RequestItems ?? {}) as Record<string, Wanted>;
  const sent: Record<string, Wanted> = {};
  const held: Record<string, Wanted> = {};
  // DynamoDB returns an error if it processes no key of a batch, so one key is always processed.
  let isFirst = true;
  const turn = () => {
    const isSent = isFirst || !isHeldBack();
    isFirst = false;
    return isSent ? 'now' : 'later';
  };

  for (const [table, wanted] of Object.entries(asked)) {
    const { now, later } = Object.groupBy(Array.isArray(wanted) ? wanted : wanted.Keys, turn);
    if (now) sent[table] = of(wanted, now);
    if (later) held[table] = of(wanted, later);
  }
  const name = Object.values(asked).some(Array.isArray) ? 'UnprocessedItems' : 'UnprocessedKeys';
  return {
    sent: input.RequestItems ? { ...input, RequestItems: sent } : input,
    giveBack: <T extends { output: Input }>(answer: T): T =>
      input.RequestItems ? { ...answer, output: { ...answer.output, [name]: held } } : answer,
  };
}

const of = (wanted: Wanted, entries: unknown[]): Wanted =>
  Array.isArray(wanted) ? entries : { ...wanted, Keys: entries };
