import { memo, type RefObject, useId } from 'react';

/** A piece of a line: plain text, or what the author should recognize. */
export interface Token {
  text: string;
  look?: 'heading' | 'variable' | 'tag' | 'directive' | 'strong' | 'marker';
}

/** What is wrong with a text, counted from 1. */
export interface TextFinding {
  line: number;
  column: number;
  message: string;
  /** Nothing is wrong, but probably something else was meant. */
  isWarning?: boolean;
}

/**
 * A text field with line numbers, colours and marked findings. The coloured lines lie below the transparent text of a
 * native text field, which brings undo, input methods, spelling, and screen readers.
 */
export function CodeEditor({
  label,
  hint,
  value,
  findings,
  field,
  onText,
  tokensOf,
  isProse = false,
  isReadOnly = false,
}: {
  label: string;
  hint?: string | undefined;
  value: string;
  findings: readonly TextFinding[];
  field?: RefObject<HTMLTextAreaElement | null>;
  onText(text: string): void;
  /** The tokens of one line, which give back the line. Without it the text has no colours. */
  tokensOf?: (line: string) => readonly Token[];
  /** Its spelling is checked. */
  isProse?: boolean;
  isReadOnly?: boolean;
}) {
  const id = useId();
  const first = findings[0];
  return (
    <div className="code-editor">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <div className="code-scroll">
        <div className="code-lines" aria-hidden="true">
          {value.split('\n').map((line, index) => {
            const found = findings.find((finding) => finding.line === index + 1);
            // A line has no identity but its number.
            const key = `${index}`;
            return (
              <Line
                key={key}
                text={line}
                column={found?.column ?? null}
                isWarning={found?.isWarning ?? false}
                tokensOf={tokensOf}
              />
            );
          })}
        </div>
        <textarea
          id={id}
          ref={field}
          value={value}
          spellCheck={isProse}
          autoCapitalize="off"
          autoComplete="off"
          readOnly={isReadOnly}
          aria-invalid={findings.some(({ isWarning }) => !isWarning)}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <span id={`${id}-hint`} className="visually-hidden">
        {first ? `Line ${first.line}, column ${first.column}: ${first.message}` : hint}
      </span>
    </div>
  );
}

interface LineProps {
  text: string;
  column: number | null;
  isWarning: boolean;
  tokensOf: ((line: string) => readonly Token[]) | undefined;
}

const Line = memo(({ text, column, isWarning, tokensOf }: LineProps) => (
  <div className={column === null ? undefined : isWarning ? 'is-doubtful' : 'is-wrong'}>
    {withMark(tokensOf?.(text) ?? [{ text }], column).map(({ text: piece, look, isMarked }, index) => {
      const key = `${index}`;
      return (
        <span key={key} className={[look && `code-${look}`, isMarked && 'code-wrong'].filter(Boolean).join(' ')}>
          {piece}
        </span>
      );
    })}
  </div>
));

/** Cuts the token at the column, so that the finding is marked from there to the end of the token. */
function withMark(tokens: readonly Token[], column: number | null): readonly (Token & { isMarked?: boolean })[] {
  if (column === null) return tokens;
  let at = 1;
  return tokens.flatMap((token) => {
    const from = column - at;
    at += token.text.length;
    if (from < 0 || from >= token.text.length) return [token];
    return [
      { ...token, text: token.text.slice(0, from) },
      { ...token, text: token.text.slice(from), isMarked: true },
    ];
  });
}

/** Puts the cursor of a text field at a finding and shows its line. */
export function showFinding(field: HTMLTextAreaElement | null, { line, column }: TextFinding): void {
  if (!field) return;
  const before = field.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at);
  field.previousElementSibling?.children[line - 1]?.scrollIntoView({ block: 'center' });
}
