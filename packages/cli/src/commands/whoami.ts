import type { Run } from '../command.ts';
import { open } from '../connect.ts';
import { accessOf } from '../profiles/access.ts';
import { connectionOf } from '../profiles/connection.ts';
import { facts, jsonText } from '../terminal.ts';

/** Shows the profile and the identity that the service sees. */
export const whoami: Run = async (invocation) => {
  const { terminal } = invocation;
  const connection = connectionOf(invocation);
  const { profile, url, credentials, mode } = connection;
  const client = open(connection);
  const shown =
    'key' in credentials
      ? {
          profile,
          url,
          apiKey: credentials.key,
          mode: modeOfKey(credentials.key),
          access: await accessOf(client),
        }
      : { profile, url, mode, ...(await userOf(client)) };
  if (invocation.isJson) terminal.out(jsonText(shown));
  else facts(terminal, shown);
  return undefined;
};

async function userOf(client: ReturnType<typeof open>) {
  const me = await client.organization.readMe();
  const { userId, name, email, role, organizationId } = me;
  return { user: name ?? email ?? userId, email, role, userId, organizationId };
}

const modeOfKey = (key: string) => /^ak_(test|live)_/.exec(key)?.[1];
