import * as z from 'zod';
import { type GatewayAnswer, json, message } from './gateway/gateway-answer.ts';

/** The time that functions see: the machine's, plus a shift. */
export interface LocalClock {
  now(): Date;
  shiftMs(): number;
  /** Sets the clock; without a time, to that of the machine. */
  moveTo(time: Date | undefined): void;
  /** `GET /_local/clock`. */
  read(): GatewayAnswer;
  /** `POST /_local/clock`. */
  set(body: Buffer): GatewayAnswer;
}

const Setting = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceSeconds: z.number() }),
  z.strictObject({ reset: z.literal(true) }),
]);

export function localClock(onMoved: (shiftMs: number) => void): LocalClock {
  let shiftMs = 0;
  const now = () => new Date(Date.now() + shiftMs);
  const shiftTo = (wantedMs: number) => {
    shiftMs = wantedMs;
    onMoved(shiftMs);
  };
  return {
    moveTo: (time) => shiftTo(time ? time.getTime() - Date.now() : 0),
    now,
    shiftMs: () => shiftMs,
    read: () => json(200, { now: now().toISOString(), shiftSeconds: shiftMs / 1000 }),
    set(body) {
      const setting = Setting.safeParse(parseJson(body)).data;
      if (!setting) return message(400, 'Give { "now": "<ISO>" }, { "advanceSeconds": n } or { "reset": true }.');
      const wantedMs = shiftFor(setting, shiftMs);
      // Functions could not store or even report a time outside this range.
      if (!isInYears(new Date(Date.now() + wantedMs).getUTCFullYear()))
        return message(400, 'The clock goes from the year 0 to the year 9999.');
      shiftTo(wantedMs);
      return json(200, { now: now().toISOString() });
    },
  };
}

function shiftFor(setting: z.infer<typeof Setting>, beforeMs: number): number {
  if ('now' in setting) return Date.parse(setting.now) - Date.now();
  return 'reset' in setting ? 0 : beforeMs + setting.advanceSeconds * 1000;
}

/** An invalid date has no year. */
const isInYears = (year: number) => year >= 0 && year <= 9999;

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
