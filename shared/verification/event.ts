import type * as z from 'zod';
import type { NewEvent } from '#shared/platform/change.ts';
import type { verificationNotifications } from './notifications.ts';

type Announced = keyof typeof verificationNotifications;
type Payload<Type extends Announced> = Omit<
  z.infer<(typeof verificationNotifications)[Type]>,
  'subjectId' | 'resourceId'
>;

interface Changed {
  resource: string;
  id: string;
}

/** Event about a record of this module that is delivered to webhooks. */
export const announcedEvent = <Type extends Announced>(
  type: Type,
  { resource, id }: Changed,
  payload: Payload<Type>,
  about: Pick<NewEvent, 'subjectId' | 'reason' | 'details'>,
): NewEvent => ({ type, resource, resourceId: id, announced: true, payload, ...about });

/**
 * Event about a record of this module. It is stored in the history and not delivered to webhooks.
 */
export const verificationEvent = (
  type: `verification.${string}`,
  { resource, id }: Changed,
  about: { subjectId?: string | null; details?: Record<string, unknown> } = {},
): NewEvent => ({ type, resource, resourceId: id, subjectId: null, announced: false, ...about });
