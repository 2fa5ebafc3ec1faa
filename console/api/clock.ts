/** Difference between the clock of the service and this one, from the `Date` header of its answers. */
let offsetMs = 0;

export function noteServerDate(header: string | null, now = Date.now()) {
  const server = header ? Date.parse(header) : Number.NaN;
  if (!Number.isFinite(server)) return;
  // The header has whole seconds, so smaller differences are noise.
  offsetMs = Math.abs(server - now) > 2000 ? server - now : 0;
}

/** Time of the service, for facts such as fresh, due and expired. */
export const serverNow = () => Date.now() + offsetMs;
