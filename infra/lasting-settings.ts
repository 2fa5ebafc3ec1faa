import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod';
import { LASTING, type Settings } from './settings.ts';

/** The output of the stack with its lasting settings. */
export const LASTING_OUTPUT = 'LastingSettings';

/** A stage of an earlier release lacks settings that were not known to it. */
const Lasting = z.partialRecord(z.enum(LASTING), z.string().nullable());
type Lasting = z.infer<typeof Lasting>;
type Given = Pick<Settings, Exclude<(typeof LASTING)[number], 'sealKeySpec'>> & Partial<Pick<Settings, 'sealKeySpec'>>;

export const lastingSettings = ({ kind, domain, issuer, userPoolArn, sealKeyArn, sealKeySpec }: Given): Lasting => ({
  kind: kind ?? null,
  domain: domain ?? null,
  issuer: issuer?.issuer ?? null,
  userPoolArn: userPoolArn ?? null,
  sealKeyArn: sealKeyArn ?? null,
  sealKeySpec: sealKeySpec ?? null,
});

/** In words, what a deployment would change of a stage without saying so. */
export function unsaidChanges(deployed: Lasting, settings: Given & Pick<Settings, 'changes'>): string[] {
  const now = lastingSettings(settings);
  return LASTING.filter(
    (name) => (now[name] ?? null) !== (deployed[name] ?? null) && !settings.changes?.includes(name),
  ).map(
    (name) =>
      `${name} is ${deployed[name] ?? 'not set'} in the deployed stage and ${now[name] ?? 'not set'} here. ` +
      `To change it, pass -c changes=${name}.`,
  );
}

interface Deployed {
  /** Null for a stack of a release that had no such output. */
  lasting: Lasting | null;
  sealKeyArn: string | undefined;
}

/** What a deployed stack says about itself; null if there is none. */
export async function deployedSettings(stackName: string, region: string | undefined): Promise<Deployed | null> {
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const outputOf = (name: string) => Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    const output = outputOf(LASTING_OUTPUT);
    return {
      lasting: output === undefined ? null : Lasting.parse(JSON.parse(output)),
      sealKeyArn: outputOf('SealKeyArn'),
    };
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return null;
    throw new Error(
      `The settings of ${stackName} could not be read (${error instanceof Error ? error.name : 'unknown error'}), so they ` +
        'cannot be compared. Allow cloudformation:DescribeStacks, or pass -c comparison=off.',
      { cause: error },
    );
  }
}
