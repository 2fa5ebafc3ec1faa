import { unavailable } from '@assay/foundation';
import { isOutage } from '#shared/platform/outage.ts';

/** An outage of KMS is a 503, after which the request can be repeated. */
export const answeredByKms = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw isOutage(error) ? unavailable('The sealing key is unavailable. Retry later.') : error;
  });
