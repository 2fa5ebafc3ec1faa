import type { Condition } from './store.ts';

/** Conditions and updates as data -> DynamoDB expressions. Names are always placeholders. */
export interface Expressions {
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

export function expressionsFor(parts: {
  when?: Condition | undefined;
  set?: Record<string, unknown> | undefined;
  unset?: readonly string[] | undefined;
  add?: Record<string, number> | undefined;
}): Expressions {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string) => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const value = (prefix: string, attribute: string, content: unknown) => {
    values[`:${prefix}_${attribute}`] = content;
    return `:${prefix}_${attribute}`;
  };

  const conditions = conditionTerms(parts.when, name, value);
  const sets = Object.entries(parts.set ?? {}).map(
    ([attribute, content]) => `${name(attribute)} = ${value('set', attribute, content)}`,
  );
  const unsets = (parts.unset ?? []).map(name);
  const adds = Object.entries(parts.add ?? {}).map(
    ([attribute, amount]) => `${name(attribute)} ${value('add', attribute, amount)}`,
  );
  const update = [
    sets.length > 0 ? `SET ${sets.join(', ')}` : '',
    unsets.length > 0 ? `REMOVE ${unsets.join(', ')}` : '',
    adds.length > 0 ? `ADD ${adds.join(', ')}` : '',
  ].filter(Boolean);

  return {
    ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
    ...(update.length > 0 && { UpdateExpression: update.join(' ') }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

function conditionTerms(
  when: Condition | undefined,
  name: (attribute: string) => string,
  value: (prefix: string, attribute: string, content: unknown) => string,
): string[] {
  if (when === undefined) return [];
  if (when === 'absent') return [`attribute_not_exists(${name('pk')})`];
  if (when === 'present') return [`attribute_exists(${name('pk')})`];
  return Object.entries(when).map(([attribute, content]) =>
    content === undefined
      ? `attribute_not_exists(${name(attribute)})`
      : `${name(attribute)} = ${value('is', attribute, content)}`,
  );
}
