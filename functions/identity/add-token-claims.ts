import type { PreTokenGenerationTriggerHandler } from 'aws-lambda';

/** Cognito asks before it signs a token; the answer puts organization and role among its claims. */
export const handler: PreTokenGenerationTriggerHandler = async (event) => {
  const { 'custom:org': org, 'custom:role': role } = event.request.userAttributes;

  event.response = {
    claimsOverrideDetails: {
      claimsToAddOrOverride: { ...(org && { org }), ...(role && { role }) },
    },
  };
  return event;
};
