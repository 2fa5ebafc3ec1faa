import type { OverlayPage } from '../printing/overlay-text.ts';

export type { OverlayPage, OverlayText, Turn } from '../printing/overlay-text.ts';

/** Prints values in any script, on one transparent page of exactly the given size each. */
export type PrintOverlay = (pages: readonly OverlayPage[]) => Promise<Uint8Array>;
