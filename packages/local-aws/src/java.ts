import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const OLDEST_JAVA = 17;
/** Packages of Debian and Ubuntu. Newer Debian releases have dropped 17; their default is newer. */
export const JAVA_PACKAGES = ['openjdk-17-jre-headless', 'default-jre-headless'] as const;

/** The Java runtime of DynamoDB Local. */
export const javaCommand = () => (process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java');

/** Installs nothing: the error names the package and the command. `npm test` installs it before it starts engines. */
export async function requireJava(): Promise<void> {
  if (!(await hasJava())) throw new Error(REMEDY);
}

const REMEDY =
  `DynamoDB Local needs a Java runtime, version ${OLDEST_JAVA} or newer. ` +
  `Debian and Ubuntu: sudo apt-get install ${JAVA_PACKAGES[0]} (or ${JAVA_PACKAGES[1]}). macOS: brew install openjdk@17.`;

/** Whether the installed Java is recent enough. */
export const hasJava = async () => ((await javaVersion()) ?? 0) >= OLDEST_JAVA;

/** Major version of the installed Java, or undefined. */
async function javaVersion(): Promise<number | undefined> {
  const { stderr } = await promisify(execFile)(javaCommand(), ['-version']).catch(() => ({
    stderr: '',
  }));
  const major = /version "(\d+)/.exec(stderr)?.[1];
  return major === undefined ? undefined : Number(major);
}
