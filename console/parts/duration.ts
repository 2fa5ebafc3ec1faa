const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A duration as one number and unit: `17 d`, `3 h`, `5 min`. */
export function shortDuration(seconds: number): string {
  const size = Math.abs(seconds);
  if (size < MINUTE) return 'now';
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.floor(size / HOUR)} h`;
  return `${Math.floor(size / DAY)} d`;
}

/** A duration in words: `13 days`, `2 hours`. */
export function longDuration(seconds: number): string {
  const size = Math.abs(seconds);
  const [amount, unit] =
    size < HOUR
      ? [Math.max(1, Math.round(size / MINUTE)), 'minute']
      : size < 2 * DAY
        ? [Math.round(size / HOUR), 'hour']
        : [Math.round(size / DAY), 'day'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const UNITS = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
  [1, 'second'],
] as const;

/** A duration in the largest unit that states it exactly: `90 minutes`, `30 days`. */
export function exactDuration(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds % size === 0) ?? [1, 'second'];
  const amount = seconds / size;
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
