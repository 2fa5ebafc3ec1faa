import * as z from 'zod';
import { isBodyOptional, Nothing, type Route } from '#shared/platform/http/route.ts';
import { comment, isBinary, type Reference, type Side, writeDefinition, writeType } from './write-type.ts';

export type RouteTable = Readonly<Record<string, Readonly<Record<string, Route>>>>;

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The types of all operations: a named type for every shape that has an id, and for every input. */
export function apiDeclarations(
  routes: RouteTable,
  notifications: Readonly<Record<string, z.ZodObject>>,
  problemCodes: readonly string[],
): string {
  const names = namesOf(routes, notifications);
  const inputs = new Map<string, string>();
  const modules = Object.entries(routes).map(([module, table]) => {
    const calls = Object.entries(table).map(([name, route]) => {
      const input = `${capitalized(name)}Params`;
      if (inputs.has(input) || names.definitions().has(input)) throw new Error(`There are two types ${input}.`);
      inputs.set(input, inputOf(route, names.reference));
      return `${comment(documented(route))}readonly ${name}: ${callOf(route, input, names.reference)};`;
    });
    return `readonly ${module}: {\n${calls.join('\n')}\n};`;
  });
  const events = Object.entries(notifications).map(
    ([event, data]) => `WebhookEventOf<${JSON.stringify(event)}, ${writeType(data, 'output', names.reference)}>`,
  );
  const types = [...names.definitions(), ...inputs].map(([name, type]) => `export type ${name} = ${type};`);
  return [
    "import type { Call, ReadOptions, RecordCall, RecordListing, WriteOptions } from '../call.ts';",
    ...types,
    `export type Operations = {\n${modules.join('\n')}\n};`,
    EVENT,
    `/** A webhook event. \`event\` discriminates \`data\`; a newer service may send further events. */`,
    `export type WebhookEvent =\n${events.map((event) => `| ${event}`).join('\n')};`,
    '/** Codes of problems that the service returns. A newer service may have further ones. */',
    `export type ProblemCode =\n${problemCodes.map((code) => `| ${JSON.stringify(code)}`).join('\n')};`,
    '',
  ].join('\n');
}

const EVENT = `type WebhookEventOf<Name extends string, Data> = {
eventId: string;
event: Name;
timestamp: string;
data: { organizationId: string; sandbox: boolean } & Data;
/** In test events that were requested for this type: the ids in \`data\` are examples. */
test?: true;
};`;

const documented = ({ summary, description, method, path }: Route) =>
  `${summary}.${description && ` ${description}`} \`${method} ${path.replace('//', '/')}\``;

/** The parameter that names the kind of record, where the result says it in a property of the same name. */
const RESOURCE = 'resource';

const isByResource = ({ params, result }: Route) =>
  params.shape[RESOURCE] instanceof z.ZodEnum && recordsIn(itemIn(result) ?? result);

const itemIn = (result: z.core.$ZodType) => {
  const items = result instanceof z.ZodObject ? result.shape.items : undefined;
  return items instanceof z.ZodArray ? items.element : undefined;
};

/** Whether a shape is a union of records, each with its resource. */
const recordsIn = (shape: z.core.$ZodType): boolean =>
  shape instanceof z.ZodUnion
    ? shape.options.every(recordsIn)
    : shape instanceof z.ZodObject && shape.shape[RESOURCE] instanceof z.ZodLiteral;

function callOf(route: Route, input: string, reference: Reference): string {
  const kind = !isByResource(route) ? 'Call' : itemIn(route.result) ? 'RecordListing' : 'RecordCall';
  return `${kind}<${input}, ${resultOf(route, reference)}>`;
}

const resultOf = ({ result }: Route, reference: Reference) =>
  isBinary(result) ? 'Uint8Array' : writeType(result, 'output', reference);

function inputOf(route: Route, reference: Reference): string {
  const params = [...route.path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => {
    const shape = route.params.shape[name];
    return `${name}: ${shape && name === RESOURCE ? writeType(shape, 'input', reference) : 'string'}`;
  });
  const query = queryOf(route.query, reference);
  const body = writeType(route.body, 'input', reference);
  const members = [
    params.length > 0 && `params: { ${params.join('; ')} };`,
    query && `query${route.query.safeParse({}).success ? '?' : ''}: ${query};`,
    route.body !== Nothing && `body${isBodyOptional(route) ? '?' : ''}: ${body};`,
  ].filter((member) => typeof member === 'string' && member !== '');
  const options = route.method === 'GET' ? 'ReadOptions' : 'WriteOptions';
  return members.length === 0 ? options : `{\n${members.join('\n')}\n} & ${options}`;
}

/** Query parameters are text, so numbers are accepted for them as well. */
function queryOf(query: z.ZodObject, reference: Reference): string | undefined {
  const isOpen = query.def.catchall && !(query.def.catchall instanceof z.ZodNever);
  if (isOpen || Object.keys(query.shape).length === 0) return undefined;
  return writeDefinition(query, 'input', reference).replace(/^(\w+\??: )(.+);$/gm, (line, name, type: string) =>
    type.split(' | ').includes('string') ? `${name}number | ${type};` : line,
  );
}

/** Names of shapes. One that is sent and returned in different forms has a second name, as in the OpenAPI document. */
function namesOf(routes: RouteTable, notifications: Readonly<Record<string, z.ZodObject>>) {
  const shapes: Record<Side, Map<string, z.core.$ZodType>> = {
    input: new Map(),
    output: new Map(),
  };
  const collect: Reference = (id, schema, side) => {
    if (shapes[side].has(id)) return id;
    shapes[side].set(id, schema);
    writeDefinition(schema, side, collect);
    return id;
  };
  const all = Object.values(routes).flatMap((table) => Object.values(table));
  for (const { query, body, result } of all) {
    for (const shape of [query, body]) writeType(shape, 'input', collect);
    writeType(result, 'output', collect);
  }
  for (const data of Object.values(notifications)) writeType(data, 'output', collect);

  const differing = new Set<string>();
  const reference: Reference = (id, _schema, side) => (side === 'input' && differing.has(id) ? `${id}Input` : id);
  const write = (side: Side) =>
    [...shapes[side]].map(([id, schema]) => ({
      name: reference(id, schema as never, side),
      id,
      type: writeDefinition(schema, side, reference),
    }));
  // A shape that refers to a renamed one differs as well.
  for (let known = -1; known < differing.size; ) {
    known = differing.size;
    const returned = new Map(write('output').map(({ id, type }) => [id, type]));
    for (const { id, type } of write('input')) if (returned.has(id) && returned.get(id) !== type) differing.add(id);
  }
  const definitions = new Map(
    [...write('output'), ...write('input')]
      .map(({ name, type }) => [name, type] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return { reference, definitions: () => definitions };
}
