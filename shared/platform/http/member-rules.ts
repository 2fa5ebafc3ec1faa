import type * as z from 'zod';

/**
 * Rules between the members of a body, said in the document as they are refused. They are conditions beside the
 * members: validators keep to them, and programs that write clients pass over them, so that a body stays one type.
 */
interface Belonging<Shape extends z.ZodObject> {
  member: keyof z.output<Shape> & string;
  /** The member that decides, and with which value. */
  where: readonly [other: keyof z.output<Shape> & string, value: string];
  message: string;
}

/** `member` is there where `where` is so, and there alone; null is as good as not there. */
export const belonging = <Shape extends z.ZodObject>(
  shape: Shape,
  { member, where: [other, value], message }: Belonging<Shape>,
) =>
  shape
    .refine((body: Record<string, unknown>) => isThere(body[member]) === (body[other] === value), {
      message,
      path: [member],
    })
    .meta(thereExactlyWhere(member, other, value));

/** The same in JSON Schema, for what another than the shape refuses. */
export const thereExactlyWhere = (member: string, other: string, value: string) =>
  ifThenElse({ properties: { [other]: { const: value } } }, there(member), {
    properties: { [member]: { type: 'null' } },
  });

/** In JSON Schema: a member, and not null. */
export const there = (member: string) => ({
  properties: { [member]: { not: { type: 'null' } } },
  required: [member],
});

interface Companion<Shape extends z.ZodObject> {
  member: keyof z.output<Shape> & string;
  /** The list that has to hold an item, and which. */
  along: readonly [list: keyof z.output<Shape> & string, item: string];
  message: string;
}

/** `member` is accepted only along with an item of a list. */
export const onlyAlongWith = <Shape extends z.ZodObject>(
  shape: Shape,
  { member, along: [list, item], message }: Companion<Shape>,
) =>
  shape
    .refine(
      (body: Record<string, unknown>) =>
        !isThere(body[member]) || (body[list] as unknown[]).includes(item),
      { message, path: [member] },
    )
    .meta(ifThenElse(there(member), { properties: { [list]: { contains: { const: item } } } }));

const isThere = (value: unknown) => value !== undefined && value !== null;

/** In the words of JSON Schema, for the `meta` beside the check that refuses. A schema has one of them. */
export const ifThenElse = (condition: object, consequence: object, otherwise?: object) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: so it is called there
  then: consequence,
  ...(otherwise && { else: otherwise }),
});
