import type { AssayProblem } from './client.ts';
import { commands } from './commands.ts';
import { EXIT, type ExitCode, Failure, messageOf } from './failure.ts';
import { findCommand } from './find-command.ts';
import { helpOf, overview } from './help.ts';
import { parseInvocation } from './invocation.ts';
import { jsonText, openTerminal, printable, type Terminal } from './terminal.ts';
import { VERSION } from './version.ts';

/** Runs the command of this process and sets its exit code. */
export async function run(): Promise<void> {
  const terminal = openTerminal(process, process.env);
  // The reader of a pipe, such as `head`, may close it at any time.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT.ok);
  });
  process.exitCode = await main(process.argv.slice(2), { terminal, env: process.env });
}

export async function main(
  argv: readonly string[],
  around: { terminal: Terminal; env: NodeJS.ProcessEnv },
): Promise<ExitCode> {
  try {
    return await dispatch(argv, around);
  } catch (error) {
    return await report(error, around, argv.includes('--json'));
  }
}

async function dispatch(
  argv: readonly string[],
  around: { terminal: Terminal; env: NodeJS.ProcessEnv },
): Promise<ExitCode> {
  const { terminal } = around;
  if (argv[0] === '--version' || argv[0] === '-v') {
    terminal.out(VERSION);
    return EXIT.ok;
  }
  if (argv.length === 0) {
    terminal.err(overview(commands));
    return EXIT.usage;
  }
  if (argv[0] === '--help' || argv[0] === '-h') {
    terminal.out(overview(commands));
    return EXIT.ok;
  }
  const { command, rest } = findCommand(commands, argv);
  const invocation = parseInvocation(command, rest, { ...around, commands });
  if (invocation.flag('help')) {
    terminal.out(helpOf(command));
    return EXIT.ok;
  }
  const execute = await command.load();
  return (await execute(invocation)) ?? EXIT.ok;
}

async function report(
  error: unknown,
  { terminal, env }: { terminal: Terminal; env: NodeJS.ProcessEnv },
  isJson: boolean,
): Promise<ExitCode> {
  if (error instanceof Failure) {
    terminal.err(error.message.split('\n').map(printable).join('\n'));
    return error.exitCode;
  }
  // Loaded here, so that commands without a request start faster.
  const { AssayProblem, AssayUnexpectedResponse, AssayUnreachable } = await import('./client.ts');
  if (error instanceof AssayProblem) {
    const { status, code, requestId } = error;
    if (isJson) terminal.err(jsonText({ status, code, requestId, ...error.document }));
    else reportProblem(error, terminal);
    return EXIT.refused;
  }
  if (error instanceof AssayUnreachable || error instanceof AssayUnexpectedResponse) {
    terminal.err(printable(error.message));
    return EXIT.unreachable;
  }
  terminal.err(`Unexpected error: ${messageOf(error)}`);
  if (env.ASSAY_DEBUG && error instanceof Error) terminal.err(error.stack ?? '');
  return EXIT.internal;
}

function reportProblem(error: AssayProblem, terminal: Terminal): void {
  terminal.err(`${printable(error.detail)} (${error.status} ${error.code})`);
  for (const { path, message } of error.errors) terminal.err(`  ${printable(path)}: ${printable(message)}`);
  for (const [name, value] of Object.entries(error.document))
    if (!SHOWN.includes(name)) terminal.err(`  ${printable(name)}: ${printable(valueText(value))}`);
  if (error.requestId !== undefined) terminal.err(`  Request id: ${error.requestId}`);
}

/** Properties of every problem; others belong to a code, such as `existingId`. */
const SHOWN = ['type', 'title', 'status', 'detail', 'code', 'requestId', 'errors', 'message'];

const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
