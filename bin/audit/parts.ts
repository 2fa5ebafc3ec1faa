import { type Fact, inOrder, type State } from './facts.ts';

/** Records that are stored in several rows are put together from facts with their parts. */

const [FIRST_PART, FURTHER_PART] = ['a', 'b'];

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

type Joined = Parameters<State>[0];

export function stateFirstPart(state: State, join: Joined, key: string, further: number, packed: Uint8Array): void {
  state(join, key, FIRST_PART, further, base64(packed));
}

export function stateFurtherPart(state: State, join: Joined, key: string, number: number, packed: Uint8Array): void {
  state(join, key, FURTHER_PART, inOrder(number), base64(packed));
}

/** Undefined for parts that an earlier version of a record left. */
export function partsIn(facts: Iterable<Fact>, key: string): Uint8Array[] | undefined {
  const parts: Uint8Array[] = [];
  let wanted = 0;
  for (const { kind, values } of facts) {
    if (kind === FIRST_PART) wanted = Number(values[0]) + 1;
    const next = parts.length === 0 || Number(values[0]) === parts.length - 1;
    // A later version of a record may have fewer parts than an earlier one left.
    if (next && parts.length < wanted) parts.push(Buffer.from(values[1] ?? '', 'base64'));
  }
  if (parts.length < wanted) throw new Error(`A record lacks its part ${parts.length - 1}: ${key}.`);
  return wanted > 0 ? parts : undefined;
}
