import type { Context } from '#shared/platform/context.ts';
import type { PolicyRecord } from '../policy.ts';
import type { AnyRecord } from '../record.ts';
import { versionsInForce } from '../repository/policies.ts';

/** Says of policy versions which are in force, in one round trip. Other records stay as they are. */
export async function markInForce(context: Context, records: readonly AnyRecord[]): Promise<AnyRecord[]> {
  const keys = new Set(records.filter(isUsable).map(({ data }) => data.key));
  if (keys.size === 0) return [...records];
  const inForce = await versionsInForce(context, [...keys]);
  return records.map((one) =>
    isUsable(one) && inForce.has(one.id) ? { ...one, data: { ...one.data, inForce: true as const } } : one,
  );
}

const isUsable = (one: AnyRecord): one is PolicyRecord =>
  one.resource === 'policies' && one.data.status === 'published' && one.data.retiredAt === undefined;
