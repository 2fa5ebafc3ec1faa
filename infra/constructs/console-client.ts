import { Duration } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ClientAttributes,
  type IUserPool,
  OAuthScope,
  type OAuthSettings,
  UserPoolClient,
  type UserPoolClientOptions,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

/** A used refresh token works for this long, so that a lost response does not end a session. */
const ROTATION_GRACE = Duration.seconds(10);

/** Signs users of a pool in to the console at one origin. */
export const addConsoleClient = (scope: Construct, userPool: IUserPool, consoleOrigin: string): UserPoolClient =>
  addClient(scope, 'Dashboard', 'SignInStyle', {
    userPool,
    // Password-only sign-in requires credentials of the AWS account, so that the first owner can
    // sign in.
    authFlows: { userSrp: true, adminUserPassword: true },
    callbackUrls: [`${consoleOrigin}/console/callback`],
    logoutUrls: [`${consoleOrigin}/console`],
  });

/**
 * Signs users in to the command line. Cognito redirects signed-in users without asking. The code of the command
 * therefore goes to a page of the console, which asks the user before it passes the code on to their machine.
 */
export const addCommandClient = (scope: Construct, userPool: IUserPool, consoleOrigin: string): UserPoolClient =>
  addClient(scope, 'Command', 'CommandSignInStyle', {
    userPool,
    authFlows: { userSrp: true },
    callbackUrls: [`${consoleOrigin}/console/command`],
  });

type ClientProps = { userPool: IUserPool } & Required<Pick<UserPoolClientOptions, 'authFlows'>> &
  Pick<OAuthSettings, 'callbackUrls' | 'logoutUrls'>;

/** A public client: no secret, and PKCE. */
function addClient(
  scope: Construct,
  id: string,
  styleId: string,
  { userPool, authFlows, ...urls }: ClientProps,
): UserPoolClient {
  const client = new UserPoolClient(scope, id, {
    userPool,
    authFlows,
    generateSecret: false,
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      ...urls,
    },
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    // A role that is taken away counts until the token expires.
    idTokenValidity: Duration.minutes(15),
    accessTokenValidity: Duration.minutes(15),
    refreshTokenValidity: Duration.hours(12),
    refreshTokenRotationGracePeriod: ROTATION_GRACE,
    readAttributes: new ClientAttributes()
      .withStandardAttributes({ email: true, emailVerified: true, fullname: true })
      .withCustomAttributes('org', 'role'),
    // Organization and role are omitted on purpose: users must not be able to set their own.
    writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
  });
  // Without a style, managed login shows an error instead of its pages.
  new CfnManagedLoginBranding(scope, styleId, {
    userPoolId: userPool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  return client;
}
