import fc from 'fast-check';
import { runSeed } from './random.ts';

// Property tests of every run try the same cases, so a run that passed passes again. The soak tries new ones.
const seed = runSeed();
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
