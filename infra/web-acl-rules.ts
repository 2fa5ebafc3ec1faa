import type { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';

/** WAF counts over five minutes. Anonymous callers load a page with about ten files, and sign. */
const ANONYMOUS_REQUESTS = 2_000;

/**
 * Rules of AWS's common rule set that only count, because valid requests match them: bodies are
 * PDFs, Markdown and JSON with addresses, up to 20 MB, validated by schema; programs need no user
 * agent; and a search may be for a URL.
 */
export const COUNTED = [
  'SizeRestrictions_BODY',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'NoUserAgent_HEADER',
];

/** Headers of requests with a credential; the functions verify their values. */
const CREDENTIALS = ['authorization', 'x-api-key'];

/** Known attacks in bodies only count: a document may be about one. */
const COUNTED_ATTACKS = ['JavaDeserializationRCE_BODY', 'Log4JRCE_BODY'];

/** Paths and referrers of signing pages hold the links of signers. */
export const REDACTED: CfnLoggingConfiguration.FieldToMatchProperty[] = [
  { uriPath: {} },
  { queryString: {} },
  ...['referer', ...CREDENTIALS].map((name) => ({ singleHeader: { Name: name } })),
];

/** Only requests that were blocked are logged, because their lines have the address of the caller. */
export const LOGGED_BLOCKS = {
  DefaultBehavior: 'DROP',
  Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
};

interface WebAclOptions {
  requestsPerIp: number;
  /** ARNs of the address sets that may call the stage; every address may if there is none. */
  allowedSets: readonly string[];
}

export const webAclRules = ({ requestsPerIp, allowedSets }: WebAclOptions): CfnWebACL.RuleProperty[] =>
  [
    ...(allowedSets.length > 0
      ? [
          {
            name: 'OtherAddresses',
            action: { block: {} },
            statement: { notStatement: { statement: inAny(allowedSets) } },
          },
        ]
      : []),
    {
      name: 'AnonymousRate',
      action: { block: {} },
      statement: rateOf(ANONYMOUS_REQUESTS, {
        andStatement: {
          statements: CREDENTIALS.map((name) => ({ notStatement: hasHeader(name) })),
        },
      }),
    },
    // A forged credential header costs nothing, so these requests have a limit too.
    { name: 'Rate', action: { block: {} }, statement: rateOf(requestsPerIp) },
    { name: 'IpReputation', ...managed('AWSManagedRulesAmazonIpReputationList') },
    { name: 'KnownBadInputs', ...managed('AWSManagedRulesKnownBadInputsRuleSet', COUNTED_ATTACKS) },
    { name: 'Common', ...managed('AWSManagedRulesCommonRuleSet', COUNTED) },
  ].map((rule, priority) => ({ ...rule, priority, visibilityConfig: visible(rule.name) }));

/** An `or` takes two statements at least. */
function inAny(sets: readonly string[]): CfnWebACL.StatementProperty {
  const statements = sets.map((arn) => ({ ipSetReferenceStatement: { arn } }));
  return statements.length === 1 ? { ...statements[0] } : { orStatement: { statements } };
}

const visible = (metricName: string) => ({ cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false, metricName });

const rateOf = (limit: number, scopeDownStatement?: CfnWebACL.StatementProperty) => ({
  rateBasedStatement: {
    limit,
    aggregateKeyType: 'IP',
    evaluationWindowSec: 300,
    ...(scopeDownStatement && { scopeDownStatement }),
  },
});

/** Matches a request in which the header is present and not empty. */
const hasHeader = (name: string) => ({
  statement: {
    sizeConstraintStatement: {
      fieldToMatch: { singleHeader: { Name: name } },
      comparisonOperator: 'GT',
      size: 0,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  },
});

const managed = (name: string, counted: readonly string[] = []) => ({
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(counted.length > 0 && {
        ruleActionOverrides: counted.map((rule) => ({
          name: rule,
          actionToUse: { count: {} },
        })),
      }),
    },
  },
});
