import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';

/** Packages of Debian and Ubuntu, which only root installs: in containers and CI. */
export const canInstall = async () => process.getuid?.() === 0 && (await hasApt());

const hasApt = () =>
  access('/usr/bin/apt-get').then(
    () => true,
    () => false,
  );

export const updatePackages = () => run('apt-get', 'update', '-qq');

export const installPackage = (name: string) => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);

export async function run(command: string, ...args: string[]): Promise<void> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} failed.`))));
  return promise;
}
