import { type ProblemExtra, RecordId } from '@assay/foundation';
import * as z from 'zod';
import type { Uses } from '../../uses.ts';

/**
 * Who may call a route. `client` is any API key or signed-in user, `key` an API key only, `signer` the
 * holder of the signing link in the path; the others need a user's token.
 */
export type Access = 'public' | 'signer' | 'client' | 'key' | 'member' | 'admin' | 'owner';

/** Content types of a body. The parts of a form become the properties of the body. */
type BodyType = 'application/json' | 'multipart/form-data';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Problems of a route beyond the common ones, shown in the OpenAPI document with an example of their
 * additional properties.
 */
export type Problems = Readonly<Record<string, readonly [status: number, when: string, extra?: ProblemExtra]>>;

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
  /** The content type of the response if it is not JSON. */
  contentType?: string;
  /** Further content types, if the route serves files of several kinds. */
  otherContentTypes?: readonly string[];
  /** When the route redirects (302) to the response instead of returning it. */
  redirectsWhen?: string;
  /** The body's `mode`, if given, is the mode of the record; it must agree with the mode of an API key. */
  isModeInBody?: boolean;
  /** Its records are shared by test and live mode. */
  isModeless?: boolean;
  /** A query that is too long for a URL: sent with POST or PUT, but it changes nothing. */
  isReadOnly?: boolean;
  /** It changes no record, but its answer lets the caller store something: scopes that only read do not cover it. */
  needsWriteScope?: boolean;
  /**
   * It shows no decision, so that a person with an open blind review may call it. Without this, a route is closed to them:
   * `blind-reviews.test.ts` names the open ones.
   */
  isOpenInBlindReview?: boolean;
  /** It works for seconds: an organization has few of these at the same time. */
  isLongWork?: boolean;
  /** Callers of the role `author` may call it: always, or the use case decides by the parameters. */
  forAuthors?: 'always' | 'by parameters';
  /** It counts against what an organization may use of this in a day. */
  spends?: 'prints';
}

export interface Route<
  M extends Method = Method,
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  method: M;
  /**
   * Below `/api/v1` unless it starts with `//`. A last parameter such as
   * `{path+}` matches all remaining segments.
   */
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
  needsWriteScope: boolean;
  isOpenInBlindReview: boolean;
  isLongWork: boolean;
  forAuthors: 'always' | 'by parameters' | undefined;
  spends: 'prints' | undefined;
  /** Set by `defineRoutes`. */
  module: string;
  name: string;
}

export const API_PREFIX = '/api/v1';
const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024;

/** The body or response of a route that has none. */
export const Nothing = z.void();

/** Whether the body is optional. */
export const isBodyOptional = ({ body }: Pick<Route, 'body'>) => body.safeParse(undefined).success;

/** A binary response; bytes in the client. */
export const Bytes = z.string().meta({ format: 'binary' }).brand<'bytes'>();

export { RecordId };

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Greedy}+` ? Greedy : Name) | ParameterNames<Rest>
  : never;
export type ParamsOf<Path extends string> = { [Name in ParameterNames<Path>]: string };

type QueryOf<Options> = Options extends { query: infer Query extends z.ZodObject }
  ? Query
  : z.ZodObject<Record<never, never>>;

/** Makes properties that `Known` does not have a type error, which inferred types do not. */
type NoOthers<Given, Known> = Record<Exclude<keyof Given, keyof Known>, never>;

/** A misspelt option is a type error instead of being ignored. */
type Exact<Options> = NoOthers<Options, RouteOptions> &
  (Options extends { uses: infer Given } ? { uses: NoOthers<Given, Uses> } : unknown);

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
    status: options.status ?? (method === 'POST' ? 201 : (result as z.ZodType) === Nothing ? 204 : 200),
    idempotency: options.idempotency ?? (method === 'POST' && !options.isReadOnly ? 'required' : 'none'),
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
    needsWriteScope: options.needsWriteScope ?? false,
    isOpenInBlindReview: options.isOpenInBlindReview ?? false,
    isLongWork: options.isLongWork ?? false,
    forAuthors: options.forAuthors,
    spends: options.spends,
    module: '',
    name: '',
  };
}

function paramsShape(path: string, shapes: Record<string, z.ZodType<string>>) {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name]) => name ?? '');
  return z.strictObject(Object.fromEntries(names.map((name) => [name, shapes[name] ?? RecordId])));
}

export const get = <Path extends string, Result extends z.ZodType, const Options extends RouteOptions>(
  path: Path,
  access: Access,
  result: Result,
  options: Options & Exact<Options>,
) => makeRoute('GET', path, access, Nothing, result, options);

const maker =
  <M extends Method>(method: M) =>
  <Path extends string, Body extends z.ZodType, Result extends z.ZodType, const Options extends RouteOptions>(
    path: Path,
    access: Access,
    body: Body,
    result: Result,
    options: Options & Exact<Options>,
  ): Route<M, Path, QueryOf<Options>, Body, Result> =>
    makeRoute(method, path, access, body, result, options);

export const post = maker('POST');
export const patch = maker('PATCH');
export const put = maker('PUT');
export const remove = maker('DELETE');

/** Sets module and name of each route; the name is the operation id and, in kebab case, the file. */
export function defineRoutes<Routes extends Record<string, Route>>(module: string, routes: Routes): Routes {
  for (const [name, route] of Object.entries(routes)) Object.assign(route, { module, name });
  return routes;
}

/** The path as API Gateway and clients see it. */
export const fullPath = ({ path }: Pick<Route, 'path'>) =>
  path.startsWith('//') ? path.slice(1) : `${API_PREFIX}${path}`;

/** The path as OpenAPI writes it: without the mark of a greedy parameter. */
export const documentedPath = (route: Pick<Route, 'path'>) => fullPath(route).replace('+}', '}');

/** The file of the route's function, below `functions/`. */
export const functionFile = ({ module, name }: Pick<Route, 'module' | 'name'>) =>
  `${module}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** Whether an API key or a token is required. */
export const needsCredential = ({ access }: Pick<Route, 'access'>) => access !== 'public' && access !== 'signer';

export const isMutation = ({ method, isReadOnly }: Pick<Route, 'method' | 'isReadOnly'>) =>
  method !== 'GET' && !isReadOnly;
