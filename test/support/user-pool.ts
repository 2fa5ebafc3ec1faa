import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';

interface FakeUser {
  id: string;
  attributes: Record<string, string>;
  isEnabled: boolean;
  sessionsEnded: number;
  /** Emails with a temporary password. */
  invitations: number;
  /** Until the temporary password is replaced. */
  isUnused: boolean;
  createdAt: Date;
}

export interface FakeUserPool {
  mock: ReturnType<typeof mockClient>;
  users: Map<string, FakeUser>;
  /** The next change of a role fails. */
  isBusy: boolean;
  /** Called once, at the next request to disable a user. */
  atDisable: (() => void) | undefined;
  addUser(user: { organizationId: string; role: string; id?: string; email?: string }): FakeUser;
}

let pool: FakeUserPool | undefined;

/** A user pool in memory behind the SDK, with the errors that Cognito has for unknown and known names. */
export function fakeUserPool(): FakeUserPool {
  pool ??= openPool();
  return pool;
}

function openPool(): FakeUserPool {
  const users = new Map<string, FakeUser>();
  const mock = mockClient(CognitoIdentityProviderClient);
  const refuse = (name: string) => {
    throw Object.assign(new Error(name), { name });
  };
  const find = (username = '') =>
    users.get(username) ?? [...users.values()].find((user) => user.attributes.email === username);
  const known = (username: string | undefined): FakeUser => find(username) ?? refuse('UserNotFoundException');
  const attributesOf = ({ id, attributes }: FakeUser): AttributeType[] =>
    Object.entries({ sub: id, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
  const add = (id: string, attributes: Record<string, string>) => {
    const user = {
      id,
      attributes,
      isEnabled: true,
      sessionsEnded: 0,
      invitations: 0,
      isUnused: false,
      createdAt: new Date(),
    };
    users.set(id, user);
    return user;
  };
  const from = (attributes: AttributeType[] = []) =>
    Object.fromEntries(attributes.map(({ Name = '', Value = '' }) => [Name, Value]));

  mock.on(AdminGetUserCommand).callsFake(({ Username }) => {
    const user = known(Username);
    return {
      Username: user.id,
      UserAttributes: attributesOf(user),
      Enabled: user.isEnabled,
      UserStatus: user.isUnused ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      UserCreateDate: user.createdAt,
    };
  });
  mock.on(AdminCreateUserCommand).callsFake(({ Username, UserAttributes, MessageAction }) => {
    if (MessageAction === 'RESEND') {
      known(Username).invitations += 1;
      return {};
    }
    if (find(Username)) refuse('UsernameExistsException');
    const user = add(randomUUID(), from(UserAttributes));
    user.isUnused = true;
    if (MessageAction !== 'SUPPRESS') user.invitations += 1;
    return { User: { Username: user.id, Attributes: attributesOf(user) } };
  });
  mock.on(AdminDeleteUserCommand).callsFake(({ Username }) => {
    users.delete(known(Username).id);
    return {};
  });
  mock.on(AdminUpdateUserAttributesCommand).callsFake(({ Username, UserAttributes }) => {
    if (opened.isBusy) {
      opened.isBusy = false;
      refuse('TooManyRequestsException');
    }
    Object.assign(known(Username).attributes, from(UserAttributes));
    return {};
  });
  mock.on(AdminDisableUserCommand).callsFake(({ Username }) => {
    opened.atDisable?.();
    opened.atDisable = undefined;
    known(Username).isEnabled = false;
    return {};
  });
  mock.on(AdminEnableUserCommand).callsFake(({ Username }) => {
    known(Username).isEnabled = true;
    return {};
  });
  mock.on(AdminUserGlobalSignOutCommand).callsFake(({ Username }) => {
    known(Username).sessionsEnded += 1;
    return {};
  });
  const opened: FakeUserPool = {
    mock,
    users,
    isBusy: false,
    atDisable: undefined,
    addUser: ({ organizationId, role, id = randomUUID(), email = `${id}@example.com` }) =>
      add(id, { email, 'custom:org': organizationId, 'custom:role': role }),
  };
  return opened;
}
