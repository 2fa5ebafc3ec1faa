/**
 * Replaces `@aws-sdk/endpoint-cache` in the bundles. The DynamoDB client creates one for endpoint
 * discovery, which none of its commands uses any more.
 */
export class EndpointCache {}
