import { expect, test, vi } from 'vitest';
import { hasJava, requireJava } from '../src/java.ts';

test('java: without a runtime the error names the command to install it, and nothing is installed', async () => {
  vi.stubEnv('JAVA_HOME', '/no/such/java');

  await expect(requireJava()).rejects.toThrow('sudo apt-get install openjdk-17-jre-headless');
  expect(await hasJava()).toBe(false);
});

test('java: the runtime that the engines of this run use is recent enough', async () => {
  vi.unstubAllEnvs();

  await expect(requireJava()).resolves.toBeUndefined();
});
