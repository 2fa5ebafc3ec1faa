/** Every event a subscription can ask for, with when it occurs. */
export const EVENT_CATALOGUE = {
  'risk.subject.created': 'A subject was registered.',
  'webhook.ping': 'Somebody asked for a test message.',
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENT_CATALOGUE;

const families = new Set(
  Object.keys(EVENT_CATALOGUE).flatMap((type) => {
    const parts = type.split('.');
    return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  }),
);

/** `*`, a family such as `risk.*`, or the full name of an event. */
export const isKnownSelector = (selector: string) =>
  selector === '*' || selector in EVENT_CATALOGUE || families.has(selector);
