import * as z from 'zod';
import { descriptionOf as documentedShape } from '#shared/platform/http/described-by.ts';

/**
 * zod shapes as TypeScript, with the names that the OpenAPI document gives them: what `z.input` and `z.output`
 * infer, written out so that readers need neither zod nor the route table.
 */
export type Side = 'input' | 'output';

type Schema = z.core.$ZodTypes;

/** Called for each named shape that a type refers to; returns the name to write. */
export type Reference = (id: string, schema: Schema, side: Side) => string;

/** The name of a shape, also if a description or a check was added to it. */
function idOf(schema: z.core.$ZodType): string | undefined {
  const id = z.globalRegistry.get(schema)?.id;
  const { parent } = schema._zod;
  return id ?? (parent && idOf(parent));
}

export const isBinary = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.format === 'binary';

/** A reference for a named shape, otherwise the whole type. */
export function writeType(given: z.core.$ZodType, side: Side, reference: Reference): string {
  // A body that its use case validates is accepted in any form; callers write the form that is documented.
  const documented = documentedShape(given);
  const shape = documented && idOf(documented) ? documented : given;
  const id = idOf(shape);
  return id ? reference(id, shape as Schema, side) : writeDefinition(shape, side, reference);
}

export function writeDefinition(shape: z.core.$ZodType, side: Side, reference: Reference): string {
  const { def } = (shape as Schema)._zod;
  const of = (inner: z.core.$ZodType) => writeType(inner, side, reference);
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'void':
    case 'never':
    case 'unknown':
      return def.type;
    case 'literal':
      return union(def.values.map((value) => JSON.stringify(value)));
    case 'enum':
      return union(Object.values(def.entries).map((value) => JSON.stringify(value)));
    case 'file':
      return 'File';
    case 'optional':
      return union([of(def.innerType), 'undefined']);
    case 'nullable':
      return union([of(def.innerType), 'null']);
    case 'default':
      return side === 'input' ? union([of(def.innerType), 'undefined']) : of(def.innerType);
    case 'readonly':
      return `Readonly<${of(def.innerType)}>`;
    case 'array':
      return arrayOf(of(def.element));
    case 'tuple':
      return `[${def.items.map(of).join(', ')}]`;
    case 'record':
      return `Record<${of(def.keyType)}, ${of(def.valueType)}>`;
    case 'union':
      return union(def.options.map(of));
    case 'pipe':
      return of(side === 'input' ? def.in : def.out);
    case 'object':
      return objectType(def.shape, def.catchall, side, reference);
    default:
      throw new Error(`There is no TypeScript for a shape of type ${def.type}.`);
  }
}

function objectType(
  shape: z.core.$ZodShape,
  catchall: z.core.$ZodType | undefined,
  side: Side,
  reference: Reference,
): string {
  const properties = Object.entries(shape).map(([name, property]) => {
    const optional = property._zod[side === 'input' ? 'optin' : 'optout'] !== undefined;
    const type = writeType(property, side, reference);
    return `${comment(descriptionOf(property))}${key(name)}${optional ? '?' : ''}: ${type};`;
  });
  if (catchall && (catchall as Schema)._zod.def.type !== 'never')
    properties.push(`[key: string]: ${writeType(catchall, side, reference)};`);
  return properties.length === 0 ? 'Record<string, never>' : `{\n${properties.join('\n')}\n}`;
}

/** Wrappers such as `optional` come after the description or before it. */
function descriptionOf(property: z.core.$ZodType): string | undefined {
  const { description } = z.globalRegistry.get(property) ?? {};
  if (description) return description;
  const { def } = (property as Schema)._zod;
  return 'innerType' in def && !idOf(def.innerType) ? descriptionOf(def.innerType) : undefined;
}

export const comment = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /').replace(/\s*\n\s*/g, ' ')} */\n` : '';

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const union = (types: readonly string[]) => [...new Set(types)].join(' | ');

const arrayOf = (type: string) => (/^\w+$/.test(type) ? `${type}[]` : `Array<${type}>`);
