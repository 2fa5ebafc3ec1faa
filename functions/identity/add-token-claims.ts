import type { PreTokenGenerationTriggerHandler } from 'aws-lambda';

/** Cognito calls this before it signs a token; the response adds organization and role to the claims. */
export const handler: PreTokenGenerationTriggerHandler = async (event) => {
  const { 'custom:org': org, 'custom:role': role } = event.request.userAttributes;

  event.response = {
    claimsOverrideDetails: {
      claimsToAddOrOverride: { ...(org && { org }), ...(role && { role }) },
    },
  };
  return event;
};
