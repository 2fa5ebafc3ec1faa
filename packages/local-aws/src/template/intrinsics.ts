/** Resolves the names in a template. */
export interface Names {
  /** Value of a parameter, pseudo parameter or resource. */
  ref(name: string): string;
  /** `Fn::GetAtt`. */
  attribute(logicalId: string, attribute: string): string;
}

type Intrinsic = (argument: unknown, names: Names) => unknown;

/** Resolves the intrinsic functions in a value of a CloudFormation template. */
export function resolveValue(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, names));
  if (value === null || typeof value !== 'object') return value;

  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (name !== undefined && entries.length === 1 && isIntrinsic(name)) return workOut(name, argument, names);
  return Object.fromEntries(entries.map(([key, member]) => [key, resolveValue(member, names)]));
}

const isIntrinsic = (name: string) => name === 'Ref' || name.startsWith('Fn::');

function workOut(name: string, argument: unknown, names: Names): unknown {
  const intrinsic = intrinsics[name];
  if (!intrinsic) throw new Error(`The local cloud does not support the intrinsic function ${name}.`);
  return intrinsic(argument, names);
}

const intrinsics: Record<string, Intrinsic> = {
  Ref: (argument, names) => names.ref(text(argument)),

  'Fn::GetAtt': (argument, names) => {
    const [logicalId = '', ...attribute] = Array.isArray(argument) ? argument.map(text) : text(argument).split('.');
    return names.attribute(logicalId, attribute.join('.'));
  },

  'Fn::Join': (argument, names) => {
    const [separator, items] = list(argument);
    return list(resolveValue(items, names)).map(text).join(text(separator));
  },

  'Fn::Split': (argument, names) => {
    const [separator, source] = list(argument);
    return text(resolveValue(source, names)).split(text(separator));
  },

  'Fn::Select': (argument, names) => {
    const [index, items] = list(argument);
    const chosen = list(resolveValue(items, names))[Number(index)];
    if (chosen === undefined) throw new Error(`Fn::Select has no value at index ${String(index)}.`);
    return chosen;
  },

  'Fn::Sub': (argument, names) => {
    const [template, given = {}] = Array.isArray(argument) ? argument : [argument];
    const variables = new Map(Object.entries(resolveValue(given, names) as object));
    return text(template).replaceAll(/\$\{(!?)([^}]+)\}/g, (_all, escaped: string, name: string) => {
      if (escaped) return `\${${name}}`;
      if (variables.has(name)) return text(variables.get(name));
      const [logicalId = '', ...attribute] = name.split('.');
      return attribute.length > 0 ? names.attribute(logicalId, attribute.join('.')) : names.ref(logicalId);
    });
  },
};

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`The template has ${JSON.stringify(value)} where a string is required.`);
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`The template has ${JSON.stringify(value)} where a list is required.`);
}
