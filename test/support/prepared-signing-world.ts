import { preparedForFile } from './prepared.ts';
import { aSigningWorld, type SigningWorld } from './signing-world.ts';

/** An organization that sends the documents of a file's tests, on tables of the file's own. */
export const preparedSigningWorld = (): SigningWorld => preparedForFile(aSigningWorld);
