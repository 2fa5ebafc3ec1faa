import type * as z from 'zod';
import { PAGE_BYTES } from '#shared/platform/store/paging.ts';
import { type Delivery, type DeliveryRecord, presentDelivery } from './delivery.ts';
import { sortKeyOf } from './repository/deliveries.ts';

/** Reserved for the response around the items. */
const ENVELOPE_BYTES = 1_024;

/** As many deliveries as one response can hold; the next page begins where it ends. */
export function presentPage(
  deliveries: readonly Delivery[],
  next: string | null,
): { items: z.infer<typeof DeliveryRecord>[]; next: string | null } {
  const items: z.infer<typeof DeliveryRecord>[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const delivery of deliveries) {
    const item = presentDelivery(delivery);
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    const last = items.at(-1);
    if (bytes > PAGE_BYTES && last) return { items, next: sortKeyOf(last.id) };
    items.push(item);
  }
  return { items, next };
}
