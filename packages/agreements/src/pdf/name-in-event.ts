import { widthInEms } from '../printing/font-metrics.ts';
import { spelledOut } from './spelled-out.ts';

/** About forty letters, or 24 Chinese characters: three lines of a cell. */
const NAME_EMS = 24;

/** The heading of a signer on the certificate. */
export const signerNumbered = (index: number) => `Signer ${index + 1}`;

/**
 * Whether a name fits into an event row of the certificate, with uncovered characters spelled out.
 */
export function fitsInEvent(name: string): boolean {
  const ems = [...spelledOut(name)].reduce(
    (sum, character) => sum + widthInEms(character.codePointAt(0) ?? 0, 'text'),
    0,
  );
  return ems <= NAME_EMS;
}

/**
 * The name in an event row. A longer one is printed once in the signer's own block, and by number
 * here.
 */
export const nameInEvent = (name: string, index: number) => (fitsInEvent(name) ? name : signerNumbered(index));
