import { VERSION } from '#shared/version.ts';
import { freezeRecording } from './recordings.ts';

/** npm run freeze-stored-shapes: part of a release. CONTRIBUTING.md, "Stored shapes". */
freezeRecording(VERSION);
console.log(`The recording of ${VERSION} is frozen.`);
