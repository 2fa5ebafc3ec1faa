/**
 * Stands in for `@aws-sdk/endpoint-cache` inside the bundles. The DynamoDB client makes one for endpoint
 * discovery, which none of its commands asks for any more.
 */
export class EndpointCache {}
