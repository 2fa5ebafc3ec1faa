import { describe, expect, test } from 'vitest';
import { handler } from '#functions/identity/add-token-claims.ts';
import { callbackUrl } from '#packages/cli/src/profiles/oauth.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { allRoutes, routes } from '#shared/routes.ts';
import { grantedTo } from '../granted.ts';
import { synthesise } from '../synthesised.ts';

const OWN_ISSUER = {
  issuer: 'https://login.example.com',
  jwksUri: 'https://login.example.com/keys',
  audience: 'assay',
};

/** The clients by their callback page. */
function clientsIn(template: ReturnType<typeof synthesise>) {
  const clients = template.all('AWS::Cognito::UserPoolClient');
  const withPage = (page: string) =>
    clients.find(({ properties }) => JSON.stringify(properties.CallbackURLs).includes(page));
  expect(clients).toHaveLength(2);
  return { client: withPage('/console/callback'), command: withPage('/console/command') };
}

describe('the user pool', () => {
  const service = synthesise('dev');
  const [pool] = service.all('AWS::Cognito::UserPool');
  const { client, command } = clientsIn(service);

  test('allows invited users only and requires strong passwords', () => {
    expect(pool?.properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      Policies: {
        PasswordPolicy: {
          MinimumLength: 12,
          RequireLowercase: true,
          RequireUppercase: true,
          RequireNumbers: true,
          RequireSymbols: true,
        },
      },
    });
  });

  test('allows sign-in with SRP, and with a password through the AWS CLI of the operator', () => {
    expect(client?.properties.ExplicitAuthFlows.sort()).toEqual([
      'ALLOW_ADMIN_USER_PASSWORD_AUTH',
      'ALLOW_USER_SRP_AUTH',
    ]);
  });

  test('signs users of the console in with a code, and replaces refresh tokens at every use', () => {
    expect(client?.properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      IdTokenValidity: 15,
      RefreshTokenValidity: 12 * 60,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
    });
    const { CallbackURLs, LogoutURLs } = client?.properties ?? {};
    expect([CallbackURLs, LogoutURLs].map((urls) => urls.length)).toEqual([1, 1]);
    expect(JSON.stringify(CallbackURLs)).toMatch(/ApiEndpoint.*\/console\/callback"/);
    expect(JSON.stringify(LogoutURLs)).toMatch(/ApiEndpoint.*\/console"/);
  });

  test('has a client of its own for `assay login`, which returns to a page of the console only', () => {
    expect(command?.properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH'],
      WriteAttributes: ['email'],
      IdTokenValidity: 15,
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 10 },
    });
    const { CallbackURLs, LogoutURLs } = command?.properties ?? {};
    expect([CallbackURLs.length, LogoutURLs]).toEqual([1, undefined]);
    expect(JSON.stringify(CallbackURLs)).toMatch(/ApiEndpoint.*\/console\/command"/);
    expect(JSON.stringify([client, command])).not.toContain('localhost');
  });

  test('returns users of the console and of the command to the public URL', () => {
    const { client: own, command: ownCommand } = clientsIn(
      synthesise('dev', {
        routes: {},
        workers: [],
        settings: { publicUrl: 'https://a.example' },
      }),
    );

    expect(own?.properties).toMatchObject({
      CallbackURLs: ['https://a.example/console/callback'],
      LogoutURLs: ['https://a.example/console'],
    });
    expect(ownCommand?.properties.CallbackURLs).toEqual([callbackUrl('https://a.example')]);
  });

  test('has managed login on a domain of the account, which the console may call', () => {
    const [domain] = service.all('AWS::Cognito::UserPoolDomain');
    const styles = service.all('AWS::Cognito::ManagedLoginBranding');
    const page = service
      .all('AWS::Lambda::Function')
      .find(({ properties }) => properties.FunctionName === 'assay-dev-console-read-console');

    expect(domain?.properties).toMatchObject({ ManagedLoginVersion: 2 });
    expect(JSON.stringify(domain?.properties.Domain)).toContain('assay-dev-');
    expect(styles.map(({ properties }) => properties.UseCognitoProvidedValues)).toEqual([true, true]);
    const { CONSOLE_ORIGINS, ISSUER, CONSOLE_CLIENT_ID, COMMAND_CLIENT_ID } =
      page?.properties.Environment.Variables ?? {};
    expect(JSON.stringify(CONSOLE_ORIGINS)).toContain('.amazoncognito.com');
    expect([ISSUER, CONSOLE_CLIENT_ID, COMMAND_CLIENT_ID].every((value) => value !== undefined)).toBe(true);
  });

  test('does not let users change their own organization or role', () => {
    expect(client?.properties.WriteAttributes).toEqual(['email']);
    expect(pool?.properties.Schema).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ Name: 'org', Mutable: false }),
        expect.objectContaining({ Name: 'role', Mutable: true }),
      ]),
    );
  });

  test('can be changed by the routes of members only, with the actions they declare', () => {
    const granted = Object.fromEntries(
      allRoutes.flatMap((route) => {
        const lines = grantedTo(service, route).filter((line) => line.startsWith('cognito-idp:'));
        return lines.length > 0 ? [[route.name, lines]] : [];
      }),
    );

    const { createMember, updateMember } = routes.organization;
    const linesOf = ({ uses }: Route) =>
      (uses.userPool ?? []).map((action) => `cognito-idp:${action} user pool`).sort();
    expect(granted).toEqual({
      createMember: linesOf(createMember),
      updateMember: linesOf(updateMember),
    });
  });

  test('adds claims to tokens with a trigger function', () => {
    const trigger = pool?.properties.LambdaConfig.PreTokenGeneration['Fn::GetAtt'][0];
    const found = service.all('AWS::Lambda::Function').find(({ id }) => id === trigger);

    expect(found?.properties.FunctionName).toBe('assay-dev-identity-add-token-claims');
  });

  test.each([
    ['dev', 'OPTIONAL', 'ESSENTIALS', 'INACTIVE'],
    ['production', 'ON', 'PLUS', 'ACTIVE'],
  ])('of %s has a second factor that is %s, plan %s, deletion protection %s', (stage, mfa, tier, protection) => {
    const [found] = synthesise(stage).all('AWS::Cognito::UserPool');

    expect(found?.properties).toMatchObject({
      MfaConfiguration: mfa,
      UserPoolTier: tier,
      DeletionProtection: protection,
    });
  });

  test('sends invitations with SES if it has a verified identity', () => {
    const poolWith = (settings: { mailFrom?: string; mailIdentity?: string }) =>
      synthesise('dev', { routes: {}, workers: [], settings }).all('AWS::Cognito::UserPool')[0]?.properties;

    const { EmailConfiguration } = poolWith({ mailFrom: 'Assay <a@example.com>', mailIdentity: 'example.com' });
    expect(EmailConfiguration).toMatchObject({ EmailSendingAccount: 'DEVELOPER', From: 'Assay <a@example.com>' });
    expect(JSON.stringify(EmailConfiguration.SourceArn)).toContain(':identity/example.com');
    expect(poolWith({ mailFrom: 'a@example.com' })).not.toHaveProperty('EmailConfiguration');
  });

  describe('of production', () => {
    const riskOf = (settings: { mailFrom?: string; mailIdentity?: string } = {}) =>
      synthesise('production', { routes: {}, workers: [], settings }).all(
        'AWS::Cognito::UserPoolRiskConfigurationAttachment',
      );

    test('blocks leaked passwords and risky sign-ins', () => {
      const [risk, ...others] = riskOf();

      expect(others).toEqual([]);
      expect(risk?.properties).toMatchObject({
        ClientId: 'ALL',
        CompromisedCredentialsRiskConfiguration: { Actions: { EventAction: 'BLOCK' } },
        AccountTakeoverRiskConfiguration: {
          Actions: {
            MediumAction: { EventAction: 'MFA_REQUIRED', Notify: false },
            HighAction: { EventAction: 'BLOCK', Notify: false },
          },
        },
      });
      expect(service.all('AWS::Cognito::UserPoolRiskConfigurationAttachment')).toEqual([]);
    });

    test('notifies users of risky sign-ins if SES has a verified identity', () => {
      const [risk] = riskOf({ mailFrom: 'a@example.com', mailIdentity: 'example.com' });
      const { Actions, NotifyConfiguration } = risk?.properties.AccountTakeoverRiskConfiguration ?? {};

      expect(JSON.stringify(NotifyConfiguration.SourceArn)).toContain(':identity/example.com');
      expect(NotifyConfiguration.From).toBe('a@example.com');
      expect(Actions.HighAction).toEqual({ EventAction: 'BLOCK', Notify: true });
    });
  });

  test('is omitted if the operator has an issuer', { tags: 'full' }, () => {
    const withIssuer = synthesise('dev', { settings: { issuer: OWN_ISSUER } });
    const outputs = withIssuer.templates.get('assay-dev')?.toJSON().Outputs;

    const trusted = withIssuer
      .all('AWS::Lambda::Function')
      .map(({ properties }) => properties.Environment?.Variables.ISSUER)
      .filter((issuer) => issuer !== undefined);

    expect(withIssuer.all('AWS::Cognito::UserPool')).toEqual([]);
    const ofUsers = Object.keys(outputs).filter((name) => name.startsWith('UserPool'));
    expect(ofUsers).toEqual([]);
    expect(new Set(trusted)).toEqual(new Set([OWN_ISSUER.issuer]));
  });
});

describe('a token', () => {
  const claimsFor = async (userAttributes: Record<string, string>) => {
    // Cognito sends more than this; the function only reads the attributes.
    const event = { request: { userAttributes }, response: {} } as Parameters<typeof handler>[0];
    const answer = await handler(event, {} as never, () => {});
    return answer?.response.claimsOverrideDetails?.claimsToAddOrOverride;
  };

  test('has claims for organization and role', async () => {
    const claims = await claimsFor({ sub: 'u', 'custom:org': 'o', 'custom:role': 'admin' });

    expect(claims).toEqual({ org: 'o', role: 'admin' });
  });

  test('has no claim for an attribute that the user does not have', async () => {
    expect(await claimsFor({ sub: 'u', org: 'forged', role: 'owner' })).toEqual({});
  });
});
