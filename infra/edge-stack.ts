import { ArnFormat, CfnOutput, Fn, Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnIPSet, CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { DomainSettings } from './constructs/public-domain.ts';
import type { ServiceSettings } from './settings.ts';
import type { Stage } from './stage.ts';
import { LOGGED_BLOCKS, REDACTED, webAclRules } from './web-acl-rules.ts';

/** CloudFront only accepts certificates and web ACLs of this region. */
const EDGE_REGION = 'us-east-1';

export interface EdgeStackProps {
  stage: Stage;
  domain: string;
  /** Route 53 zone for certificate validation; without it a certificate must be given. */
  hostedZoneId: string | undefined;
  /** Authenticated requests per IP address in five minutes. */
  requestsPerIp: number;
  /** Address ranges that may call the stage; all if undefined. */
  allowedIps?: readonly string[] | undefined;
}

const WEB_ACL = 'WebAclArn';
const CERTIFICATE = 'CertificateArn';

/**
 * Resources of a stage with a domain in CloudFront's region. The stage reads the outputs by name,
 * so that its own template is the same for every region.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    const { stage, domain, hostedZoneId, requestsPerIp, allowedIps = [] } = props;
    super(scope, id, {
      description: `Assay, a risk platform: web ACL and certificate of stage ${stage.name}`,
      env: { region: EDGE_REGION },
      terminationProtection: stage.deletionProtection,
    });

    const webAcl = new CfnWebACL(this, 'WebAcl', {
      name: `assay-${stage.name}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      rules: webAclRules({ requestsPerIp, allowedSets: this.addAddressSets(stage, allowedIps) }),
      visibilityConfig: {
        cloudWatchMetricsEnabled: true,
        sampledRequestsEnabled: false,
        metricName: `assay-${stage.name}`,
      },
    });
    this.addLog(stage, webAcl);
    new CfnOutput(this, WEB_ACL, { value: webAcl.attrArn });
    if (hostedZoneId === undefined) return;
    const zone = HostedZone.fromHostedZoneId(this, 'Zone', hostedZoneId);
    const { certificateArn } = new Certificate(this, 'Certificate', {
      domainName: domain,
      validation: CertificateValidation.fromDns(zone),
    });
    new CfnOutput(this, CERTIFICATE, { value: certificateArn });
  }

  /** A set has addresses of one version of IP. */
  private addAddressSets(stage: Stage, ranges: readonly string[]): string[] {
    const versions = [
      ['IPV4', ranges.filter((range) => !range.includes(':'))],
      ['IPV6', ranges.filter((range) => range.includes(':'))],
    ] as const;
    return versions
      .filter(([, addresses]) => addresses.length > 0)
      .map(([version, addresses]) => {
        const name = `assay-${stage.name}-allowed-${version.toLowerCase()}`;
        const props = { name, scope: 'CLOUDFRONT', ipAddressVersion: version, addresses: [...addresses] };
        return new CfnIPSet(this, `Allowed${version}`, props).attrArn;
      });
  }

  /** Blocked requests never reach the API and its logs. AWS WAF demands the beginning of the name. */
  private addLog(stage: Stage, webAcl: CfnWebACL): void {
    const name = `aws-waf-logs-assay-${stage.name}`;
    const group = new LogGroup(this, 'Blocked', {
      logGroupName: name,
      retention: stage.logRetention,
      removalPolicy: stage.removalPolicy,
    });
    const arn = this.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: name,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      logDestinationConfigs: [arn],
      redactedFields: REDACTED,
      loggingFilter: LOGGED_BLOCKS,
    });
    logging.node.addDependency(group);
  }
}

export const edgeStackName = ({ name }: Stage) => `assay-${name}-edge`;

/** The custom domain of the stage, with the outputs of this stack. A certificate of the operator takes precedence. */
export function domainOf(stage: Stage, settings: DomainOptions): DomainSettings | undefined {
  const { domain: name, hostedZoneId, certificateArn } = settings;
  const outputOf = (output: string) => Fn.getStackOutput(edgeStackName(stage), output, EDGE_REGION);
  if (name === undefined) return undefined;
  return {
    name,
    hostedZoneId,
    certificateArn: certificateArn ?? outputOf(CERTIFICATE),
    webAclArn: outputOf(WEB_ACL),
  };
}

type DomainOptions = Pick<ServiceSettings, 'domain' | 'hostedZoneId' | 'certificateArn'>;
