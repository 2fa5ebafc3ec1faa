import type * as z from 'zod';
import { PAGE_BYTES } from '#shared/platform/store/paging.ts';
import { type Delivery, type DeliveryRecord, presentDelivery } from './delivery.ts';

/** Reserved for the response around the items. */
const ENVELOPE_BYTES = 1_024;

/** As many deliveries as one response can hold, at least one if there are any. */
export function presentPage(deliveries: readonly Delivery[]): z.infer<typeof DeliveryRecord>[] {
  const items: z.infer<typeof DeliveryRecord>[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const delivery of deliveries) {
    const item = presentDelivery(delivery);
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > PAGE_BYTES && items.length > 0) break;
    items.push(item);
  }
  return items;
}
