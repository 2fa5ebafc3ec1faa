import { widthInEms } from '../printing/font-metrics.ts';
import { spelledOut } from './spelled-out.ts';

/** Some seventy letters, or forty Chinese characters: three lines of a cell. */
const NAME_EMS = 40;

/** What the certificate calls a signer where it lists them. */
export const signerNumbered = (index: number) => `Signer ${index + 1}`;

/** Whether a name, once every letter that no font has is spelled out, leaves a row of the trail a row. */
export function fitsInTrail(name: string): boolean {
  const ems = [...spelledOut(name)].reduce(
    (sum, character) => sum + widthInEms(character.codePointAt(0) ?? 0, 'text'),
    0,
  );
  return ems <= NAME_EMS;
}

/**
 * What a row of the audit trail calls a signer. One whose name would fill the row is called by the number
 * under which the certificate gives that name in full: the trail may have thousands of rows, and would have
 * as many pages.
 */
export const nameInTrail = (name: string, index: number) =>
  fitsInTrail(name) ? name : signerNumbered(index);
