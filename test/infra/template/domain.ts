import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { domainOf, EdgeStack } from '#infra/edge-stack.ts';
import { stageNamed } from '#infra/stage.ts';
import { COUNTED } from '#infra/web-acl-rules.ts';
import { routes } from '#shared/routes.ts';
import { newApp, synthesise } from '../synthesised.ts';

const stage = stageNamed('production');
const ZONE = 'Z0123456789';
const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/a';
const some = { routes: { service: routes.service }, workers: [] };

const service = synthesise('production', {
  ...some,
  settings: { domain: 'assay.example.com', hostedZoneId: ZONE },
});
const plain = synthesise('production', some);

const edgeWith = (hostedZoneId: string | undefined, allowedIps?: string[]) => {
  const props = { stage, domain: 'assay.example.com', hostedZoneId, requestsPerIp: 5_000, allowedIps };
  const stack = new EdgeStack(newApp(), 'edge', props);
  return { stack, template: Template.fromStack(stack).toJSON() };
};
const fromEdge = (OutputName: string) => ({
  'Fn::GetStackOutput': { StackName: 'assay-production-edge', OutputName, Region: 'us-east-1' },
});

interface EdgeResource {
  Type: string;
  Properties: Record<string, unknown> & { Rules: { Name: string; Statement: object }[] };
}

describe('CloudFront', () => {
  const [distribution, ...others] = service.all('AWS::CloudFront::Distribution');
  const config = distribution?.properties.DistributionConfig ?? {};

  test('serves the domain with the certificate and web ACL of us-east-1', () => {
    expect(others).toEqual([]);
    expect(config).toMatchObject({
      Aliases: ['assay.example.com'],
      WebACLId: fromEdge('WebAclArn'),
      ViewerCertificate: {
        AcmCertificateArn: fromEdge('CertificateArn'),
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
    });
  });

  test('passes every method on by https, caches nothing and demands TLS', () => {
    expect(config.DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT']),
      // Managed policies: caching disabled; all but the Host header.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    expect(config.Origins[0].CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginReadTimeout: 35,
    });
  });

  test('sends HSTS for a year', () => {
    const [policy] = service.all('AWS::CloudFront::ResponseHeadersPolicy');

    expect(policy?.properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity).toEqual({
      AccessControlMaxAgeSec: 31_536_000,
      IncludeSubdomains: false,
      Override: true,
    });
  });

  test('sends the API a secret that is in no template, and the IP address of the caller', () => {
    const [header] = config.Origins[0].OriginCustomHeaders;
    const [edgeFunction] = service.all('AWS::CloudFront::Function');

    expect(header.HeaderName).toBe('x-assay-origin');
    expect(JSON.stringify(header.HeaderValue)).toContain('{{resolve:secretsmanager:');
    expect(edgeFunction?.properties.FunctionCode).toContain("headers['x-assay-viewer']");
  });

  test('has DNS records if the zone is in Route 53', () => {
    const records = service
      .all('AWS::Route53::RecordSet')
      .map(({ properties }) => [properties.Name, properties.Type, properties.HostedZoneId]);

    expect(records).toEqual([
      ['assay.example.com', 'A', ZONE],
      ['assay.example.com', 'AAAA', ZONE],
    ]);
  });

  test('is omitted without a domain', () => {
    expect(plain.all('AWS::CloudFront::Distribution')).toEqual([]);
    expect(plain.all('AWS::SecretsManager::Secret')).toHaveLength(1);
  });
});

describe('every function behind the API', () => {
  const settingsOf = (of: typeof service) =>
    of
      .all('AWS::Lambda::Function')
      .filter(({ properties }) => /-service-/.test(properties.FunctionName ?? ''))
      .map(({ properties }) => properties.Environment.Variables);

  test('has the domain and the secret of CloudFront', () => {
    for (const { PUBLIC_URL, ORIGIN_SECRET } of settingsOf(service)) {
      expect(PUBLIC_URL).toBe('https://assay.example.com');
      expect(JSON.stringify(ORIGIN_SECRET)).toContain('{{resolve:secretsmanager:');
    }
    expect(settingsOf(service)).toHaveLength(Object.keys(routes.service).length + 1);
  });

  test('has neither without a domain', () => {
    for (const settings of settingsOf(plain)) {
      expect(settings).not.toHaveProperty('ORIGIN_SECRET');
      expect(settings).not.toHaveProperty('PUBLIC_URL');
    }
  });

  test('has the public URL of the operator’s proxy', () => {
    const proxied = synthesise('dev', { ...some, settings: { publicUrl: 'https://a.example.com' } });

    for (const settings of settingsOf(proxied)) {
      expect(settings.PUBLIC_URL).toBe('https://a.example.com');
      expect(settings).not.toHaveProperty('ORIGIN_SECRET');
    }
  });
});

