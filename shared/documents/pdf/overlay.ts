import type { OverlayPage } from '../printing/typst-overlay.ts';

export type { OverlayPage, OverlayText } from '../printing/typst-overlay.ts';

/** Values drawn by the printer, which shapes every script: one transparent page of exactly the given size each. */
export type PrintOverlay = (pages: readonly OverlayPage[]) => Promise<Uint8Array>;
