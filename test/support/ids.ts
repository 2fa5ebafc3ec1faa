/** An id of a given time, independent of the ids that this process has created; `tail` makes it unique. */
export function idAt(milliseconds: number, tie = 0, tail = 0): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const third = ((0x70 | (tie >> 2)) << 8) | ((tie & 3) << 6);
  const last = tail.toString(16).padStart(10, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${third.toString(16)}-8a5c-${last}00`;
}
