import { CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { CfnRecordSet } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '#shared/platform/http/edge.ts';
import type { Stage } from '../stage.ts';

/** Hosted zone id of all CloudFront distributions. */
const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';
const HSTS = Duration.days(365);
/** Longer than the timeout of any endpoint. */
const ORIGIN_TIMEOUT = Duration.seconds(35);
const ORIGIN_SECRET_CHARACTERS = 40;

/** IP address of the connection, which a client cannot forge with a header. */
const NAME_VIEWER = `
function handler(event) {
  event.request.headers['${VIEWER_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return event.request;
}`;

/** Domain of a stage. */
export interface DomainSettings {
  name: string;
  hostedZoneId: string | undefined;
  certificateArn: string;
  webAclArn: string;
}

/**
 * A secret header that CloudFront adds and the functions require: HTTP APIs have no other way to
 * refuse direct requests.
 */
export class OriginSecret extends Construct {
  /** Resolved by CloudFormation; the template only contains the secret's name. */
  readonly value: string;

  constructor(scope: Construct, id: string, { stage, dataKey }: { stage: Stage; dataKey: Key }) {
    super(scope, id);
    const secret = new Secret(this, 'Secret', {
      description: 'CloudFront shows it to the API. Requests without it are refused.',
      encryptionKey: dataKey,
      generateSecretString: {
        passwordLength: ORIGIN_SECRET_CHARACTERS,
        excludePunctuation: true,
      },
      removalPolicy: stage.removalPolicy,
    });
    this.value = secret.secretValue.unsafeUnwrap();
  }
}

export interface PublicDomainProps {
  domain: DomainSettings;
  api: HttpApi;
  originSecret: string;
}

/** CloudFront with a web ACL in front of the whole API, pages included. Nothing is cached. */
export class PublicDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, api, originSecret }: PublicDomainProps) {
    super(scope, id);

    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        strictTransportSecurity: {
          accessControlMaxAge: HSTS,
          includeSubdomains: false,
          override: true,
        },
      },
    });
    const nameViewer = new EdgeFunction(this, 'NameViewer', {
      code: FunctionCode.fromInline(NAME_VIEWER),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Tells the API the caller's address",
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: domain.name,
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      webAclId: domain.webAclArn,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`, {
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          customHeaders: { [ORIGIN_SECRET_HEADER]: originSecret },
          readTimeout: ORIGIN_TIMEOUT,
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // API Gateway only accepts its own host name.
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        responseHeadersPolicy: headers,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        functionAssociations: [{ function: nameViewer, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
    });
    justifyDistribution(distribution);
    this.addRecords(domain, distribution.distributionDomainName);
    new CfnOutput(Stack.of(this), 'DistributionDomain', {
      value: distribution.distributionDomainName,
    });
  }

  private addRecords({ name, hostedZoneId }: DomainSettings, dnsName: string) {
    if (hostedZoneId === undefined) return;
    for (const type of ['A', 'AAAA'])
      new CfnRecordSet(this, `${type}Record`, {
        hostedZoneId,
        name,
        type,
        aliasTarget: { dnsName, hostedZoneId: CLOUDFRONT_ZONE },
      });
  }
}

/** Not among the other suppressions, because only stages with a domain have these findings. */
function justifyDistribution(distribution: Distribution): void {
  const reasons = {
    CFR1: 'Customers and signers may be in any country; the operator can restrict them in the web ACL.',
    CFR3:
      'Addresses of signing pages hold the links of signers, and the log would keep them with the ' +
      "addresses of callers. The API's own access log has one line per request, without either.",
  };
  for (const [rule, reason] of Object.entries(reasons))
    Validations.of(distribution).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
}
