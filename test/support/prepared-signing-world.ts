import { preparedForFile } from './prepared.ts';
import { aSigningWorld, type SigningWorld } from './signing-world.ts';

/** An organization that sends the documents of a file's tests, with its own tables. */
export const preparedSigningWorld = (): SigningWorld => preparedForFile(aSigningWorld);
