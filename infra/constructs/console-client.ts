import { Duration } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ClientAttributes,
  type IUserPool,
  OAuthScope,
  UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';

/** A used refresh token works for this long, so that a lost response does not end a session. */
const ROTATION_GRACE = Duration.seconds(10);

/**
 * Where `assay login` waits for the code, on the machine of the user (RFC 8252). Cognito compares callback URLs
 * exactly, so the port is fixed.
 */
const CLI_CALLBACK_URL = 'http://localhost:8976/callback';

/** Signs users of a pool in to the console at one origin, and to the command line. */
export function addConsoleClient(scope: Construct, userPool: IUserPool, consoleOrigin: string): UserPoolClient {
  const client = new UserPoolClient(scope, 'Dashboard', {
    userPool,
    // Password-only sign-in requires credentials of the AWS account, so that the first owner can
    // sign in.
    authFlows: { userSrp: true, adminUserPassword: true },
    // The console and the command line are a public client: no secret, and PKCE.
    generateSecret: false,
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
      callbackUrls: [`${consoleOrigin}/console/callback`, CLI_CALLBACK_URL],
      logoutUrls: [`${consoleOrigin}/console`],
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
  new CfnManagedLoginBranding(scope, 'SignInStyle', {
    userPoolId: userPool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  });
  return client;
}
