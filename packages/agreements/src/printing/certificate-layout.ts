import { MARGIN, textHeightOf, textWidthOf } from './page.ts';
import type { PageSize } from './printer.ts';

/** Lengths of the certificate of completion, in points. All signers have the same columns. */
export const CERTIFICATE = {
  margin: MARGIN,
  textSize: 8.5,
  nameSize: 10,
  /** At these sizes a full IPv6 address (39 characters) and a SHA-256 (64) each fit on one line. */
  idSize: 7.5,
  smallIdSize: 6.5,
  inset: 6,
  summaryLabel: 116,
  signerLabel: 100,
  signature: { width: 140, height: 52 },
  /** Between a signature's frame and its image. */
  signaturePadding: 4,
  time: 112,
  event: 104,
  address: 166,
} as const;

const { inset, summaryLabel, signerLabel, signature, time, event, address } = CERTIFICATE;

/** Line widths of the columns that hold text of any length. */
export function lineWidths(pageSize: PageSize) {
  const text = textWidthOf(pageSize);
  return {
    text,
    summaryValue: text - summaryLabel - 2 * inset,
    signerName: text - 2 * inset,
    signerValue: text - signerLabel - signature.width - 5 * inset,
    time: time - 2 * inset,
    event: event - 2 * inset,
    actor: text - time - event - address - 2 * inset,
    address: address - 2 * inset,
  };
}

/** A block higher than this does not fit on one page with the heading above it. */
export const keptHeight = (pageSize: PageSize) => textHeightOf(pageSize) - 40;
