/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles. Lambda provides the credentials of a
 * role in the environment only, so the lookups of profiles, single sign-on, containers and instance
 * metadata, with their clients, would be dead weight: a quarter of every bundle.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`The environment variable ${variable} is missing; Lambda sets it.`);
  return value;
}
