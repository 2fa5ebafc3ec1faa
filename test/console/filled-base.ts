/** What all invented records have in common. */
export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** The time that records are relative to. */
export const clock = { nowMs: () => Date.now() };
export const ago = (ms: number) => new Date(clock.nowMs() - ms).toISOString();
export const uuid = (kind: number, index: number) =>
  `019ced2c-${kind.toString(16).padStart(4, '0')}-7000-8000-${index.toString(16).padStart(12, '0')}`;

export const ME = '4b7e2f0c-9d1a-4c3e-8f5b-2a6d7c8e9f00';
export const COLLEAGUE = '4b7e2f0c-9d1a-4c3e-8f5b-2a6d7c8e9f01';
