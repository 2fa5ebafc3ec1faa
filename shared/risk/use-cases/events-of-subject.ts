import { refused } from '@assay/foundation';
import type { Context } from '#shared/platform/context.ts';
import { findEvents } from '#shared/platform/store/history.ts';

/** Refuses events of other subjects, in the same way as unknown events. */
export async function assertEventsOf(
  { store, caller }: Context,
  subjectId: string,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  const events = await findEvents(store, caller, eventIds);
  const faults = eventIds.flatMap((id, index) =>
    events.get(id)?.subjectId === subjectId
      ? []
      : [{ path: `eventIds.${index}`, message: 'is not an event of this subject' }],
  );
  if (faults.length > 0)
    throw refused('unknown_event', 'Some events do not belong to this subject. See `errors`.', faults);
}
