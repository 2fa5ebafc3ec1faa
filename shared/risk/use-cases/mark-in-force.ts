import type { Context } from '#shared/platform/context.ts';
import type { AnyRecord } from '../record.ts';
import { versionsInForce } from '../repository/policies.ts';

/** Says of policy versions which are in force, in one round trip. Other records stay as they are. */
export async function markInForce(context: Context, records: readonly AnyRecord[]): Promise<AnyRecord[]> {
  const published = records.filter((one) => one.resource === 'policies' && isUsable(one.data));
  if (published.length === 0) return [...records];
  const keys = new Set(published.flatMap((one) => (one.resource === 'policies' ? one.data.key : [])));
  const inForce = await versionsInForce(context, [...keys]);
  return records.map((one) =>
    one.resource === 'policies' && isUsable(one.data) && inForce.has(one.id)
      ? { ...one, data: { ...one.data, inForce: true as const } }
      : one,
  );
}

const isUsable = ({ status, retiredAt }: { status: string; retiredAt?: string | undefined }) =>
  status === 'published' && retiredAt === undefined;