test('the outputs name the address to call, and where the domain has to point', () => {
  const outputs = service.templates.get('assay-production')?.toJSON().Outputs;

  expect(outputs.ApiUrl.Value).toBe('https://assay.example.com');
  expect(outputs).toHaveProperty('DistributionDomain');
});

describe('the stack of us-east-1', () => {
  const { stack, template } = edgeWith(ZONE);
  const resources = Object.values<EdgeResource>(template.Resources);
  const rules = resources
    .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
    .flatMap(({ Properties }) => Properties.Rules);

  test('is in us-east-1 and has what the stage reads', () => {
    expect(stack.region).toBe('us-east-1');
    expect(Object.keys(template.Outputs).sort()).toEqual(['CertificateArn', 'WebAclArn']);
  });

  test('makes no certificate where the operator has one', () => {
    expect(Object.keys(edgeWith(undefined).template.Outputs)).toEqual(['WebAclArn']);
    expect(domainOf(stage, { domain: 'a.example.com', certificateArn: CERTIFICATE })?.certificateArn).toBe(CERTIFICATE);
  });

  test('limits requests by address, anonymous ones sooner', () => {
    expect(rules).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Name: 'AnonymousRate',
          Action: { Block: {} },
          Statement: {
            RateBasedStatement: expect.objectContaining({
              AggregateKeyType: 'IP',
              Limit: 2_000,
              ScopeDownStatement: {
                AndStatement: { Statements: [expect.anything(), expect.anything()] },
              },
            }),
          },
        }),
        expect.objectContaining({
          Name: 'Rate',
          Statement: { RateBasedStatement: expect.objectContaining({ Limit: 5_000 }) },
        }),
      ]),
    );
  });

  test('has the common rule set of AWS, without rules that valid requests match', () => {
    const common = rules.find(({ Name }: { Name: string }) => Name === 'Common') as
      | { Statement: { ManagedRuleGroupStatement: { Name: string; RuleActionOverrides: unknown } } }
      | undefined;

    expect(common?.Statement.ManagedRuleGroupStatement).toMatchObject({
      Name: 'AWSManagedRulesCommonRuleSet',
      RuleActionOverrides: COUNTED.map((Name) => ({ Name, ActionToUse: { Count: {} } })),
    });
    expect(COUNTED).toContain('SizeRestrictions_BODY');
  });

  test('logs blocked requests only, without paths, queries and credentials', () => {
    const [logging] = resources.filter(({ Type }) => Type === 'AWS::WAFv2::LoggingConfiguration');
    const [group] = resources.filter(({ Type }) => Type === 'AWS::Logs::LogGroup');

    expect(group?.Properties).toMatchObject({ LogGroupName: 'aws-waf-logs-assay-production', RetentionInDays: 365 });
    expect(JSON.stringify(logging?.Properties.LogDestinationConfigs)).toMatch(
      /log-group:aws-waf-logs-assay-production"/,
    );
    expect(logging?.Properties).toMatchObject({
      RedactedFields: [
        { UriPath: {} },
        { QueryString: {} },
        { SingleHeader: { Name: 'referer' } },
        { SingleHeader: { Name: 'authorization' } },
        { SingleHeader: { Name: 'x-api-key' } },
      ],
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
    });
  });

  test('has a rule for every rule set and limit, and none for addresses unless they are named', () => {
    expect(rules.map(({ Name }) => Name)).toEqual([
      'AnonymousRate',
      'Rate',
      'IpReputation',
      'KnownBadInputs',
      'Common',
    ]);
  });

  test.each([
    ['one version', ['192.0.2.0/24', '198.51.100.7/32'], ['IPV4']],
    ['both versions', ['192.0.2.0/24', '2001:db8::/32'], ['IPV4', 'IPV6']],
  ])('blocks all but named addresses of %s before everything else', (_case, allowedIps, versions) => {
    const all = Object.values<EdgeResource>(edgeWith(ZONE, allowedIps).template.Resources);
    const sets = all.filter(({ Type }) => Type === 'AWS::WAFv2::IPSet').map(({ Properties }) => Properties);
    const [first] = all
      .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
      .flatMap(({ Properties }) => Properties.Rules);

    expect(sets.map(({ IPAddressVersion }) => IPAddressVersion)).toEqual(versions);
    expect(sets.flatMap(({ Addresses }) => Addresses)).toEqual(allowedIps);
    expect(first).toMatchObject({ Name: 'OtherAddresses', Priority: 0, Action: { Block: {} } });
    const text = JSON.stringify(first?.Statement);
    expect(text).toMatch(/^\{"NotStatement"/);
    expect(text.match(/IPSetReferenceStatement/g)).toHaveLength(versions.length);
  });
});
