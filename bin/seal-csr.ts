import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { KMSClient } from '@aws-sdk/client-kms';
import * as z from 'zod';
import { createSealRequest, RequestRefused, SealRequestOptions } from './seal/create-seal-request.ts';

/** npm run seal-csr: a certification request for the sealing key. docs/deploying.md describes what to do with it. */
const USAGE = `npm run -s seal-csr -- --stage STAGE | --key ARN  --common-name NAME [options]

  --organization, --organization-identifier, --organizational-unit, --locality, --state, --country
                   further parts of the subject; --country takes two letters
  --out FILE       writes the request to a file instead of standard output

KMS signs the request; the key stays there. It uses the AWS credentials and the region of the environment, which
need kms:GetPublicKey and kms:Sign for the key, and with --stage cloudformation:DescribeStacks.`;

const text = { type: 'string' } as const;

function optionsOf(args: string[]): SealRequestOptions {
  const { values } = parseArgs({
    args,
    options: {
      stage: text,
      key: text,
      'common-name': text,
      organization: text,
      'organization-identifier': text,
      'organizational-unit': text,
      locality: text,
      state: text,
      country: text,
      out: text,
    },
  });
  const named = Object.entries(values).map(([name, value]) => [
    name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return SealRequestOptions.parse(Object.fromEntries(named));
}

let options: SealRequestOptions;
try {
  options = optionsOf(process.argv.slice(2));
} catch (error) {
  const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error instanceof Error && error.message);
  console.error(`${reason}\n\n${USAGE}`);
  process.exit(2);
}
try {
  const pem = await createSealRequest(options, { stacks: new CloudFormationClient({}), keys: new KMSClient({}) });
  if (options.out === undefined) process.stdout.write(pem);
  else writeFileSync(options.out, pem);
} catch (error) {
  if (!(error instanceof RequestRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
