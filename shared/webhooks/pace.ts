import { addSeconds } from '#shared/platform/clock.ts';
import { PACED_AHEAD_SECONDS, PACED_PER_SECOND } from './limits.ts';

/** When a further batch of a long series of deliveries is sent, and until when the receiver is busy with it. */
export interface Pace {
  sendAt: Date;
  delaySeconds: number;
  pacedUntil: Date;
}

export function paceOf(pacedUntil: string | undefined, count: number, now: Date): Pace {
  const startMs = Math.max(now.getTime(), pacedUntil === undefined ? 0 : Date.parse(pacedUntil));
  const sendAt = new Date(startMs);
  return {
    sendAt,
    delaySeconds: Math.ceil((startMs - now.getTime()) / 1000),
    pacedUntil: addSeconds(sendAt, count / PACED_PER_SECOND),
  };
}

/** Whether enough is enqueued for now. */
export const isFarAhead = (pacedUntil: string | undefined, now: Date): boolean =>
  pacedUntil !== undefined && Date.parse(pacedUntil) - now.getTime() > PACED_AHEAD_SECONDS * 1000;
