import * as z from 'zod';
import type { Uses } from '../../uses.ts';
import type { ProblemExtra } from '../problem.ts';

/**
 * Who may call a route. `client` is any API key or signed-in user, `key` an API key alone, `signer` whoever
 * holds the link in the path; the rest need a user's token.
 */
export type Access = 'public' | 'signer' | 'client' | 'key' | 'member' | 'admin' | 'owner';

/** How a body may be written. The parts of a form become the members of the body. */
export type BodyType = 'application/json' | 'multipart/form-data';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Problems a route can answer with beyond those every route has; shown in the OpenAPI document, with an
 * example of what the problem carries besides.
 */
export type Problems = Readonly<
  Record<string, readonly [status: number, when: string, extra?: ProblemExtra]>
>;

export interface RouteOptions {
  summary: string;
  description?: string;
  query?: z.ZodObject;
  /** Shapes of path parameters that are not record ids. */
  params?: Record<string, z.ZodType<string>>;
  status?: number;
  /** Whether a caller must, may or cannot send an idempotency key. */
  idempotency?: 'required' | 'optional' | 'none';
  bodyLimitBytes?: number;
  accepts?: readonly BodyType[];
  problems?: Problems;
  uses?: Uses;
  memoryMb?: number;
  timeoutSeconds?: number;
  /** What it answers with when that is not JSON. */
  contentType?: string;
  /** And with what else, where it serves files of several kinds. */
  otherContentTypes?: readonly string[];
  /** When it answers with an address to fetch the answer from instead (302). */
  redirectsWhen?: string;
  /** The body's `mode`, if given, is the mode of the record; an API key's own mode must agree with it. */
  isModeInBody?: boolean;
  /** Its records are the same in test and live mode. */
  isModeless?: boolean;
  /** A question too long for a URL: asked by POST, but it changes nothing. */
  isReadOnly?: boolean;
}

export interface Route<
  M extends Method = Method,
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  method: M;
  /** As the specification writes it, below `/api/v1` unless it starts with `//`. */
  path: Path;
  access: Access;
  params: z.ZodObject;
  query: Query;
  body: Body;
  result: Result;
  status: number;
  idempotency: 'required' | 'optional' | 'none';
  bodyLimitBytes: number;
  accepts: readonly BodyType[];
  summary: string;
  description: string;
  problems: Problems;
  uses: Uses;
  memoryMb: number;
  timeoutSeconds: number;
  contentType: string;
  otherContentTypes: readonly string[];
  redirectsWhen: string;
  isModeInBody: boolean;
  isModeless: boolean;
  isReadOnly: boolean;
  /** Filled in by `defineRoutes`. */
  module: string;
  name: string;
}

export const API_PREFIX = '/api/v1';
const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;

/** The body or answer of a route that has none. */
export const Nothing = z.void();

/** Whether a request without a body is one the route takes. */
export const mayLackBody = ({ body }: Pick<Route, 'body'>) => body.safeParse(undefined).success;

/** An answer that is no text: in the client, bytes. */
export const Bytes = z.string().meta({ format: 'binary' }).brand<'bytes'>();

/** A record id in a path or query. Any well-formed UUID is one; upper case means the same record. */
export const RecordId = z.guid('must be a UUID').toLowerCase();

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
export type ParamsOf<Path extends string> = { [Name in ParameterNames<Path>]: string };

type QueryOf<Options> = Options extends { query: infer Query extends z.ZodObject }
  ? Query
  : z.ZodObject<Record<never, never>>;

function makeRoute<
  M extends Method,
  Path extends string,
  Body extends z.ZodType,
  Result extends z.ZodType,
  Options extends RouteOptions,
>(
  method: M,
  path: Path,
  access: Access,
  body: Body,
  result: Result,
  options: Options,
): Route<M, Path, QueryOf<Options>, Body, Result> {
  return {
    method,
    path,
    access,
    params: paramsShape(path, options.params ?? {}),
    query: (options.query ?? z.strictObject({})) as QueryOf<Options>,
    body,
    result,
    status:
      options.status ?? (method === 'POST' ? 201 : (result as z.ZodType) === Nothing ? 204 : 200),
    idempotency:
      options.idempotency ?? (method === 'POST' && !options.isReadOnly ? 'required' : 'none'),
    bodyLimitBytes: options.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    accepts: options.accepts ?? ['application/json'],
    summary: options.summary,
    description: options.description ?? '',
    problems: options.problems ?? {},
    uses: options.uses ?? {},
    memoryMb: options.memoryMb ?? 512,
    timeoutSeconds: options.timeoutSeconds ?? 10,
    contentType: options.contentType ?? 'application/json',
    otherContentTypes: options.otherContentTypes ?? [],
    redirectsWhen: options.redirectsWhen ?? '',
    isModeInBody: options.isModeInBody ?? false,
    isModeless: options.isModeless ?? false,
    isReadOnly: options.isReadOnly ?? false,
    module: '',
    name: '',
  };
}

function paramsShape(path: string, shapes: Record<string, z.ZodType<string>>) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return z.strictObject(Object.fromEntries(names.map((name) => [name, shapes[name] ?? RecordId])));
}

export const get = <
  Path extends string,
  Result extends z.ZodType,
  const Options extends RouteOptions,
>(
  path: Path,
  access: Access,
  result: Result,
  options: Options,
) => makeRoute('GET', path, access, Nothing, result, options);

const maker =
  <M extends Method>(method: M) =>
  <
    Path extends string,
    Body extends z.ZodType,
    Result extends z.ZodType,
    const Options extends RouteOptions,
  >(
    path: Path,
    access: Access,
    body: Body,
    result: Result,
    options: Options,
  ): Route<M, Path, QueryOf<Options>, Body, Result> =>
    makeRoute(method, path, access, body, result, options);

export const post = maker('POST');
export const patch = maker('PATCH');
export const put = maker('PUT');
export const remove = maker('DELETE');

/** Gives every route of a module its name; the name is the operation id and, in kebab case, the file. */
export function defineRoutes<Routes extends Record<string, Route>>(
  module: string,
  routes: Routes,
): Routes {
  for (const [name, route] of Object.entries(routes)) Object.assign(route, { module, name });
  return routes;
}

/** The path as API Gateway and clients see it. */
export const fullPath = ({ path }: Pick<Route, 'path'>) =>
  path.startsWith('//') ? path.slice(1) : `${API_PREFIX}${path}`;

/** Where the route's function lives, below `functions/`. */
export const functionFile = ({ module, name }: Pick<Route, 'module' | 'name'>) =>
  `${module}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** Whether a caller has to show a key or a token. */
export const needsCredential = ({ access }: Pick<Route, 'access'>) =>
  access !== 'public' && access !== 'signer';

export const isMutation = ({ method, isReadOnly }: Pick<Route, 'method' | 'isReadOnly'>) =>
  method !== 'GET' && !isReadOnly;
