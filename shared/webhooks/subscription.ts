import * as z from 'zod';
import { Mode } from '#shared/platform/caller.ts';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { recordOf, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { SELECTORS } from './event-catalogue.ts';
import { Filter, StoredFilter } from './filter.ts';
import {
  CUSTOM_HEADERS,
  DESCRIPTION_CHARACTERS,
  HEADER_NAME_CHARACTERS,
  HEADER_VALUE_CHARACTERS,
  URL_CHARACTERS,
} from './limits.ts';

/** A webhook: a URL that receives the events it selects. */
const SubscriptionStatus = z
  .enum(['active', 'paused', 'disabled'])
  .describe(
    '`disabled` by the service after five days without a successful delivery, or when the receiver answers 410.',
  );

const Url = z
  .string()
  .min(1)
  .max(URL_CHARACTERS)
  .describe(
    'Where events are sent: an `https` URL with a public address. The local cloud also takes `http` and ' +
      'loopback addresses.',
  );

const EventSelector = z
  .enum(SELECTORS, `is not an event. Use one of ${SELECTORS.join(', ')}`)
  .describe('An event type, a family such as `risk.*`, or `*` for all events.')
  .meta({ id: 'EventSelector' });

export const Events = distinct(z.array(EventSelector).min(1).max(100));

const Description = text(DESCRIPTION_CHARACTERS).describe('A note to tell webhooks apart.');

/** Without those that the service or HTTP itself sets: a receiver must be able to rely on them. */
const HeaderName = z
  .string()
  .max(HEADER_NAME_CHARACTERS)
  .regex(
    /^(?!(?:accept|connection|content-.*|cookie|date|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent|via|webhook-.*|x-signature|x-timestamp|x-webhook-event)$)[a-z0-9-]+$/,
    'must have lower-case letters, digits and hyphens only, and must not be a header that the service or HTTP sets',
  );

const HeaderValue = z
  .string()
  .max(HEADER_VALUE_CHARACTERS)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must have printable ASCII characters, and no space at its ends');

const Headers = z
  .record(HeaderName, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= CUSTOM_HEADERS, `must have at most ${CUSTOM_HEADERS} headers`)
  .describe(
    'Headers of every delivery, such as the credential of a gateway: at most 10, names in lower case. They cannot ' +
      'replace a header that the service or HTTP sets, such as `content-type` or `webhook-id`. Values are stored and ' +
      'never returned.',
  )
  .meta({ maxProperties: CUSTOM_HEADERS });

const EXAMPLE = {
  url: 'https://hooks.example.com/assay',
  events: ['risk.*'],
  mode: 'test' as const,
};

export const NewSubscription = z
  .strictObject({
    url: Url,
    events: Events,
    mode: Mode.optional().describe(
      'By default the mode of the API key; with a token, of the mode header, or `live` without one.',
    ),
    filter: Filter.optional(),
    description: Description.optional(),
    headers: Headers.optional(),
  })
  .meta({ id: 'NewWebhook', examples: [EXAMPLE] });

export const SubscriptionChange = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    status: z
      .enum(['active', 'paused'])
      .optional()
      .describe(
        'A paused webhook receives no events, and those committed meanwhile are not sent when it is active again. ' +
          '`POST /webhooks/{id}/replay` sends them.',
      ),
    filter: Filter.nullable().optional().describe('Replaces the filter; null removes it.'),
    description: Description.nullable().optional().describe('Null removes it.'),
    headers: Headers.optional().describe('Replaces all custom headers; an empty object removes them.'),
  })
  .meta({ id: 'WebhookChange', examples: [{ status: 'paused' }] });

const SubscriptionData = z.object({
  url: z.string(),
  events: z.array(z.string()),
  mode: Mode,
  status: SubscriptionStatus,
  failingSince: Timestamp.nullable().describe(
    'Start of the current series of failures; null if the last delivery succeeded.',
  ),
  createdAt: Timestamp,
  filter: Filter.optional(),
  description: z.string().optional(),
  headerNames: z.array(z.string()).optional().describe('The names of its custom headers, if it has any.'),
});

const recordExample = {
  id: '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00',
  resource: 'webhooks',
  data: {
    ...EXAMPLE,
    status: 'active',
    failingSince: null,
    createdAt: '2026-03-14T09:26:53.589Z',
  },
};

export const SubscriptionRecord = recordOf('webhooks', SubscriptionData).meta({
  id: 'Webhook',
  examples: [recordExample],
});
export type SubscriptionRecord = z.infer<typeof SubscriptionRecord>;

export const SubscriptionWithSecret = recordOf(
  'webhooks',
  SubscriptionData.extend({
    secret: z.string().describe('Secret that signs deliveries. Shown in this response only.'),
  }),
).meta({
  id: 'WebhookWithSecret',
  examples: [
    {
      ...recordExample,
      data: {
        ...recordExample.data,
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD9qSF0mZ3Yx0=',
      },
    },
  ],
});

/** As stored. Secrets are derived from id and version, so no row contains one. */
export const Subscription = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.string()),
  mode: Mode,
  status: SubscriptionStatus,
  failingSince: z.string().nullable(),
  createdAt: z.string(),
  secretVersion: z.number(),
  /** The master key the secret is derived from; undefined means the first. */
  masterKey: z.int().optional(),
  /** Previous secrets that still sign, and until when; newest first. */
  retiredSecrets: z.array(z.object({ version: z.number(), until: z.string(), masterKey: z.int().optional() })),
  /**
   * Start of a series of failures that a change of the webhook has ended. What failed since then is sent again after
   * the first success.
   */
  resendSince: z.string().optional(),
  /** An empty one stands for none. */
  filter: StoredFilter.optional(),
  description: z.string().optional(),
  /** Custom headers of its deliveries. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Whether the receiver was slow in its last attempt. */
  isSlow: z.boolean(),
  revision: z.number(),
});
export type Subscription = z.infer<typeof Subscription>;

export const presentSubscription = (subscription: Subscription): SubscriptionRecord => {
  const {
    id,
    url,
    events,
    mode,
    status,
    failingSince,
    createdAt,
    filter = {},
    description,
    headers = {},
  } = subscription;
  const headerNames = Object.keys(headers).sort();
  const data = {
    url,
    events,
    mode,
    status,
    failingSince,
    createdAt,
    ...(Object.keys(filter).length > 0 && { filter: filter as Filter }),
    ...(description && { description }),
    ...(headerNames.length > 0 && { headerNames }),
  };
  return { id, resource: 'webhooks', data };
};
