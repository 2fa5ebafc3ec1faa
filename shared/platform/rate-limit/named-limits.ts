import * as z from 'zod';

/** Limits as text: `name=value` separated by commas. An omitted limit has its default. */
export interface NamedLimits<Name extends string, Limit> {
  defaults: Record<Name, Limit>;
  /** Undefined if the value is invalid. */
  read: (value: string) => Limit | undefined;
}

/** Undefined if limits are `off`, null if the text is invalid. */
export function parseLimits<Name extends string, Limit>(
  text: string,
  { defaults, read }: NamedLimits<Name, Limit>,
): Record<Name, Limit> | undefined | null {
  if (text === 'off') return undefined;
  const limits = { ...defaults };
  const named = new Set<string>();
  for (const part of text.split(',')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const limit = read(value);
    if (!Object.hasOwn(defaults, name) || named.has(name) || rest.length > 0) return null;
    if (limit === undefined) return null;
    named.add(name);
    limits[name as Name] = limit;
  }
  return limits;
}

export const limitsText = (parse: (text: string) => unknown, message: string) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .refine((text) => parse(text) !== null, message);
