import { randomBytes, randomUUID } from 'node:crypto';
import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';

export const FirstOwner = z.strictObject({
  stage: z.string().min(1),
  email: z.email(),
  name: z.string().trim().min(1).max(200).optional(),
  organization: z
    .uuid()
    .transform((id) => id.toLowerCase())
    .optional(),
  /** The temporary password is in the answer instead of an email. */
  showPassword: z.boolean().default(false),
});
export type FirstOwner = z.infer<typeof FirstOwner>;

export interface CreatedOwner {
  organizationId: string;
  apiUrl: string;
  consoleUrl: string;
  /** Whether the invitation of an owner who has not signed in yet was sent again. */
  isAgain: boolean;
  temporaryPassword: string | null;
}

interface Clients {
  stacks: Pick<CloudFormationClient, 'send'>;
  users: Pick<CognitoIdentityProviderClient, 'send'>;
}

/** Why the owner cannot be created, in words for the operator. */
export class OwnerRefused extends Error {
  override name = 'OwnerRefused';
}

/**
 * Creates the owner of an organization in the user pool of a deployed stage. Repeating it for an owner who has not
 * signed in yet sends the invitation again; any other user with the address is left alone.
 */
export async function createFirstOwner(
  { stage, email, name = email, organization, showPassword }: FirstOwner,
  { stacks, users }: Clients,
): Promise<CreatedOwner> {
  const { UserPoolId, ApiUrl: apiUrl = '', ConsoleUrl: consoleUrl = '' } = await outputsOf(stacks, `assay-${stage}`);
  if (UserPoolId === undefined)
    throw new OwnerRefused(`The stage ${stage} has an issuer of its own. Create the owner there.`);

  const known = await findUser(users, UserPoolId, email);
  const isAgain = known?.status === 'FORCE_CHANGE_PASSWORD';
  if (known && (known.role !== 'owner' || (organization !== undefined && known.organizationId !== organization)))
    throw new OwnerRefused(`${email} belongs to the organization ${known.organizationId} as ${known.role}.`);
  if (known && !isAgain)
    throw new OwnerRefused(`${email} has signed in and is an owner of the organization ${known.organizationId}.`);
  if (isAgain && showPassword)
    throw new OwnerRefused(`${email} has an invitation already. Leave out --show-password to send it again by email.`);

  const organizationId = known?.organizationId ?? organization ?? randomUUID();
  const temporaryPassword = showPassword ? newPassword() : null;
  const attributes = {
    email,
    email_verified: 'true',
    name,
    'custom:org': organizationId,
    'custom:role': 'owner',
  };
  await users.send(
    new AdminCreateUserCommand({
      UserPoolId,
      Username: email,
      DesiredDeliveryMediums: ['EMAIL'],
      ...(isAgain
        ? { MessageAction: 'RESEND' }
        : { UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })) }),
      ...(temporaryPassword !== null && { MessageAction: 'SUPPRESS', TemporaryPassword: temporaryPassword }),
    }),
  );
  return { organizationId, apiUrl, consoleUrl, isAgain, temporaryPassword };
}

async function outputsOf(stacks: Clients['stacks'], stackName: string): Promise<Record<string, string | undefined>> {
  const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({ StackName: stackName })).catch((error) => {
    if (error instanceof Error && /does not exist/.test(error.message))
      throw new OwnerRefused(`There is no stack ${stackName} in this account and region.`);
    throw error;
  });
  return Object.fromEntries((Stacks[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
}

async function findUser(users: Clients['users'], UserPoolId: string, email: string) {
  try {
    const user = await users.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    const attributeOf = (name: string) => user.UserAttributes?.find(({ Name }: AttributeType) => Name === name)?.Value;
    return { status: user.UserStatus, organizationId: attributeOf('custom:org'), role: attributeOf('custom:role') };
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException') return undefined;
    throw error;
  }
}

/** Of all kinds of characters that the pool demands. */
const newPassword = () => `${randomBytes(18).toString('base64url')}aA1!`;
