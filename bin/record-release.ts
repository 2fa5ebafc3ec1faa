import { writeRecording } from '#infra/recorded-uses.ts';
import { VERSION } from '#shared/version.ts';

/**
 * npm run record-release: records what the functions of this version use, for the roles of the next release.
 * CONTRIBUTING.md describes when.
 */
console.log(writeRecording(VERSION));
