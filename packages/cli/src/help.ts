import { type Argument, type CommandDescription, GLOBAL_OPTIONS, type Options } from './command-description.ts';

const EXIT_CODES = `Exit codes:
  0    success
  1    refused by the service, or rows of a file were refused
  2    wrong usage
  3    the service is unreachable
  4    a check failed
  5    a sealed document is intact, but its issuer was not checked
  6    an audit trail is consistent, but no seal binds it
  7    a sealed document is intact, but of another issuer
  8    an audit trail is not the one that the seal names
  9    a certificate of a seal was not valid
  10   the certificates of a seal do not lead to the expected issuer
  11   a seal is verified, but not whose timestamp it has
  12   a certificate of a seal had been revoked
  70   a fault of this program
  130  interrupted`;

export const overview = (commands: readonly CommandDescription[]) => `Usage: assay <command> [options]

Commands:
${aligned(commands.map(({ name, summary }) => [name, summary]))}

Options of every command:
${optionLines({ ...GLOBAL_OPTIONS, version: { short: 'v', summary: 'Print the version' } })}

Environment: ASSAY_URL with ASSAY_KEY and ASSAY_SECRET (or ASSAY_TOKEN), ASSAY_PROFILE, ASSAY_MODE, NO_COLOR.

${EXIT_CODES}

\`assay help <command>\` describes a command.`;

export function helpOf(command: CommandDescription): string {
  const { name, summary, description, options = {}, examples = [] } = command;
  const positionals = command.arguments ?? [];
  const usage = [`assay ${name}`, ...positionals.map(shownArgument), '[options]'].join(' ');
  return [
    `${summary}.`,
    `Usage: ${usage}`,
    ...(description === undefined ? [] : [description]),
    ...(positionals.length === 0
      ? []
      : [`Arguments:\n${aligned(positionals.map((one) => [`<${one.name}>`, one.summary]))}`]),
    ...(Object.keys(options).length === 0 ? [] : [`Options:\n${optionLines(options)}`]),
    `Options of every command:\n${optionLines(GLOBAL_OPTIONS)}`,
    ...(examples.length === 0 ? [] : [`Examples:\n${examples.map((one) => `  ${one}`).join('\n')}`]),
  ].join('\n\n');
}

/** The commands whose name begins with this word, such as `policies`. */
export const helpOfGroup = (commands: readonly CommandDescription[], group: string) =>
  `Commands:\n${aligned(
    commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name, summary }) => [name, summary]),
  )}`;

const shownArgument = ({ name, optional, repeated }: Argument) => {
  const shown = `<${name}>${repeated ? '...' : ''}`;
  return optional ? `[${shown}]` : shown;
};

const optionLines = (options: Options) =>
  aligned(
    Object.entries(options).map(([name, { value, short, choices, summary, repeated }]) => [
      `${short ? `-${short}, ` : ''}--${name}${value ? ` ${choices ? choices.join('|') : value}` : ''}`,
      repeated ? `${summary} (repeatable)` : summary,
    ]),
  );

function aligned(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
