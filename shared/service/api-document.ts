import { notifications } from '#shared/notifications.ts';
import { type OpenApiDocument, openApiDocument } from '#shared/platform/http/openapi.ts';
import { allRoutes, type routes } from '#shared/routes.ts';
import { VERSION } from '#shared/version.ts';
import { EVENT_CATALOGUE, type EventType } from '#shared/webhooks/event-catalogue.ts';
import { notificationOf } from '#shared/webhooks/notification.ts';

/** What each module is for. A module without a line here is a type error. */
const MODULES: Record<keyof typeof routes, string> = {
  service: 'Open to everyone: whether the service is up, and how to talk to it.',
  organization: 'API keys, and the end of an organization. For owners and admins.',
  risk: 'Subjects and what is known, decided and done about them, with the history of every change.',
  verification: 'Workflows, and the sessions in which their steps are taken and found out.',
  screening: 'People and companies against sanctions lists and politically exposed persons.',
  documents: 'Agreements from Markdown templates or PDFs: fields, signing links, the sealed file.',
  webhooks: 'Signed notifications of what has changed, and what became of each delivery.',
};

const DESCRIPTION = `Assay keeps the risk of the people, businesses, accounts and transactions you deal with: evidence from
your own sources, policies that turn it into decisions one can explain, and a history that says who changed what.

### Who is asking

A **program** signs its requests with an API key: \`X-Api-Key\`, \`X-Timestamp\` and \`X-Signature\` (see *Authorize*).
A key works in one mode, test or live, for life. A **person** sends the token of the dashboard as
\`Authorization: Bearer …\`; \`X-Risk-Mode\` or \`X-Service-Mode\` choose the mode, live without them. Records of another
organization or mode are answered like records that do not exist.

### Asking again

A request with an \`Idempotency-Key\` can be repeated until it is answered: it has one effect, and every further answer is
the first one again with \`Idempotent-Replayed: true\`. Only success uses a key up. The same key with another body,
operation or principal is a 409. Whoever signs by a link has keys of their own, which are nobody else's.

### Numbers

Numbers are doubles, as in most readers of JSON, and none is altered: one that would not read the same afterwards is
refused with \`invalid_json\`. Up to 15 digits always fit, and so does whatever a program prints of a double of its own.
A longer number, such as an id of twenty digits, is sent as text.

### Ids and times

An id is a UUID, and the same one in capitals as in small letters. A time is written as RFC 3339 has it, in any zone; it
lies in the years 0000 to 9999 of universal time, and is answered in universal time.

### Lists

A list answers \`{ items, nextOffset }\`. Ask again with \`offset\` set to \`nextOffset\` until it is null; it is a place, not a
count. Every page costs the same, and what others add meanwhile neither hides nor repeats a record. Where few records are
the wanted ones, a page may be short or even empty although there are more.

### Notifications

A webhook is told what happened, not what is so: read the current state when one arrives. \`X-Signature\` is \`v1=\` and the
hex HMAC-SHA256, with the text of the webhook's secret, of \`X-Timestamp\`, a full stop and the body as received; after a
rotation there is one for each secret, separated by commas. Refuse what is more than 300 seconds off. The same delivery
carries \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` for libraries of the Standard Webhooks specification.
Deliveries come at least once and in any order: \`eventId\` tells a repeated one.

### Problems

What is refused is answered with \`application/problem+json\` (RFC 9457), and so are paths that do not exist (404
\`not_found\`) and methods that a path does not take (405 \`method_not_allowed\`, with \`Allow\`). \`code\` is a stable word for
programs, \`detail\` a sentence for people, and \`errors\` lists every finding about the request. After a 503 nothing has changed: wait as long
as \`Retry-After\` says and send the same request again. After a 504 (\`timed_out\`) a change may have been made: the same
request with the same \`Idempotency-Key\` finds out, and has no second effect. Operations that take no key are looked up
before they are repeated.

A 429 \`rate_limited\` means that an organization, an API key or a signing link sent more requests than its limit. Nothing
was done: wait as many seconds as \`Retry-After\` says and send the same request again.

API Gateway, which stands before the service, speaks for itself: \`application/json\` with a \`message\` and no code. 429 says
that too many requests came at once, and nothing was done; wait a second. 413 says that a body is larger than it passes
on. After its 500 or 503 a change may have been made, as after a 504.
`;

const NOTIFICATIONS = Object.entries(EVENT_CATALOGUE).map(([event, when]) => [
  event,
  { when, shape: notificationOf(event, notifications[event as EventType]) },
]);

let document: OpenApiDocument | undefined;

/** The OpenAPI document of this very service; made once per process. */
export function apiDocument(): OpenApiDocument {
  document ??= openApiDocument(allRoutes, {
    title: 'Assay API',
    version: VERSION,
    description: DESCRIPTION,
    modules: MODULES,
    notifications: Object.fromEntries(NOTIFICATIONS),
  });
  return document;
}
