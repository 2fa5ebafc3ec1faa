import type { OverlayPage } from '../printing/overlay-text.ts';

export type { OverlayPage, OverlayText } from '../printing/overlay-text.ts';

/** Values drawn by the printer, which shapes every script: one transparent page of exactly the given size each. */
export type PrintOverlay = (pages: readonly OverlayPage[]) => Promise<Uint8Array>;
