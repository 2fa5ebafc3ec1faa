import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import * as z from 'zod';
import { type CreatedOwner, createFirstOwner, FirstOwner, OwnerRefused } from './owner/create-first-owner.ts';

/** npm run first-owner: the owner of the first organization of a deployed stage. docs/deploying.md describes it. */
const USAGE = `npm run -s first-owner -- --stage STAGE --email ADDRESS [--organization UUID] [--name NAME] [--show-password]

  --organization   id of the organization; a new one if you leave it out
  --show-password  print the temporary password instead of sending it by email

It uses the AWS credentials and the region of the environment.`;

function optionsOf(args: string[]): FirstOwner {
  const { values } = parseArgs({
    args,
    options: {
      stage: { type: 'string' },
      email: { type: 'string' },
      organization: { type: 'string' },
      name: { type: 'string' },
      'show-password': { type: 'boolean' },
    },
  });
  const { 'show-password': showPassword, ...others } = values;
  return FirstOwner.parse({ ...others, ...(showPassword && { showPassword }) });
}

const nextSteps = ({ organizationId, apiUrl, consoleUrl, isAgain, temporaryPassword }: CreatedOwner, email: string) =>
  [
    isAgain
      ? `The invitation of ${email} was sent again.`
      : `${email} is an owner of the organization ${organizationId}.`,
    temporaryPassword === null
      ? 'The temporary password is on its way by email.'
      : `Temporary password: ${temporaryPassword}`,
    '',
    'Next:',
    `  1. Sign in at ${consoleUrl} and choose a password, and in production a second factor.`,
    `  2. npx assay login --url ${apiUrl}`,
    '  3. npx assay whoami         shows the organization and the role',
    '  4. npx assay lists status   shows whether the screening lists are loaded',
  ].join('\n');

let options: FirstOwner;
try {
  options = optionsOf(process.argv.slice(2));
} catch (error) {
  const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error instanceof Error && error.message);
  console.error(`${reason}\n\n${USAGE}`);
  process.exit(2);
}
try {
  const clients = { stacks: new CloudFormationClient({}), users: new CognitoIdentityProviderClient({}) };
  console.log(nextSteps(await createFirstOwner(options, clients), options.email));
} catch (error) {
  if (!(error instanceof OwnerRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
