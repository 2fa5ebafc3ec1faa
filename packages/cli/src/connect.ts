import { type Client, createClient } from './client.ts';
import type { Invocation } from './invocation.ts';
import { type Connection, connectionOf } from './profiles/connection.ts';

/** A client of the service that the profile or the environment names. */
export const connect = (invocation: Invocation): Client => open(connectionOf(invocation));

export interface ClientSettings {
  fetch?: typeof fetch;
  retry?: { attempts: number; maxPauseMs: number };
}

export function open({ url: baseUrl, credentials, mode }: Connection, settings: ClientSettings = {}): Client {
  return createClient({ baseUrl, credentials, ...(mode && { mode }), ...settings });
}
