/** Variables of a template's source, to fill them in a form. The service checks the data; this only proposes fields. */
type VariableKind = 'text' | 'number' | 'money' | 'date' | 'yes_no' | 'list' | 'group';

export interface Variable {
  key: string;
  kind: VariableKind;
  /** The literal argument of `money`. */
  currency: string | null;
  /** Sample data has several lines or a long text. */
  isLong: boolean;
  /** A condition of the source asks for it, so it may be left empty. */
  isOptional: boolean;
  /** A condition asks whether there is a value: an empty text counts as one, `false` does not. */
  isTested: boolean;
  /** Members of a group, or of each item of a list; a list of plain values has one without a key. */
  members: readonly Variable[];
}

/** What the source does with a variable. */
interface Node {
  uses: Set<'printed' | 'money' | 'number' | 'date' | 'tested' | 'asked' | 'compared'>;
  currency: string | null;
  members: Map<string, Node>;
  item: Node | null;
}

const newNode = (): Node => ({ uses: new Set(), currency: null, members: new Map(), item: null });

const NAME = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_-]*\??`;
const PATH = new RegExp(String.raw`${NAME}(?:\.${NAME}|\[\d+\]|\[(?:"[^"]*"|'[^']*')\])*`, 'gu');
const TAG = /\{\{-?([\s\S]*?)-?\}\}|\{%-?\s*(\w+)([\s\S]*?)-?%\}/g;
const WORDS = new Set(['and', 'or', 'contains', 'true', 'false', 'nil', 'null', 'blank', 'empty', 'forloop', 'in']);
const QUOTED = /"[^"]*"|'[^']*'/g;

/** Which variables the texts of a template read, in the order in which they occur, with the types of sample data. */
export function variablesOf(texts: readonly string[], sample: unknown = {}): readonly Variable[] {
  const root = newNode();
  for (const text of texts) read(text, root);
  return membersOf(root, sample);
}

function read(text: string, root: Node): void {
  const scopes: [name: string, node: Node][] = [];
  const find = (path: string) => nodeAt(path, root, scopes);
  for (const [, output, tag, rest = ''] of text.matchAll(TAG)) {
    if (output !== undefined) readOutput(output, find);
    else if (tag === 'for') {
      const [, name = '', path = ''] = /^\s*(\S+)\s+in\s+(\S+)/.exec(rest) ?? [];
      const list = find(path);
      if (list) list.item ??= newNode();
      scopes.unshift([name, list?.item ?? newNode()]);
    } else if (tag === 'endfor') scopes.shift();
    else if (tag === 'if' || tag === 'elsif' || tag === 'unless') readCondition(rest, find);
  }
}

type Find = (path: string) => Node | undefined;

function readOutput(output: string, find: Find): void {
  const [subject = '', ...filters] = splitFilters(output);
  if (/^\s*["']/.test(subject)) return;
  const node = find(subject.trim());
  node?.uses.add('printed');
  for (const filter of filters) {
    const [, name, argument = ''] = /^\s*(\w+)\s*:?([\s\S]*)$/.exec(filter) ?? [];
    if (node && (name === 'money' || name === 'number' || name === 'date')) {
      node.uses.add(name);
      if (name === 'money') node.currency ??= /^\s*["'](\w+)["']/.exec(argument)?.[1] ?? null;
    }
    for (const [path] of argument
      .replaceAll(QUOTED, '')
      .replaceAll(/\blanguage\s*:/g, '')
      .matchAll(PATH))
      find(path)?.uses.add('printed');
  }
}

/** At bars outside of quotation marks. */
const splitFilters = (output: string) => output.match(/(?:"[^"]*"|'[^']*'|[^|"'])+/g) ?? [];

function readCondition(condition: string, find: Find): void {
  for (const term of condition.split(/\b(?:and|or)\b/)) {
    const isCompared = /==|!=|[<>]|\bcontains\b/.test(term.replaceAll(QUOTED, ''));
    const isNumber = /(?:==|!=|[<>]=?)\s*-?\d/.test(term);
    for (const [path] of term.replaceAll(QUOTED, '').matchAll(PATH)) {
      const uses = WORDS.has(path) ? undefined : find(path)?.uses;
      uses?.add('asked');
      if (!isCompared) uses?.add('tested');
      if (isNumber) uses?.add('compared');
    }
  }
}

function nodeAt(path: string, root: Node, scopes: readonly [string, Node][]): Node | undefined {
  const keys = path.match(/[^.[\]"']+/g) ?? [];
  const [first = ''] = keys;
  if (first === '' || WORDS.has(first)) return undefined;
  const scope = scopes.find(([name]) => name === first)?.[1];
  return (scope ? keys.slice(1) : keys).reduce((node, key) => {
    if (/^\d+$/.test(key)) {
      node.item ??= newNode();
      return node.item;
    }
    const member = node.members.get(key) ?? newNode();
    node.members.set(key, member);
    return member;
  }, scope ?? root);
}

const membersOf = (node: Node, sample: unknown): Variable[] =>
  [...node.members].map(([key, member]) => variableOf(key, member, memberOf(sample, key)));

function variableOf(key: string, node: Node, sample: unknown): Variable {
  const { uses, currency } = node;
  const common = {
    key,
    currency,
    isLong: typeof sample === 'string' && (sample.includes('\n') || sample.length > 80),
    isOptional: uses.has('asked'),
    isTested: uses.has('tested'),
  };
  if (node.item) {
    const first = Array.isArray(sample) ? sample[0] : undefined;
    const members = node.item.members.size > 0 ? membersOf(node.item, first) : [variableOf('', node.item, first)];
    return { ...common, kind: 'list', members };
  }
  if (node.members.size > 0) return { ...common, kind: 'group', members: membersOf(node, sample) };
  return { ...common, kind: kindOf(node, sample), members: [] };
}

function kindOf({ uses }: Node, sample: unknown): VariableKind {
  if (uses.has('money')) return 'money';
  if (uses.has('number')) return 'number';
  if (uses.has('date')) return 'date';
  if (typeof sample === 'number' || uses.has('compared')) return 'number';
  const isOnlyTested = uses.has('tested') && !uses.has('printed');
  return typeof sample === 'boolean' || (isOnlyTested && typeof sample !== 'string') ? 'yes_no' : 'text';
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** What is typed into the form: texts, ticks, groups by key and lists. */
export type FormValue = string | boolean | FormValues | readonly FormValue[];
export interface FormValues {
  readonly [key: string]: FormValue | undefined;
}

/** A list of plain values has one member without a key. */
export const isPlainList = ({ kind, members }: Variable) => kind === 'list' && members[0]?.key === '';

export function emptyItem(list: Variable): FormValue {
  const [only] = list.members;
  return isPlainList(list) && only ? emptyValue(only) : emptyValues(list.members);
}

export const emptyValues = (variables: readonly Variable[]): FormValues =>
  Object.fromEntries(variables.map((variable) => [variable.key, emptyValue(variable)]));

function emptyValue(variable: Variable): FormValue {
  if (variable.kind === 'yes_no') return false;
  if (variable.kind === 'group') return emptyValues(variable.members);
  return variable.kind === 'list' ? [] : '';
}

/** Sample data as it would be typed. */
export const typedFrom = (variables: readonly Variable[], sample: unknown): FormValues =>
  Object.fromEntries(variables.map((variable) => [variable.key, typed(variable, memberOf(sample, variable.key))]));

function typed(variable: Variable, sample: unknown): FormValue {
  const { kind, members } = variable;
  if (kind === 'yes_no') return sample === true;
  if (kind === 'group') return typedFrom(members, sample);
  if (kind !== 'list') return typeof sample === 'string' || typeof sample === 'number' ? String(sample) : '';
  const [only] = members;
  const items: unknown[] = Array.isArray(sample) ? sample : [];
  return items.map((item) => (isPlainList(variable) && only ? typed(only, item) : typedFrom(members, item)));
}

/**
 * The data for the template. An empty field is left out, so that the service names it, unless a condition of the source
 * asks for it.
 */
export function dataOf(variables: readonly Variable[], values: FormValues): Record<string, unknown> {
  const given = variables.map((variable) => [variable.key, dataFrom(variable, values[variable.key])] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function dataFrom(variable: Variable, value: FormValue | undefined): unknown {
  const { kind, members } = variable;
  if (kind === 'yes_no') return value === true;
  if (kind === 'group') return dataOf(members, groupOf(value));
  if (kind === 'list') {
    const [only] = members;
    return listOf(value).map((item) =>
      isPlainList(variable) && only ? (dataFrom(only, item) ?? '') : dataOf(members, groupOf(item)),
    );
  }
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return variable.isOptional ? (variable.isTested ? false : '') : undefined;
  return kind === 'number' ? numberOf(text) : text;
}

/** Conditions compare numbers. More digits than a number holds exactly stay text, which the filters print as well. */
const numberOf = (text: string) =>
  /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) && text.length <= 16 ? Number(text) : text;

export const groupOf = (value: FormValue | undefined): FormValues =>
  typeof value === 'object' && !Array.isArray(value) ? (value as FormValues) : {};

export const listOf = (value: FormValue | undefined): readonly FormValue[] => (Array.isArray(value) ? value : []);

/** The variable that a finding is about: `items[0].price` in a sentence, or the path of a property. */
export function variableIn({ path, message }: { path: string; message: string }): string | undefined {
  // In a bundle, a finding begins with the template that it is about.
  const [, template = '', place = ''] = /^(templates\.\d+\.)?(.*)$/s.exec(path) ?? [];
  const variable = place.startsWith('templateData.')
    ? place.slice('templateData.'.length)
    : place.startsWith('source:')
      ? /`([^`]+)`/.exec(message)?.[1]
      : undefined;
  return variable === undefined ? undefined : template + variable;
}

/** `monthlyRent` and `monthly_rent` read `Monthly rent`. */
export function labelOf(key: string): string {
  const words = key
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? key : words.charAt(0).toUpperCase() + words.slice(1);
}
