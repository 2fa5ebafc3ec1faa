import type * as z from 'zod';

/**
 * Rules between properties of a body, enforced here and documented in the OpenAPI document. They are written
 * as `if`/`then`/`else` beside the properties: validators apply them, and client generators ignore them, so
 * that a body stays one type.
 */
interface RequiredIffRule<Shape extends z.ZodObject> {
  member: keyof z.output<Shape> & string;
  /** The property that decides, and the value with which `member` is required. */
  where: readonly [other: keyof z.output<Shape> & string, value: string];
  message: string;
}

/** `member` is required when `where` holds and not allowed otherwise. Null counts as missing. */
export const refineRequiredIff = <Shape extends z.ZodObject>(
  shape: Shape,
  { member, where: [other, value], message }: RequiredIffRule<Shape>,
) =>
  shape
    .refine((body: Record<string, unknown>) => isPresent(body[member]) === (body[other] === value), {
      message,
      path: [member],
    })
    .meta(requiredIff(member, other, value));

/** The same rule in JSON Schema alone, for bodies that are checked outside their zod shape. */
export const requiredIff = (member: string, other: string, value: string) =>
  ifThenElse({ properties: { [other]: { const: value } } }, required(member), {
    properties: { [member]: { type: 'null' } },
  });

/** JSON Schema: the property is present and not null. */
export const required = (member: string) => ({
  properties: { [member]: { not: { type: 'null' } } },
  required: [member],
});

interface CompanionRule<Shape extends z.ZodObject> {
  member: keyof z.output<Shape> & string;
  /** The list property, and the item it has to contain. */
  along: readonly [list: keyof z.output<Shape> & string, item: string];
  message: string;
}

/** `member` is accepted only when a list property contains an item. Without the list it says nothing. */
export const onlyAlongWith = <Shape extends z.ZodObject>(
  shape: Shape,
  { member, along: [list, item], message }: CompanionRule<Shape>,
) =>
  shape
    .refine(
      ({ [member]: value, [list]: items }: Record<string, unknown>) => !isPresent(value) || hasItem(items, item),
      {
        message,
        path: [member],
      },
    )
    .meta(ifThenElse(required(member), { properties: { [list]: { contains: { const: item } } } }));

const hasItem = (items: unknown, item: string) => !Array.isArray(items) || items.includes(item);

const isPresent = (value: unknown) => value !== undefined && value !== null;

/** JSON Schema for the `meta` of a zod check. A schema can have only one of them. */
export const ifThenElse = (condition: object, consequence: object, otherwise?: object) => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema
  then: consequence,
  ...(otherwise && { else: otherwise }),
});
