/** The same work for receivers whose last delivery failed, with a queue and workers of its own. */
export { handler } from './deliver-webhook.ts';
