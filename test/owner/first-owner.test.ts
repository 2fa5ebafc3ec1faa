import { spawnSync } from 'node:child_process';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { createFirstOwner, FirstOwner } from '#bin/owner/create-first-owner.ts';

const ORGANIZATION = '5b0f4f0e-3a55-4a53-9f5f-0e8a9b1c2d3e';
const EMAIL = 'owner@example.com';
const OUTPUTS = {
  UserPoolId: 'eu-central-1_pool',
  ApiUrl: 'https://api.example.com',
  ConsoleUrl: 'https://api.example.com/console',
};

const stacks = mockClient(CloudFormationClient);
const users = mockClient(CognitoIdentityProviderClient);

const named = (name: string, message = name) => Object.assign(new Error(message), { name });
const deployedWith = (outputs: Record<string, string>) =>
  stacks.on(DescribeStacksCommand, { StackName: 'assay-production' }).resolves({
    Stacks: [
      {
        StackName: 'assay-production',
        CreationTime: new Date(),
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  });
const knownAs = (attributes: Record<string, string>, UserStatus: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD') =>
  users.on(AdminGetUserCommand).resolves({
    Username: 'an id',
    UserStatus,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  });
const owns = (organization: string) => ({ 'custom:org': organization, 'custom:role': 'owner' });

beforeEach(() => {
  stacks.reset();
  users.reset();
  deployedWith(OUTPUTS);
  users.on(AdminGetUserCommand).rejects(named('UserNotFoundException'));
  users.on(AdminCreateUserCommand).resolves({});
});

const create = (more: Partial<FirstOwner> = {}) =>
  createFirstOwner(FirstOwner.parse({ stage: 'production', email: EMAIL, ...more }), {
    stacks: new CloudFormationClient({}),
    users: new CognitoIdentityProviderClient({}),
  });
const sent = () => users.commandCalls(AdminCreateUserCommand).map(({ args }) => args[0].input);

test('first owner: is invited by email into the organization', async () => {
  const created = await create({ organization: ORGANIZATION });

  expect(created).toEqual({
    organizationId: ORGANIZATION,
    apiUrl: OUTPUTS.ApiUrl,
    consoleUrl: OUTPUTS.ConsoleUrl,
    isAgain: false,
    temporaryPassword: null,
  });
  const [input, ...others] = sent();
  expect(others).toEqual([]);
  expect(input).toMatchObject({ UserPoolId: OUTPUTS.UserPoolId, Username: EMAIL, DesiredDeliveryMediums: ['EMAIL'] });
  expect(Object.fromEntries((input?.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]))).toEqual({
    email: EMAIL,
    email_verified: 'true',
    name: EMAIL,
    ...owns(ORGANIZATION),
  });
});

test('first owner: gets a new organization if none is named', async () => {
  const [first, second] = [await create(), await create()];

  expect(first.organizationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(second.organizationId).not.toBe(first.organizationId);
});

test('first owner: can have the temporary password printed, which the rules of the pool accept', async () => {
  const { temporaryPassword } = await create({ showPassword: true });

  expect(temporaryPassword).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!-/:-@[-`{-~]).{12,}$/);
  expect(sent()).toMatchObject([{ MessageAction: 'SUPPRESS', TemporaryPassword: temporaryPassword }]);
});

test('first owner: an owner who has not signed in gets the invitation again, for the same organization', async () => {
  knownAs(owns(ORGANIZATION), 'FORCE_CHANGE_PASSWORD');

  expect(await create()).toMatchObject({ organizationId: ORGANIZATION, isAgain: true });
  expect(sent()).toEqual([
    { UserPoolId: OUTPUTS.UserPoolId, Username: EMAIL, DesiredDeliveryMediums: ['EMAIL'], MessageAction: 'RESEND' },
  ]);
});

test.each([
  ['an owner who has signed in', () => knownAs(owns(ORGANIZATION), 'CONFIRMED'), {}, /has signed in/],
  [
    'an owner of another organization',
    () => knownAs(owns('another'), 'FORCE_CHANGE_PASSWORD'),
    { organization: ORGANIZATION },
    /belongs to the organization another as owner/,
  ],
  [
    'a member',
    () => knownAs({ 'custom:org': ORGANIZATION, 'custom:role': 'member' }, 'FORCE_CHANGE_PASSWORD'),
    {},
    /as member/,
  ],
  [
    'a printed password for a second invitation',
    () => knownAs(owns(ORGANIZATION), 'FORCE_CHANGE_PASSWORD'),
    { showPassword: true },
    /Leave out --show-password/,
  ],
  ['a stage with its own issuer', () => deployedWith({ ApiUrl: OUTPUTS.ApiUrl }), {}, /issuer of its own/],
  [
    'a stage that is not deployed',
    () =>
      stacks
        .on(DescribeStacksCommand)
        .rejects(named('ValidationError', 'Stack with id assay-production does not exist')),
    {},
    /no stack assay-production/,
  ],
])('first owner: %s is refused, and no user is changed', async (_case, prepare, more, words) => {
  prepare();

  await expect(create(more)).rejects.toThrow(words);
  expect(sent()).toEqual([]);
});

test.each([
  ['no stage', ['--email', EMAIL], 'stage'],
  ['no address', ['--stage', 'production', '--email', 'owner'], 'email'],
  [
    'an organization that is no UUID',
    ['--stage', 'production', '--email', EMAIL, '--organization', 'acme'],
    'organization',
  ],
  ['an unknown option', ['--stage', 'production', '--owner', EMAIL], '--owner'],
])('first owner: the command refuses %s and says how it is used', (_case, args, named) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/first-owner.ts', ...args], { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr).toContain(named);
  expect(stderr).toContain('npm run -s first-owner');
});
