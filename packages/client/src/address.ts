import type { Operation } from './operation.ts';

export type QueryValue = string | number | boolean | null | undefined;

const API_PREFIX = '/api/v1';

/** The URL of a call: base URL, path of the operation and its parameters. */
export function addressOf(
  baseUrl: string,
  [, template]: Operation,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): URL {
  const path = template.replace(/\{(\w+)(\+?)\}/g, (_, name: string, greedy: string) =>
    greedy
      ? (params[name] ?? '')
          .split('/')
          .map((part) => segment(name, part))
          .join('/')
      : segment(name, params[name]),
  );
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');
  const base = originOf(baseUrl);
  return new URL(search === '' ? base + path : `${base}${path}?${search}`);
}

/** Operations have their full path, so a base URL may contain the prefix of the API or not. */
function originOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  return base.endsWith(API_PREFIX) ? base.slice(0, -API_PREFIX.length) : base;
}

/** An empty parameter, or one of dots only, would address another operation. */
function segment(name: string, value: string | undefined): string {
  if (!value || value === '.' || value === '..') throw new TypeError(`The path parameter \`${name}\` is missing.`);
  return encode(value);
}

/** Escapes all but unreserved characters (RFC 3986), so that no proxy has a reason to rewrite the path. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
