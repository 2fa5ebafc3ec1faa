import { Arn, ArnFormat, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * Default model of AI-assisted investigations; `-c bedrockModelId=` overrides it. Investigations
 * force a tool call at temperature 0, which later Sonnet generations refuse.
 */
const MODEL = 'anthropic.claude-sonnet-4-6';

/**
 * Inference profiles of the model by region. Each keeps data in the same country or union. In other
 * regions a profile would send data further, which is the operator's decision.
 */
const PROFILES: Record<string, readonly string[]> = {
  us: ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'],
  eu: ['eu-central-1', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-3'],
  jp: ['ap-northeast-1', 'ap-northeast-3'],
  au: ['ap-southeast-2', 'ap-southeast-4'],
};

/**
 * Undefined in a region without a profile: AI-assisted investigations are refused with `ai_unavailable`
 * there.
 */
export function modelFor(region: string | undefined): string | undefined {
  const [geography] = Object.entries(PROFILES).find(([, all]) => all.includes(`${region}`)) ?? [];
  return geography === undefined ? undefined : `${geography}.${MODEL}`;
}

/** An inference profile id is a geography and a model id. */
const PROFILE = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\.(.+)$/;

/**
 * ARNs that a function must be allowed to invoke: a model in its own region, or a profile and its
 * model in every region that the profile uses.
 */
export function modelArns(stack: Stack, modelId: string): string[] {
  const arnOf = (resource: string, resourceName: string, place: { region?: string; account: string }) =>
    Arn.format(
      { service: 'bedrock', resource, resourceName, ...place, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
      stack,
    );
  const behind = PROFILE.exec(modelId)?.[1];
  if (behind === undefined) return [arnOf('foundation-model', modelId, { account: '' })];
  return [
    arnOf('inference-profile', modelId, { account: stack.account }),
    arnOf('foundation-model', behind, { region: '*', account: '' }),
  ];
}

/** Not among the other suppressions, because the finding contains the model id. */
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
