import { type CommandDescription, GLOBAL_OPTIONS, type Options } from './command-description.ts';

/** Scripts that complete commands, options and their values. All derive from the command table. */
export function completionScript(shell: string, commands: readonly CommandDescription[]): string {
  if (shell === 'zsh') return zsh(commands);
  return shell === 'fish' ? fish(commands) : bash(commands);
}

const optionsOf = ({ options = {} }: CommandDescription): Options => ({
  ...options,
  ...GLOBAL_OPTIONS,
});

/** First words, with the second words of each. */
function groupsOf(commands: readonly CommandDescription[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    groups.set(first, [...(groups.get(first) ?? []), ...(second === undefined ? [] : [second])]);
  }
  return groups;
}

const flags = (options: Options) => Object.keys(options).map((name) => `--${name}`);

function choiceCases(commands: readonly CommandDescription[]): Map<string, readonly string[]> {
  return new Map(
    commands.flatMap((command) =>
      Object.entries(optionsOf(command)).flatMap(([name, { choices }]) =>
        choices ? [[`--${name}`, choices] as const] : [],
      ),
    ),
  );
}

function bash(commands: readonly CommandDescription[]): string {
  const groups = groupsOf(commands);
  const seconds = [...groups].filter(([, words]) => words.length > 0);
  return `# Bash completion of assay: eval "$(assay completion bash)"
_assay() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local name="\${COMP_WORDS[1]}" words=""
  case "$previous" in
${[...choiceCases(commands)].map(([flag, choices]) => `    ${flag}) words="${choices.join(' ')}" ;;`).join('\n')}
  esac
  if [ -n "$words" ]; then :
  elif [ "$COMP_CWORD" -eq 1 ]; then words="${[...groups.keys()].join(' ')}"
  elif [ "$COMP_CWORD" -eq 2 ] && [[ "$word" != -* ]]; then
    case "$name" in
${seconds.map(([first, words]) => `      ${first}) words="${words.join(' ')}" ;;`).join('\n')}
      call) words="$(assay operations 2>/dev/null)" ;;
      completion) words="bash zsh fish" ;;
    esac
  elif [[ "$word" == -* ]]; then
    case "$name \${COMP_WORDS[2]}" in
${commands
  .map((command) => {
    const pattern = command.name.includes(' ') ? `"${command.name}"` : `"${command.name} "*`;
    return `      ${pattern}) words="${flags(optionsOf(command)).join(' ')}" ;;`;
  })
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _assay assay
`;
}

const zsh = (commands: readonly CommandDescription[]) => `#compdef assay
# Zsh completion of assay: eval "$(assay completion zsh)"
autoload -U +X compinit bashcompinit && (( $+functions[compdef] )) || compinit
bashcompinit
${bash(commands)}`;

function fish(commands: readonly CommandDescription[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const groups = groupsOf(commands);
  const lines = commands.flatMap((command) => {
    const [first = '', second] = command.name.split(' ');
    const seen =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    return [
      second === undefined
        ? `complete -c assay -f -n __fish_use_subcommand -a ${first} -d ${quoted(command.summary)}`
        : `complete -c assay -f -n '__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${(groups.get(first) ?? []).join(' ')}' -a ${second} -d ${quoted(command.summary)}`,
      ...Object.entries(optionsOf(command)).map(([name, { value, choices, summary }]) =>
        [
          `complete -c assay -n '${seen}' -l ${name} -d ${quoted(summary)}`,
          ...(value === undefined ? [] : ['-r']),
          ...(choices === undefined ? [] : [`-f -a '${choices.join(' ')}'`]),
        ].join(' '),
      ),
    ];
  });
  const firsts = [...groups]
    .filter(([, words]) => words.length > 0)
    .map(([first]) => `complete -c assay -f -n __fish_use_subcommand -a ${first}`);
  return [
    '# Fish completion of assay: assay completion fish | source',
    ...firsts,
    ...lines,
    `complete -c assay -f -n '__fish_seen_subcommand_from call' -a '(assay operations 2>/dev/null)'`,
    `complete -c assay -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'`,
    '',
  ].join('\n');
}
