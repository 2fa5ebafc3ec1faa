export { awsClient } from './src/aws/aws-client.ts';
export { type AwsFront, type Backends, startAwsFront } from './src/aws/aws-front.ts';
export { callersOf, type UsedGrant } from './src/aws/callers.ts';
export { corsRulesOf } from './src/aws/cors.ts';
export { openSigningKeys } from './src/aws/kms.ts';
export { openSecrets } from './src/aws/secrets.ts';
export { openUserPool, type UserPool } from './src/aws/user-pool.ts';
export { lockDirectory } from './src/directory-lock.ts';
export { type Engine, startDynamoDb, startQueuesAndBuckets } from './src/engines.ts';
export { failedItems } from './src/events/batch-answer.ts';
export { eventBus } from './src/events/event-bus.ts';
export { startSchedules } from './src/events/schedules.ts';
export { startEventSources } from './src/events/start-event-sources.ts';
export { fetchWithRetries } from './src/fetch-with-retries.ts';
export { environmentOf, openFunctions } from './src/functions/functions.ts';
export { apiCorsOf } from './src/gateway/api-cors.ts';
export {
  GATEWAY_TIME_LIMIT_MS,
  type Gateway,
  type LocalRequest,
  startGateway,
} from './src/gateway/gateway.ts';
export { type GatewayAnswer, gatewayAnswer, json } from './src/gateway/gateway-answer.ts';
export { gatewayEvent } from './src/gateway/gateway-event.ts';
export { routerOf } from './src/gateway/routing.ts';
export { type Harshness, type HarshOptions, harshness, harshOptions } from './src/harsh/harsh.ts';
export { readOrCreateJson, writeJson } from './src/json-file.ts';
export { localClock } from './src/local-clock.ts';
export { createResources, OPERATOR, streamArnIn } from './src/resources.ts';
export { type RevokedGrant, withoutGrant } from './src/revoked-grant.ts';
export { type Blueprint, readBlueprint } from './src/template/blueprint.ts';
export { readTemplate, type TemplateResource } from './src/template/template.ts';
