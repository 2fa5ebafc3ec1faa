import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commands } from '../src/commands.ts';
import { completionScript } from '../src/completion.ts';
import { EXIT } from '../src/failure.ts';
import { configFile } from '../src/profiles/config-file.ts';
import { runAssay } from './run-assay.ts';

const home = mkdtempSync(join(tmpdir(), 'assay-cli-'));
const env = { XDG_CONFIG_HOME: home, HOME: home, ASSAY_LOCAL: join(home, 'nowhere') };
afterAll(() => rmSync(home, { recursive: true }));

const URL_OF_SERVICE = 'https://api.example.com';

describe('usage', () => {
  test.each([
    ['no command', [], /^Usage: assay/],
    ['an unknown command', ['polices'], /Unknown command "polices"\. Did you mean "policies"\?/],
    ['a group without a command', ['policies'], /needs a command\.\n\nCommands:\n {2}policies validate/],
    ['an unknown option', ['whoami', '--what'], /Unknown option '--what'.*assay help whoami/],
    ['a missing argument', ['call'], /<operation> is missing/],
    ['a surplus argument', ['whoami', 'x'], /Unexpected argument "x"/],
    ['a wrong choice', ['completion', 'csh'], /<shell> must be one of bash, zsh, fish/],
    ['a file that does not exist', ['policies', 'validate', 'no.json'], /no\.json cannot be read/],
    ['no profile', ['whoami'], /There is no profile yet\. Run `assay login`/],
    ['a local profile without a local cloud', ['whoami', '-p', 'local:test'], /ASSAY_LOCAL is .*nowhere.* `npm start`/],
    ['--no-verify without a key', ['login', '--url', URL_OF_SERVICE, '--no-verify'], /--no-verify requires --key/],
    [
      'a http URL of another machine',
      ['login', '--url', 'http://a.example', '--key', 'k', '--secret', 's'],
      /must begin with https/,
    ],
  ])('%s exits with 2 and no stack trace', async (_case, args, message) => {
    const { exitCode, stdout, stderr } = await runAssay(args, env);

    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  test('every command has help that names its arguments and options', async () => {
    for (const command of commands) {
      const { exitCode, stdout } = await runAssay(['help', ...command.name.split(' ')], env);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`assay ${command.name}`);
      for (const name of Object.keys(command.options ?? {})) expect(stdout).toContain(`--${name}`);
    }
    expect((await runAssay(['screen', '--help'], env)).stdout).toContain('--concurrency');
  });

  test('help: the options of every command are aligned, and every exit code is listed', async () => {
    const { stdout } = await runAssay(['--help'], env);

    const [, options = ''] = /Options of every command:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
    const columns = options.split('\n').map((line) => line.length - line.replace(/^.*\S {2,}(?=\S)/, '').length);
    expect(options).toContain('--version');
    expect(new Set(columns).size).toBe(1);
    const codes = [...stdout.matchAll(/^ {2}(\d+) {2,}\S/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(EXIT));
    expect((await runAssay(['--version'], env)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each(['bash', 'zsh', 'fish'])('completion: the script for %s names all commands', (shell) => {
    const script = completionScript(shell, commands);

    for (const { name } of commands)
      for (const word of name.split(' ')) expect(script).toMatch(new RegExp(`\\b${word}\\b`));
    if (shell === 'fish') return;
    const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('completion: bash completes commands, options and choices', () => {
    const completed = (words: string) =>
      spawnSync(
        'bash',
        [
          '-c',
          `${completionScript('bash', commands)}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _assay; echo "\${COMPREPLY[*]}"`,
        ],
        { encoding: 'utf8' },
      ).stdout.trim();

    expect(completed('assay pol')).toBe('policies');
    expect(completed('assay policies p')).toBe('push pull promote');
    expect(completed('assay policies push --pu')).toBe('--publish');
    expect(completed('assay screen --format c')).toBe('csv');
  });
});

describe('profiles', () => {
  const login = (name: string, key: string) =>
    runAssay(
      ['login', '--url', `${URL_OF_SERVICE}/api/v1/`, '--key', key, '--secret', 'hush', '--no-verify', '-p', name],
      env,
    );

  test('login: a key is stored readable by its owner only, and its secret is not printed', async () => {
    const { exitCode, stdout, stderr } = await login('default', 'ak_test_1');

    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain(`Saved the API key ak_test_1 for ${URL_OF_SERVICE} as profile default.`);
    expect(stderr).not.toContain('hush');
    expect(statSync(configFile(env)).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'assay')).mode & 0o777).toBe(0o700);
  });

  test('a configuration that others can read is restricted again', async () => {
    await login('default', 'ak_test_1');
    chmodSync(configFile(env), 0o644);

    await runAssay(['logout', '--profile', 'none'], env);

    expect(statSync(configFile(env)).mode & 0o777).toBe(0o600);
  });

  test('logout: a profile is deleted, and unknown ones are named', async () => {
    await login('one', 'ak_test_1');
    await login('two', 'ak_test_2');

    expect((await runAssay(['logout'], env)).stderr).toContain('Deleted the profile two.');
    expect((await runAssay(['logout', '-p', 'two'], env)).exitCode).toBe(2);
    expect((await runAssay(['whoami', '-p', 'two'], env)).stderr).toMatch(/Known profiles: .*one/);
  });

  test('environment: a URL without credentials is refused instead of receiving those of a profile', async () => {
    await login('default', 'ak_test_1');

    const { exitCode, stderr } = await runAssay(['whoami'], {
      ...env,
      ASSAY_URL: 'https://b.example',
    });

    expect(exitCode).toBe(2);
    expect(stderr).toContain('Set ASSAY_URL together with ASSAY_KEY and ASSAY_SECRET');
  });

  test('a configuration that is not JSON is named', async () => {
    await login('default', 'ak_test_1');
    writeFileSync(configFile(env), '{');

    const { exitCode, stderr } = await runAssay(['whoami'], env);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('config.json is not valid JSON')]);
    rmSync(configFile(env));
  });
});
