/** What the client knows of an operation at run time. The table of all operations is generated from the route table. */
export type Operation = readonly [method: string, path: string, traits: string];

export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Traits of an operation, a letter each. */
export const Trait = {
  needsCredential: 'c',
  takesIdempotencyKey: 'i',
  changesNothing: 'r',
  isList: 'l',
  returnsJson: 'j',
  returnsBytes: 'b',
  returnsText: 't',
} as const;

export const has = ([, , traits]: Operation, trait: keyof typeof Trait) => traits.includes(Trait[trait]);

/** The property of a page that names the next one, and the query parameter that takes it. */
export const NEXT = [
  ['nextOffset', 'offset'],
  ['nextCursor', 'cursor'],
  ['nextPage', 'page'],
] as const;
