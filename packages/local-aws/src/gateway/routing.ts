import type { RouteBlueprint } from '../template/blueprint.ts';

export interface RouteMatch {
  key: string;
  functionName: string;
  pathParameters: Record<string, string>;
}

export type Router = (method: string, path: string) => RouteMatch | undefined;

interface CompiledRoute extends RouteBlueprint {
  method: string;
  pattern: RegExp;
  specificity: string;
}

/**
 * Selects a route as API Gateway does: the most specific one first, then `ANY`, then `$default`.
 */
export function routerOf(routes: readonly RouteBlueprint[]): Router {
  const compiled = routes.map(compile).sort((a, b) => compareText(a.specificity, b.specificity));
  return (method, path) => {
    for (const route of compiled) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const match = route.pattern.exec(path);
      if (!match) continue;
      const parameters = Object.entries(match.groups ?? {});
      return {
        key: route.key,
        functionName: route.functionName,
        pathParameters: Object.fromEntries(parameters.map(([name, value]) => [name, decodePath(value)])),
      };
    }
    return undefined;
  };
}

function compile(route: RouteBlueprint): CompiledRoute {
  if (route.key === '$default') return { ...route, method: 'ANY', pattern: /^/, specificity: GREEDY + GREEDY };
  const [method = '', path = ''] = route.key.split(' ');
  const segments = path.split('/').slice(1);
  return {
    ...route,
    method,
    pattern: new RegExp(`^${segments.map((segment) => `/${segmentPattern(segment)}`).join('')}$`),
    specificity: segments.map(rank).join('') + (method === 'ANY' ? GREEDY : LITERAL),
  };
}

/** Sort key of a path: literal segments before parameters, parameters before greedy parameters. */
const LITERAL = '0';
const PARAMETER = '1';
const GREEDY = '2';

function rank(segment: string): string {
  if (segment.endsWith('+}')) return GREEDY;
  return segment.startsWith('{') ? PARAMETER : LITERAL;
}

function segmentPattern(segment: string): string {
  const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? [];
  if (name === undefined) return segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return greedy ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`;
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns a malformed segment undecoded. */
export function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
