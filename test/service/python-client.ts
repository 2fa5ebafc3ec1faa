/**
 * Writes a Python client from the OpenAPI document and nothing else: a type per schema, a method per
 * operation. What the document leaves out, the client would lack.
 */
interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const SIMPLE: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'dict[str, Any]',
  array: 'list[Any]',
};

const quoted = (value: unknown) =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Generators write a name that is a word of Python with an underscore after it. */
const argument = (name: string) => (name === 'from' || name === 'with' ? `${name}_` : name);
const referred = (reference: string) => reference.split('/').at(-1) ?? '';

export function pythonClient({ paths, components }: ApiDocument): string {
  const { schemas, parameters } = components;

  function typeOf(schema: Schema): string {
    if (schema.$ref) {
      const name = referred(schema.$ref);
      if (!schemas[name]) throw new Error(`${schema.$ref} is not in the document.`);
      return `"${name}"`;
    }
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants) return `Union[${variants.map(typeOf).join(', ')}]`;
    if (schema.allOf?.length === 1 && schema.allOf[0]) return typeOf(schema.allOf[0]);
    if (schema.enum) return `Literal[${schema.enum.map(quoted).join(', ')}]`;
    if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`;
    if (Array.isArray(schema.type))
      return `Union[${schema.type.map((type) => typeOf({ ...schema, type })).join(', ')}]`;
    if (schema.type === 'array' && schema.items) return `list[${typeOf(schema.items)}]`;
    if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
      return `dict[str, ${typeOf(schema.additionalProperties)}]`;
    return SIMPLE[schema.type ?? ''] ?? 'Any';
  }

  const typeDefinition = ([name, schema]: [string, Schema]) => {
    if (!schema.properties) return `${name} = ${typeOf(schema)}`;
    const fields = Object.entries(schema.properties).map(([field, type]) => {
      const isRequired = schema.required?.includes(field);
      return `${quoted(field)}: ${isRequired ? typeOf(type) : `NotRequired[${typeOf(type)}]`}`;
    });
    return `${name} = TypedDict("${name}", {${fields.join(', ')}})`;
  };

  const method = (path: string, verb: string, operation: Operation) => {
    const known = (operation.parameters ?? []).map((one) => (one.$ref ? (parameters[referred(one.$ref)] ?? {}) : one));
    const at = (place: string) => known.filter((one) => one.in === place);
    const inPath = at('path').map(({ name = '', schema = {} }) => `${name}: ${typeOf(schema)}`);
    const inQuery = at('query').map(
      ({ name = '', schema = {} }) => `${argument(name)}: Optional[${typeOf(schema)}] = None`,
    );
    const [body] = Object.values(operation.requestBody?.content ?? {});
    const isKeyed = at('header').some(({ name }) => name === 'Idempotency-Key');
    const options = [
      ...inPath,
      ...(body ? [`body: Optional[${typeOf(body.schema)}] = None`] : []),
      ...inQuery,
      ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    ];
    const [success] = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
    const result = success?.[1].content?.['application/json']?.schema;
    const query = at('query').map(({ name = '' }) => `${quoted(name)}: ${argument(name)}`);
    return [
      `    def ${snake(operation.operationId)}(${['self', ...(options.length > 0 ? ['*'] : []), ...options].join(', ')}) -> ${result ? typeOf(result) : 'Any'}:`,
      `        ${quoted(operation.summary)}`,
      `        return self._send(${quoted(verb.toUpperCase())}, f${quoted(path.replace(/\{(\w+)\+?\}/g, '{quote(str($1))}'))}, {${query.join(', ')}}, ${body ? 'body' : 'None'}, ${isKeyed ? 'idempotency_key' : 'None'})`,
    ].join('\n');
  };

  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => method(path, verb, operation)),
  );
  return [PRELUDE, ...Object.entries(schemas).map(typeDefinition), CLIENT, methods.join('\n\n'), ''].join('\n\n');
}

const PRELUDE = `from __future__ import annotations
import hashlib, hmac, json, time, urllib.request
from typing import Any, Literal, Optional, TypedDict, Union
from urllib.parse import quote, urlencode
from typing import NotRequired`;

/** Signs as the description of the security scheme \`signature\` says. */
const CLIENT = `class Client:
    def __init__(self, base_url: str, key: str, secret: str):
        self.base_url, self.key, self.secret = base_url, key, secret

    def _send(self, method, path, query, body, idempotency_key):
        given = {name: value for name, value in query.items() if value is not None}
        target = path + ("?" + urlencode(given) if given else "")
        data = b"" if body is None else json.dumps(body).encode()
        timestamp = str(int(time.time()))
        lines = ["v1", timestamp, method, target, idempotency_key or "", hashlib.sha256(data).hexdigest()]
        signature = hmac.new(self.secret.encode(), "\\n".join(lines).encode(), hashlib.sha256).hexdigest()
        headers = {"X-Api-Key": self.key, "X-Timestamp": timestamp, "X-Signature": "v1=" + signature}
        if body is not None: headers["Content-Type"] = "application/json"
        if idempotency_key: headers["Idempotency-Key"] = idempotency_key
        request = urllib.request.Request(self.base_url + target, data=data if body is not None else None, headers=headers, method=method)
        with urllib.request.urlopen(request) as response:
            return json.loads(response.read() or b"null")`;
