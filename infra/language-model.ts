import { Arn, ArnFormat, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * The model that AI-assisted investigations ask, `-c bedrockModelId=` apart. A profile of one geography
 * keeps the records within it: a global one would have them worked on in any region of the world, which
 * is for whoever deploys to decide. Outside the United States such a profile has to be named.
 */
export const DEFAULT_MODEL_ID = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';

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
