import { type OpenApiDocument, openApiDocument } from '#shared/platform/http/openapi.ts';
import { allRoutes, type routes } from '#shared/routes.ts';
import { VERSION } from '#shared/version.ts';
import { NOTIFICATIONS } from './event-types.ts';
import { EXAMPLE_VALUES } from './example-values.ts';

/** Descriptions of the modules. A module without one is a type error. */
const MODULES: Record<keyof typeof routes, string> = {
  service: 'Health and documentation. No credential required.',
  organization: 'API keys and deletion of the organization. For owners and admins.',
  risk: 'Subjects, evidence, policies, assessments and actions, with the history of every change.',
  quality: 'Samples of decisions that a second person decides again, and their results.',
  verification: 'Workflows, and the sessions that verify a person step by step.',
  screening: 'Screening of people and companies against sanctions lists and politically exposed persons.',
  documents: 'Agreements from Markdown templates or PDFs: fields, signing links, the sealed file.',
  jobs: 'Work that takes longer than a request, and exports.',
  webhooks: 'Signed notifications of changes, with every delivery attempt.',
  console: 'Files of the web console. No credential required.',
};

const DESCRIPTION = `Assay assesses the risk of people, businesses, accounts and transactions: evidence from your own sources,
policies that turn it into decisions you can explain, and a history of who changed what.

### Authentication

Programs sign requests with an API key: \`X-Api-Key\`, \`X-Timestamp\` and \`X-Signature\` (see *Authorize*). A key belongs to one
mode, test or live. People send a token as \`Authorization: Bearer …\`; \`X-Risk-Mode\` or \`X-Service-Mode\` selects the mode, by
default live. Records of another organization or mode are answered with 404.

### Idempotency

A request with an \`Idempotency-Key\` can be repeated safely: it takes effect once, and repeated requests return the first
response with \`Idempotent-Replayed: true\`. Only success uses up a key. The same key with another body, operation or principal
is a 409. Keys of signers are separate from those of the organization.

### Numbers

Numbers are doubles and never rounded: a number that a double cannot represent exactly is refused with \`invalid_json\`. Up to
15 digits always fit. Send longer numbers, such as an id of twenty digits, as strings.

### Ids and times

Ids are UUIDs; case does not matter. Times are RFC 3339 in any zone, in the years 0000 to 9999 (UTC), and are returned in UTC.

### Lists

Lists return \`{ items, nextOffset }\`. Repeat the request with \`offset\` set to \`nextOffset\` until it is null. \`nextOffset\` is a
position, not a count: every page costs the same, and new records neither hide nor repeat others. A page has up to 100 items; it
can be short or empty although more follow. An \`offset\` that no response gave is a 400 \`invalid_query\`.

### Webhooks

A webhook reports that something changed, not its content: read the record when an event arrives. \`X-Signature\` is \`v1=\` and
the hex HMAC-SHA256, keyed with the text of the webhook's secret, of \`X-Timestamp\`, a full stop and the raw body; after a
rotation there is one signature per secret, separated by commas. Refuse deliveries that are more than 300 seconds off.
Deliveries also carry \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` for Standard Webhooks libraries. They arrive at
least once and in any order: use \`eventId\` to recognize repeated ones. Sorted as text, \`eventId\` gives the order of changes that
were made one after the other; the order of concurrent changes is undefined. \`GET /webhooks/event-types\` has every event type.

### Errors

Errors are \`application/problem+json\` (RFC 9457), also for unknown paths (404 \`not_found\`) and methods (405
\`method_not_allowed\`, with \`Allow\`). \`code\` is stable and meant for programs, \`detail\` is for people, and \`errors\` lists every
finding about the request, up to 100. A refused request changes nothing. Bodies are uncompressed JSON in UTF-8: another
\`Content-Type\`, character set or \`Content-Encoding\` is a 415, and an object with two properties of one name a 400.

- 503: nothing was changed. Retry after \`Retry-After\` seconds.
- 504 \`timed_out\`: the request may have succeeded. Retry with the same \`Idempotency-Key\` to get its result; for operations
  without a key, read the record first.
- 429 \`rate_limited\`: the organization, API key or signing link exceeded its limit. Nothing was changed. Retry after
  \`Retry-After\` seconds.

Some errors come from API Gateway itself, as \`application/json\` with \`message\` and without a code: 429 (nothing was changed; wait
a second), 413 (the body is too large), and 500 or 503, after which the request may have succeeded.
`;

let document: OpenApiDocument | undefined;

/** The OpenAPI document of this service, built once per process. */
export function apiDocument(): OpenApiDocument {
  document ??= openApiDocument(allRoutes, {
    title: 'Assay API',
    version: VERSION,
    description: DESCRIPTION,
    modules: MODULES,
    notifications: NOTIFICATIONS,
    examples: EXAMPLE_VALUES,
  });
  return document;
}
