/** Why a published file was rejected. Codes are stable: operators and alarms use them. */
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

/** The only place of this folder that throws: a file that cannot be trusted yields no list. */
export function unreadable(code: UnreadableCode, sentence: string): never {
  return raise(new ListUnreadable(code, sentence));
}

/** Converts errors of parser libraries to `ListUnreadable`; other errors are rethrown. */
export function raise(problem: unknown): never {
  throw problem;
}
