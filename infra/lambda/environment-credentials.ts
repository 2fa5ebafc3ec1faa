/**
 * Stands in for `@aws-sdk/credential-provider-node` inside the bundles. Lambda hands the credentials of
 * a function's role over in its environment and nowhere else, so the searches for profiles, single
 * sign-on, containers and instance metadata (and the clients these need) would be dead weight: they
 * were a quarter of every bundle.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: required('AWS_ACCESS_KEY_ID'),
  secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`Lambda should have set ${variable}.`);
  return value;
}
