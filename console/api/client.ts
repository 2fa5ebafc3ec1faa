/// <reference path="../globals.d.ts" />
import { AssayProblem, AssayUnexpectedResponse, AssayUnreachable, type Client, clientOf } from '@assay/client/core';
import type { Mode } from '../mode.ts';
import { noteServerDate } from './clock.ts';
import { ApiProblem } from './problem.ts';

/** Every route of the API as a typed function: `api.risk.createSubject({ body })`. */
export type Api = {
  readonly [Module in Exclude<keyof Client, 'upload'>]: {
    readonly [Name in keyof Client[Module]]: Client[Module][Name] extends (...input: infer Input) => infer Result
      ? (...input: Input) => Result
      : never;
  };
};

interface Input {
  query?: Record<string, unknown>;
}

export interface Connection {
  mode: Mode;
  /** A valid ID token. Rejects when the session has ended. */
  token(): Promise<string>;
  /** Called when the service no longer accepts the token. */
  onUnauthorized(): void;
}

export function createApi({ mode, token, onUnauthorized }: Connection): Api {
  const { upload: _, ...modules } = clientOf(ASSAY_OPERATIONS, {
    baseUrl: location.origin,
    credentials: { token },
    mode,
    retry: { attempts: 3 },
    fetch: async (address, request) => {
      const response = await fetch(address, { ...request, keepalive: isSmallWrite(request) });
      noteServerDate(response.headers.get('Date'));
      if (response.status === 401) onUnauthorized();
      return response;
    },
  });
  return mapMembers(modules, (calls) => mapMembers(calls, consoleCall)) as Api;
}

/** Browsers send at most 64 KB for pages that are gone. */
const KEPT_ALIVE_CHARACTERS = 8_000;

/** A change that was sent arrives although the page is reloaded or closed. */
const isSmallWrite = ({ method, body }: RequestInit = {}) =>
  method !== undefined && method !== 'GET' && String(body ?? '').length <= KEPT_ALIVE_CHARACTERS;

const mapMembers = <T>(record: Record<string, T>, change: (member: T) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([name, member]) => [name, change(member)]));

/** Screens pass filters as they are, and know one kind of error. */
const consoleCall =
  (call: unknown) =>
  async (input: Input = {}): Promise<unknown> => {
    const { query = {} } = input;
    const given = Object.entries(query).filter(([, value]) => value !== '');
    try {
      return await (call as (input: Input) => Promise<unknown>)({
        ...input,
        query: Object.fromEntries(given),
      });
    } catch (error) {
      throw problemOf(error);
    }
  };

function problemOf(error: unknown): unknown {
  // The sign-in page of a proxy is no answer of the service either.
  if (error instanceof AssayUnreachable || error instanceof AssayUnexpectedResponse)
    return new ApiProblem(0, { code: 'unreachable' }, {});
  if (!(error instanceof AssayProblem)) return error;
  const { status, document, requestId, retryAfterSeconds: retryAfter } = error;
  return new ApiProblem(status, document, { requestId, retryAfter });
}
