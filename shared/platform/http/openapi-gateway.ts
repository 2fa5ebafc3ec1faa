import * as z from 'zod';

/**
 * The body of API Gateway's own responses: no problem document, none of our headers. It never has a `code`, which is
 * declared so that typed clients can read it from every error.
 */
export const GatewayMessage = z
  .object({ message: z.string(), code: z.string().optional().describe('Absent; only problem documents have a code.') })
  .meta({ id: 'GatewayMessage', examples: [{ message: 'Too Many Requests' }] });

export interface GatewayAnswer {
  message: string;
  description: string;
}

/** Responses that API Gateway gives before a function is called, or if it does not respond, by status. */
export const GATEWAY_ANSWERS: Record<number, GatewayAnswer> = {
  413: {
    message: 'Request Entity Too Large',
    description: 'The body exceeds the limit of API Gateway and Lambda: about 6 MB of text or 4 MB of binary data.',
  },
  429: {
    message: 'Too Many Requests',
    description: 'Too many requests at once. Nothing was changed. Wait a second and retry.',
  },
  500: {
    message: 'Internal Server Error',
    description: 'The service failed. The request may have succeeded.',
  },
  503: {
    message: 'Service Unavailable',
    description: 'The service did not answer. The request may have succeeded.',
  },
};
