export interface Command {
  id: string;
  label: string;
  /** Shown on the right: a kind or a key. */
  hint?: string | undefined;
  run(): void;
}

/** Finds commands by their words in any order: `new key` finds "Create an API key". */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => {
    const lower = label.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
}
