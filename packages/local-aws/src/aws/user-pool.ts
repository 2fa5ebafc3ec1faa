import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readOrCreateJson, writeJson } from '../json-file.ts';
import { arnOf } from '../template/identities.ts';
import { type AwsRequest, operationOf } from './aws-request.ts';
import type { RequestedAction } from './grants.ts';

/** A user of the local user pool. Passwords do not exist. */
interface LocalUser {
  id: string;
  attributes: Record<string, string>;
  isEnabled: boolean;
  /** Sessions that began before have ended. */
  sessionsEndedAt?: string;
}

/** The administrative part of Cognito, as far as functions use it, in a file. */
export interface UserPool {
  users(): readonly LocalUser[];
  /** Adds a user, or replaces the one with the same id. */
  put(user: LocalUser): void;
  answer(request: Pick<AwsRequest, 'headers' | 'body'>): { status: number; answer: object };
}

const Attributes = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
const UserRequest = z.object({
  UserPoolId: z.string(),
  Username: z.string(),
  MessageAction: z.string().optional(),
  UserAttributes: Attributes,
});
type Change = (user: LocalUser, attributes: Record<string, string>) => LocalUser;

class Refusal extends Error {}

export function userPoolCalls(request: AwsRequest): RequestedAction[] {
  const { UserPoolId } = UserRequest.parse(JSON.parse(request.body.toString()));
  const action = `cognito-idp:${operationOf(request)}`;
  return [{ action, resource: arnOf('cognito-idp', `userpool/${UserPoolId}`) }];
}

export function openUserPool(file: string, now: () => Date): UserPool {
  const users = readOrCreateJson<LocalUser[]>(file, () => []);
  const put = (user: LocalUser) => {
    const index = users.findIndex(({ id }) => id === user.id);
    users.splice(index < 0 ? users.length : index, 1, user);
    writeJson(file, users);
  };
  const find = (name: string) => users.find(({ id, attributes }) => id === name || attributes.email === name);

  const create = (email: string, attributes: Record<string, string>) => {
    if (find(email)) throw new Refusal('UsernameExistsException');
    const user = { id: randomUUID(), attributes, isEnabled: true };
    put(user);
    return { User: { Username: user.id, Attributes: attributesOf(user), Enabled: true } };
  };
  const changes: Record<string, Change> = {
    AdminUpdateUserAttributes: (user, attributes) => ({
      ...user,
      attributes: { ...user.attributes, ...attributes },
    }),
    AdminDisableUser: (user) => ({ ...user, isEnabled: false }),
    AdminEnableUser: (user) => ({ ...user, isEnabled: true }),
    AdminUserGlobalSignOut: (user) => ({ ...user, sessionsEndedAt: now().toISOString() }),
  };

  const perform = (operation: string, body: unknown) => {
    const { Username, UserAttributes, MessageAction } = UserRequest.parse(body);
    const attributes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
    if (operation === 'AdminCreateUser' && MessageAction !== 'RESEND') return create(Username, attributes);
    const user = find(Username);
    if (!user) throw new Refusal('UserNotFoundException');
    // Nothing is sent: there are no passwords.
    if (operation === 'AdminCreateUser') return {};
    if (operation === 'AdminGetUser')
      return { Username: user.id, UserAttributes: attributesOf(user), Enabled: user.isEnabled };
    if (operation === 'AdminDeleteUser') {
      users.splice(users.indexOf(user), 1);
      writeJson(file, users);
      return {};
    }
    const change = changes[operation];
    if (!change) throw new Refusal('UnsupportedOperationException');
    put(change(user, attributes));
    return {};
  };

  return {
    users: () => users,
    put,
    answer: (request) => {
      try {
        const body = JSON.parse(request.body.toString());
        return { status: 200, answer: perform(operationOf(request), body) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: 400, answer: { __type: error.message, message: error.message } };
      }
    },
  };
}

const attributesOf = ({ id, attributes }: LocalUser) =>
  Object.entries({ sub: id, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
