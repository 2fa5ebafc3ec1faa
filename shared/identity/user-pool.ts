import { conflict, Problem, unavailable } from '@assay/foundation';
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
} from '@aws-sdk/client-cognito-identity-provider';
import { userPoolClient } from '#shared/platform/aws-clients.ts';
import { optionalSetting } from '#shared/platform/environment.ts';
import { isOutage } from '#shared/platform/outage.ts';
import type { UserRole } from './person.ts';

/** The user pool of the stage. Organization and role are attributes that only the service can set. */
export interface PoolUser {
  id: string;
  organizationId: string | undefined;
  role: string | undefined;
  email: string | null;
  name: string | null;
  isEnabled: boolean;
  /** The date of an invitation whose temporary password was never replaced; undefined once it was. */
  unusedSince?: Date | undefined;
}

/** The pool, or a 409 if another issuer manages the users. */
export function requireUserPool(): string {
  const id = optionalSetting('USER_POOL_ID');
  if (id === undefined)
    throw conflict(
      'managed_elsewhere',
      'Users are managed by the token issuer of this installation. Add and change members there.',
    );
  return id;
}

/** By user id or email address. */
export async function findPoolUser(username: string): Promise<PoolUser | undefined> {
  const command = new AdminGetUserCommand({ UserPoolId: requireUserPool(), Username: username });
  const user = await answered(() => userPoolClient().send(command), isMissing);
  if (!user) return undefined;
  return {
    ...poolUser(user.UserAttributes ?? [], user.Enabled ?? false, user.Username ?? ''),
    unusedSince: user.UserStatus === 'FORCE_CHANGE_PASSWORD' ? user.UserCreateDate : undefined,
  };
}

function poolUser(attributes: AttributeType[], isEnabled: boolean, username: string): PoolUser {
  const attributeOf = (name: string) => attributes.find(({ Name }) => Name === name)?.Value;
  return {
    id: attributeOf('sub') ?? username,
    organizationId: attributeOf('custom:org')?.toLowerCase(),
    role: attributeOf('custom:role'),
    email: attributeOf('email') ?? null,
    name: attributeOf('name') ?? null,
    isEnabled,
  };
}

export interface Invitation {
  organizationId: string;
  email: string;
  name: string;
  role: UserRole;
}

/**
 * Creates a user who cannot sign in yet: nobody knows the temporary password. Undefined if the email address has an
 * account.
 */
export async function createPoolUser(invitation: Invitation): Promise<PoolUser | undefined> {
  const { organizationId, email, name, role } = invitation;
  const attributes = { email, email_verified: 'true', name, 'custom:org': organizationId, 'custom:role': role };
  const command = new AdminCreateUserCommand({
    UserPoolId: requireUserPool(),
    Username: email,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    MessageAction: 'SUPPRESS',
  });
  const created = await answered(
    () => userPoolClient().send(command),
    (error) => isNamed(error, 'UsernameExistsException'),
  );
  if (!created) return undefined;
  const { Attributes = [], Username = '' } = created.User ?? {};
  return poolUser(Attributes, true, Username);
}

/** Emails a new temporary password, unless the user has signed in before. */
export async function sendInvitation(email: string): Promise<void> {
  const command = new AdminCreateUserCommand({
    UserPoolId: requireUserPool(),
    Username: email,
    MessageAction: 'RESEND',
    DesiredDeliveryMediums: ['EMAIL'],
  });
  await answered(
    () => userPoolClient().send(command),
    (error) => isNamed(error, 'UnsupportedUserStateException'),
  );
}

export async function setPoolRole(id: string, role: string): Promise<void> {
  const command = new AdminUpdateUserAttributesCommand({
    UserPoolId: requireUserPool(),
    Username: id,
    UserAttributes: [{ Name: 'custom:role', Value: role }],
  });
  await answered(() => userPoolClient().send(command));
}

/** A disabled user cannot sign in or renew a token. */
export async function setPoolEnabled(id: string, isEnabled: boolean): Promise<void> {
  const user = { UserPoolId: requireUserPool(), Username: id };
  const client = userPoolClient();
  if (isEnabled) await answered(() => client.send(new AdminEnableUserCommand(user)));
  else await answered(() => client.send(new AdminDisableUserCommand(user)));
}

/** Stops sign-ins to an account that is about to be deleted. It may be gone already. */
export async function lockPoolUser(id: string): Promise<void> {
  const command = new AdminDisableUserCommand({ UserPoolId: requireUserPool(), Username: id });
  await answered(() => userPoolClient().send(command), isMissing);
}

/** By id: the email address may have another account by now, which stays. */
export async function deletePoolUser(id: string): Promise<void> {
  const command = new AdminDeleteUserCommand({ UserPoolId: requireUserPool(), Username: id });
  await answered(() => userPoolClient().send(command), isMissing);
}

/** Ends all sessions: the user has to sign in again when the current token expires. */
export async function endPoolSessions(id: string): Promise<void> {
  const command = new AdminUserGlobalSignOutCommand({
    UserPoolId: requireUserPool(),
    Username: id,
  });
  await answered(() => userPoolClient().send(command));
}

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name;
const isMissing = (error: unknown) => isNamed(error, 'UserNotFoundException');

/** Throttling of Cognito has names of its own. */
const BUSY = ['TooManyRequestsException', 'InternalErrorException'];

/** The answer of Cognito; undefined for an expected error, a 503 if Cognito is unavailable. */
async function answered<T>(
  call: () => Promise<T>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isExpected(error)) return undefined;
    if (isNamed(error, 'InvalidParameterException'))
      throw new Problem(422, 'refused_by_user_pool', 'The user pool refused the email address or the name.');
    if (isOutage(error) || BUSY.some((name) => isNamed(error, name)))
      throw unavailable('The user pool is unavailable. Retry later.');
    throw error;
  }
}
