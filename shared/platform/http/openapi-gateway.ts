import * as z from 'zod';

/** How API Gateway speaks for itself: no problem document, no code, no header of ours. */
export const GatewayMessage = z
  .object({ message: z.string() })
  .meta({ id: 'GatewayMessage', examples: [{ message: 'Too Many Requests' }] });

export interface GatewayAnswer {
  message: string;
  description: string;
}

/** What it answers with before a function is asked, or when one has not answered, by status. */
export const GATEWAY_ANSWERS: Record<number, GatewayAnswer> = {
  413: {
    message: 'Request Entity Too Large',
    description: 'The body is larger than what is passed on: some 6 MB of text, or 4 MB of bytes.',
  },
  429: {
    message: 'Too Many Requests',
    description: 'Too many requests came at once. Nothing was done: wait a second and ask again.',
  },
  500: {
    message: 'Internal Server Error',
    description: 'The service failed. Whether the request was carried out is not known.',
  },
  503: {
    message: 'Service Unavailable',
    description: 'The service did not answer. Whether the request was carried out is not known.',
  },
};
