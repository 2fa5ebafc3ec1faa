/** Difference between the clock of the service and this one, from the `Date` header of its answers. */
let offsetMs = 0;

export function noteServerDate(header: string | null, now = Date.now()) {
  const server = header ? Date.parse(header) : Number.NaN;
  // The header has whole seconds, so smaller differences are noise.
  if (Number.isFinite(server) && Math.abs(server - now) > 2000) offsetMs = server - now;
}

/** Time of the service, for facts such as fresh, due and expired. */
export const serverNow = () => Date.now() + offsetMs;
