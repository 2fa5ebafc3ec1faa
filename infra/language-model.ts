import { Arn, ArnFormat, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * The model that AI-assisted investigations ask, `-c bedrockModelId=` apart. Investigations force the model
 * to call a tool, at temperature 0; later generations of Sonnet refuse that.
 */
const MODEL = 'anthropic.claude-sonnet-4-6';

/**
 * Profiles of the model, with the regions they are reached from and stay around: records are processed in
 * the same country or union. In other regions a profile would take them further, which is for the operator
 * to decide.
 */
const PROFILES: Record<string, readonly string[]> = {
  us: ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  jp: ['ap-northeast-1', 'ap-northeast-3'],
  au: ['ap-southeast-2', 'ap-southeast-4'],
};

/** None in a region without a profile: AI-assisted investigations fail with `ai_unavailable` there. */
export function modelFor(region: string | undefined): string | undefined {
  const [geography] = Object.entries(PROFILES).find(([, all]) => all.includes(`${region}`)) ?? [];
  return geography === undefined ? undefined : `${geography}.${MODEL}`;
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
