import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canInstall, installPackage, updatePackages } from './apt.ts';

const OLDEST_JAVA = 17;
const PACKAGE = 'openjdk-17-jre-headless';
/** Newer Debian releases have dropped 17; their default is newer. */
const NEWER_PACKAGE = 'default-jre-headless';

/** The Java runtime of DynamoDB Local. */
export const javaCommand = () => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java');

/**
 * Checks for a Java runtime. Installs it in containers and CI, otherwise names the package to
 * install.
 */
export async function requireJava(): Promise<void> {
  if (isRecentEnough(await javaVersion())) return;
  if (!(await canInstall())) throw new Error(REMEDY);

  console.log(`DynamoDB Local needs Java ${OLDEST_JAVA}: installing ${PACKAGE} with apt-get.`);
  await updatePackages();
  await installPackage(PACKAGE).catch(() => installPackage(NEWER_PACKAGE));
  if (!isRecentEnough(await javaVersion())) throw new Error(REMEDY);
}

const REMEDY =
  `DynamoDB Local needs a Java runtime, version ${OLDEST_JAVA} or newer. ` +
  `Debian and Ubuntu: sudo apt-get install ${PACKAGE}. macOS: brew install openjdk@17.`;

const isRecentEnough = (version: number | undefined) => version !== undefined && version >= OLDEST_JAVA;

/** Major version of the installed Java, or undefined. */
async function javaVersion(): Promise<number | undefined> {
  const { stderr } = await promisify(execFile)(javaCommand(), ['-version']).catch(() => ({
    stderr: '',
  }));
  const major = /version "(\d+)/.exec(stderr)?.[1];
  return major === undefined ? undefined : Number(major);
}
