/**
 * Event patterns as far as the template uses them: objects narrow by property, arrays list allowed
 * values, with `exists`, `prefix` and `anything-but`.
 */
export type EventPattern = { [member: string]: EventPattern | readonly Rule[] };

type Rule =
  | string
  | number
  | boolean
  | null
  | { exists: boolean }
  | { prefix: string }
  | { 'anything-but': readonly (string | number)[] };

/** Rejects unsupported patterns, so that no record is filtered by a misunderstanding. */
export function parsePattern(text: string): EventPattern {
  const pattern: unknown = JSON.parse(text);
  refuseUnknown(pattern);
  return pattern as EventPattern;
}

export function matchesPattern(pattern: EventPattern, value: unknown): boolean {
  return Object.entries(pattern).every(([name, expected]) => {
    const member = memberOf(value, name);
    return Array.isArray(expected)
      ? // One matching element of an array is enough.
        [member].flat().some((one) => expected.some((rule) => matchesRule(rule, one)))
      : matchesPattern(expected as EventPattern, member);
  });
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

function matchesRule(rule: Rule, member: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return rule === member;
  if ('exists' in rule) return (member !== undefined) === rule.exists;
  if ('prefix' in rule) return typeof member === 'string' && member.startsWith(rule.prefix);
  return member !== undefined && !rule['anything-but'].some((other) => other === member);
}

function refuseUnknown(pattern: unknown): void {
  if (typeof pattern !== 'object' || pattern === null) throw unknownPattern(pattern);
  for (const expected of Object.values(pattern)) {
    if (!Array.isArray(expected)) refuseUnknown(expected);
    else if (!expected.every(isKnownRule)) throw unknownPattern(expected);
  }
}

function isKnownRule(rule: unknown): boolean {
  if (typeof rule !== 'object' || rule === null) return true;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(rule);
  if (others.length > 0) return false;
  if (name === 'exists') return typeof argument === 'boolean';
  if (name === 'prefix') return typeof argument === 'string';
  return name === 'anything-but' && Array.isArray(argument);
}

const unknownPattern = (part: unknown) =>
  new Error(`The local cloud does not support the filter ${JSON.stringify(part)}.`);
