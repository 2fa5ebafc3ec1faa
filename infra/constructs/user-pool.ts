import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolRiskConfigurationAttachment,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  StandardThreatProtectionMode,
  StringAttribute,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { FunctionName } from '../function-names.ts';
import type { Issuer } from '../issuer.ts';
import { identityArn } from '../mail.ts';
import type { Service } from '../service.ts';
import { removalOfProtected } from '../stage.ts';
import { addCommandClient, addConsoleClient } from './console-client.ts';
import { addFunctionAlarms } from './function-alarms.ts';
import { ServiceFunction } from './service-function.ts';

/** Adds organization and role to the tokens of the pool. */
export const tokenTrigger: FunctionName = { module: 'identity', name: 'addTokenClaims' };

/** Cognito allows a trigger five seconds, whatever its own timeout. */
const TRIGGER_TIMEOUT_SECONDS = 5;

interface UsersProps {
  service: Service;
  /** Origin of the console. */
  consoleOrigin: string;
}

/** The function that a pool calls before it issues a token. */
export function addTokenTrigger(scope: Construct, service: Service) {
  const { lambda } = new ServiceFunction(scope, 'AddTokenClaims', {
    service,
    fn: tokenTrigger,
    uses: {},
    memoryMb: 256,
    timeoutSeconds: TRIGGER_TIMEOUT_SECONDS,
  });
  addFunctionAlarms(scope, service.alarms, { addTokenClaims: lambda });
  return lambda;
}

/** The default issuer of user tokens. Users are invited and cannot sign up. */
export class Users extends Construct {
  readonly issuer: Issuer;
  /** Origin of the sign-in pages and of the token endpoint. */
  readonly signInOrigin: string;
  readonly pool: UserPool;
  /** The console. */
  readonly client: UserPoolClient;
  /** `assay login`. */
  readonly commandClient: UserPoolClient;

  constructor(scope: Construct, id: string, { service, consoleOrigin }: UsersProps) {
    super(scope, id);
    const { stage } = service;

    const lambda = addTokenTrigger(this, service);
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: `assay-${stage.name}`,
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // A new email address counts after its confirmation; until then the old one does.
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      standardAttributes: { email: { required: true, mutable: true } },
      customAttributes: {
        org: new StringAttribute({ minLen: 36, maxLen: 36, mutable: false }),
        role: new StringAttribute({ minLen: 1, maxLen: 16, mutable: true }),
      },
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: stage.secondFactor === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      lambdaTriggers: { preTokenGeneration: lambda },
      ...(stage.threatProtection
        ? {
            featurePlan: FeaturePlan.PLUS,
            standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
          }
        : { featurePlan: FeaturePlan.ESSENTIALS }),
      deletionProtection: stage.deletionProtection,
      removalPolicy: removalOfProtected(stage),
    });
    this.sendWithSes(service.settings);
    this.client = addConsoleClient(this, this.pool, consoleOrigin);
    this.commandClient = addCommandClient(this, this.pool, consoleOrigin);

    const domain = this.pool.addDomain('Domain', {
      // Unique in the region, among all AWS accounts.
      cognitoDomain: { domainPrefix: `assay-${stage.name}-${Aws.ACCOUNT_ID}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.signInOrigin = domain.baseUrl();

    if (stage.threatProtection) this.protectAccounts(service.settings);

    this.issuer = {
      issuer: this.pool.userPoolProviderUrl,
      jwksUri: `${this.pool.userPoolProviderUrl}/.well-known/jwks.json`,
      audience: this.client.userPoolClientId,
    };
  }

  /**
   * Invitations and password resets. Cognito's own sender is for trials: some 50 emails a day, from an address of AWS.
   * CDK's setting needs a stack of one region, which this is not.
   */
  private sendWithSes({ mailFrom, mailIdentity }: Service['settings']) {
    if (mailFrom === undefined || mailIdentity === undefined) return;
    const { defaultChild } = this.pool.node;
    if (!(defaultChild instanceof CfnUserPool)) throw new Error('The user pool has no resource.');
    defaultChild.emailConfiguration = {
      emailSendingAccount: 'DEVELOPER',
      from: mailFrom,
      sourceArn: identityArn(Stack.of(this), mailIdentity),
    };
  }

  /**
   * Cognito's reaction to risky sign-ins, for all clients. Users are notified if SES has a verified
   * identity; the risk is acted on in any case.
   */
  private protectAccounts({ mailFrom, mailIdentity }: Service['settings']) {
    const notify = mailFrom !== undefined && mailIdentity !== undefined;
    new CfnUserPoolRiskConfigurationAttachment(this, 'Risk', {
      userPoolId: this.pool.userPoolId,
      clientId: 'ALL',
      compromisedCredentialsRiskConfiguration: { actions: { eventAction: 'BLOCK' } },
      accountTakeoverRiskConfiguration: {
        actions: {
          lowAction: { eventAction: 'NO_ACTION', notify },
          mediumAction: { eventAction: 'MFA_REQUIRED', notify },
          highAction: { eventAction: 'BLOCK', notify },
        },
        ...(notify && {
          notifyConfiguration: {
            sourceArn: identityArn(Stack.of(this), mailIdentity),
            from: mailFrom,
          },
        }),
      },
    });
  }
}
