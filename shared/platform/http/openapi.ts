import { STATUS_CODES } from 'node:http';
import { type ExampleSources, type ExampleValues, exampleOf } from './openapi-examples.ts';
import { GatewayMessage } from './openapi-gateway.ts';
import { type Parameter, parameterComponents, parametersOf, type Reference } from './openapi-parameters.ts';
import { type ProblemResponse, problemResponsesOf } from './openapi-problem-responses.ts';
import { ProblemDocument, problemExamples } from './openapi-problems.ts';
import { convertShapes, inJson, type JsonSchema, type RouteSchemas } from './openapi-schemas.ts';
import { securityOf, securitySchemes } from './openapi-security.ts';
import { shareResponses } from './openapi-shared-responses.ts';
import { type Notifications, notificationShapes, webhooksOf } from './openapi-webhooks.ts';
import { documentedPath, isBodyOptional, type Route } from './route.ts';

/**
 * Route table -> OpenAPI 3.1 document, deterministic. Shapes, parameters, statuses and problems derive from
 * the routes, so that the document cannot contradict the service.
 */
export interface ApiDescription {
  title: string;
  version: string;
  description: string;
  /** Descriptions of the modules, by name. */
  modules: Record<string, string>;
  /** Webhook payloads, if any. */
  notifications?: Notifications;
  /** Strings and numbers that its examples show. */
  examples?: ExampleValues;
}

interface MediaType {
  schema: JsonSchema;
  example?: unknown;
}

interface Response {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, never[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  /** After `shareResponses`, some are references. */
  responses: Record<string, Response | ProblemResponse>;
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

export function openApiDocument(routes: readonly Route[], about: ApiDescription) {
  const { notifications = {} } = about;
  const { schemasOf, schemas, components } = convertShapes(routes, {
    problem: ProblemDocument,
    gatewayMessage: GatewayMessage,
    ...notificationShapes(notifications),
  });

  const sources: ExampleSources = { components, values: about.examples ?? {} };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operation = operationOf(route, schemasOf(route), sources);
    const path = documentedPath(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }

  const responses = shareResponses(paths);
  const { title, version, description, modules } = about;
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server this document was read from' }],
    tags: [...new Set(routes.map(({ module }) => module))].map((name) => ({
      name,
      description: modules[name] ?? '',
    })),
    paths,
    webhooks: webhooksOf(notifications, schemas, sources),
    components: {
      schemas: components,
      parameters: parameterComponents,
      headers: headerComponents,
      examples: problemExamples,
      ...(Object.keys(responses).length > 0 && { responses }),
      securitySchemes,
    },
  };
}

function operationOf(route: Route, schemas: RouteSchemas, sources: ExampleSources): Operation {
  const { body } = schemas;
  return {
    operationId: route.name,
    tags: [route.module],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: securityOf(route.access),
    parameters: parametersOf(route, schemas, sources),
    ...(body && {
      requestBody: {
        required: !isBodyOptional(route),
        content: Object.fromEntries(
          route.accepts.map((type) => [
            type,
            mediaType(type === 'application/json' ? inJson(body, sources.components) : body, sources, route.module),
          ]),
        ),
      },
    }),
    responses: {
      [route.status]: answerOf(route, schemas, sources),
      ...(route.redirectsWhen && { 302: redirectOf(route) }),
      ...problemResponsesOf(route),
    },
  };
}

const headerComponents = {
  RequestId: {
    description: 'Identifies the request in the logs. Responses of API Gateway itself have `Apigw-Requestid` instead.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: '`true` on the response to a repeated request; absent on the first.',
    schema: { type: 'string', enum: ['true'] },
  },
  Location: {
    description: 'URL to fetch the file from.',
    schema: { type: 'string', format: 'uri' },
  },
  WwwAuthenticate: {
    description:
      'The schemes that the operation takes: `Bearer`, or `HMAC-SHA256` with the headers of a signed request.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
};

function answerOf(
  { status, idempotency, contentType, otherContentTypes, module }: Route,
  { result }: RouteSchemas,
  sources: ExampleSources,
): Response {
  const names = [contentType, ...otherContentTypes].map((name) => name.replace(/;.*/, ''));
  return {
    description: STATUS_CODES[status] ?? 'Success',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(idempotency !== 'none' && {
        'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' },
      }),
    },
    ...(result && {
      content: Object.fromEntries(
        names.map((name) => [name, isFile(name, result) ? { schema: result } : mediaType(result, sources, module)]),
      ),
    }),
  };
}

const redirectOf = ({ redirectsWhen }: Route): Response => ({
  description: redirectsWhen,
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    Location: { $ref: '#/components/headers/Location' },
  },
});

const mediaType = (schema: JsonSchema, sources: ExampleSources, module: string): MediaType => ({
  schema,
  example: exampleOf(schema, sources, { owner: module, name: '' }),
});

/** A page, script or font: an example of its content would explain nothing. */
const isFile = (contentType: string, { type, examples }: JsonSchema) =>
  contentType !== 'application/json' && type === 'string' && !examples;
