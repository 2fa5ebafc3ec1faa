import { type IUserPool, UserPool, type UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Issuer } from '../issuer.ts';
import type { Service } from '../service.ts';
import { addCommandClient, addConsoleClient } from './console-client.ts';
import { addTokenTrigger } from './user-pool.ts';

interface ExistingUsersProps {
  service: Service;
  userPoolArn: string;
  /** Origin of the pool's sign-in pages: a pool has one domain, which its own stack made. */
  signInOrigin: string;
  consoleOrigin: string;
}

/**
 * The users of another stage, for one that was restored from it. Only the client is new: it returns users to the
 * console of this stage, and the pool and the client of the other stage stay as they are.
 */
export class ExistingUsers extends Construct {
  readonly issuer: Issuer;
  readonly signInOrigin: string;
  readonly pool: IUserPool;
  readonly client: UserPoolClient;
  readonly commandClient: UserPoolClient;

  constructor(scope: Construct, id: string, props: ExistingUsersProps) {
    super(scope, id);
    const { service, userPoolArn, signInOrigin, consoleOrigin } = props;
    this.pool = UserPool.fromUserPoolArn(this, 'Pool', userPoolArn);
    this.signInOrigin = signInOrigin;
    this.client = addConsoleClient(this, this.pool, consoleOrigin);
    this.commandClient = addCommandClient(this, this.pool, consoleOrigin);

    // The pool calls the function of the stage that made it. With this one it can outlive that stage.
    addTokenTrigger(this, service).addPermission('Pool', {
      principal: new ServicePrincipal('cognito-idp.amazonaws.com'),
      sourceArn: userPoolArn,
    });

    const [, poolId = ''] = userPoolArn.split('/');
    const [region] = poolId.split('_');
    const issuer = `https://cognito-idp.${region}.amazonaws.com/${poolId}`;
    this.issuer = { issuer, jwksUri: `${issuer}/.well-known/jwks.json`, audience: this.client.userPoolClientId };
  }
}
