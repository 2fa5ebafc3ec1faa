import { type Client, createClient } from './client.ts';
import type { Invocation } from './invocation.ts';
import { type Connection, connectionOf } from './profiles/connection.ts';

/** A client of the service that the profile or the environment names. */
export const connect = (invocation: Invocation): Client => open(connectionOf(invocation));

export interface ClientSettings {
  fetch?: typeof fetch;
  retry?: { attempts: number; maxPauseMs: number };
}

export function open(connection: Connection, settings: ClientSettings = {}): Client {
  const { url: baseUrl, credentials, mode } = connection;
  const send = settings.fetch ?? fetch;
  const options = { baseUrl, ...(settings.retry && { retry: settings.retry }) };
  if ('key' in credentials) return createClient({ ...options, credentials, fetch: send });
  return createClient({
    ...options,
    credentials: { token: '' },
    ...(mode && { mode }),
    // A session outlives its token, so each request asks for the current one.
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (headers.has('authorization')) headers.set('authorization', `Bearer ${await credentials.token()}`);
      return send(input, { ...init, headers });
    },
  });
}
