import { Arn, ArnFormat, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';

/** The model that AI-assisted investigations ask, `-c bedrockModelId=` apart. */
const MODEL = 'anthropic.claude-sonnet-4-5-20250929-v1:0';

/**
 * Profiles of the model, with the regions they are reached from and stay around. Records are worked on in
 * the same country or union then. Elsewhere a profile takes them further, or there is only the one of the
 * whole world: that is for whoever deploys to decide.
 */
const PROFILES: Record<string, readonly string[]> = {
  us: ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  jp: ['ap-northeast-1', 'ap-northeast-3'],
  au: ['ap-southeast-2', 'ap-southeast-4'],
};

export function modelFor(region: string | undefined): string {
  const [geography] = Object.entries(PROFILES).find(([, all]) => all.includes(`${region}`)) ?? [];
  if (geography === undefined)
    throw new Error(
      `No language model is known that stays near ${region ?? 'an unknown region'}. Name the one ` +
        `that investigations ask: -c bedrockModelId=global.${MODEL}, or another of Amazon Bedrock.`,
    );
  return `${geography}.${MODEL}`;
}

/** An inference profile is a model's id behind the geography it stays in. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/**
 * What a function has to be allowed to invoke: a model of its own region, or a profile and the model
 * behind it, wherever the profile has it run.
 */
export function modelArns(stack: Stack, modelId: string): string[] {
  const arnOf = (
    resource: string,
    resourceName: string,
    place: { region?: string; account: string },
  ) =>
    Arn.format(
      {
        ...{ service: 'bedrock', resource, resourceName, ...place },
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      },
      stack,
    );
  const behind = PROFILE.exec(modelId)?.[1];
  if (behind === undefined) return [arnOf('foundation-model', modelId, { account: '' })];
  return [
    arnOf('inference-profile', modelId, { account: stack.account }),
    arnOf('foundation-model', behind, { region: '*', account: '' }),
  ];
}

/** Said here and not among the other suppressions, because the finding is named after the model. */
export function justifyModelGrant(role: Role, modelId: string): void {
  const behind = PROFILE.exec(modelId)?.[1];
  const cfnRole = role.node.defaultChild;
  if (behind === undefined || !cfnRole) return;
  const arn = `arn:<AWS::Partition>:bedrock:*::foundation-model/${behind}`;
  Validations.of(cfnRole).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::${arn}]`,
    reason:
      'It is one model, by name. The profile it is reached by decides in which region of its ' +
      'geography it runs, so the region is not known beforehand.',
  });
}
