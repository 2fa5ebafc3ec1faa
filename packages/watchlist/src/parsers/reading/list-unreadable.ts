/** Why a published file was refused as a whole. Codes are stable: operators and alarms read them. */
export type UnreadableCode =
  | 'missing_file'
  | 'empty_file'
  | 'truncated'
  | 'malformed'
  | 'unexpected_format'
  | 'wrong_list'
  | 'forbidden_markup'
  | 'too_large'
  | 'too_deep'
  | 'no_entries';

export class ListUnreadable extends Error {
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, sentence: string) {
    super(sentence);
    this.name = 'ListUnreadable';
    this.code = code;
  }
}

/** The one place of this folder that throws: a file that cannot be trusted yields no list at all. */
export function unreadable(code: UnreadableCode, sentence: string): never {
  return raise(new ListUnreadable(code, sentence));
}

/** What a library threw over a file becomes our refusal; anything else stays what it was. */
export function raise(problem: unknown): never {
  throw problem;
}
