import { gunzipSync } from 'node:zlib';
import { pageFilesDirectory } from '#shared/platform/environment.ts';
import { findStaticFile, readStaticFile } from '#shared/platform/http/static-files.ts';

/** Reads a built file of the signing page. */
export const findBuiltFile = (moduleUrl: string, name: string) => findStaticFile(moduleUrl, name, pageFilesDirectory());

/** For a file that always exists. */
export const readBuiltFile = (moduleUrl: string, name: string) => readStaticFile(moduleUrl, name, pageFilesDirectory());

/** The digest under which this build's files are served. */
export const readBuild = async (moduleUrl: string) =>
  gunzipSync((await readBuiltFile(moduleUrl, 'build.txt')).content).toString('utf8');
