import { useEffect, useId, useRef, useState } from 'react';
import { TextAreaField } from '../parts/field.tsx';
import { type Mentionable, peopleFor, typedMention, withMention } from './mentions.ts';

/**
 * A text in which `@` offers people. The field keeps the focus: arrow keys choose, Enter and Tab take the person, and
 * Escape closes the list.
 */
export function MentionField({
  label,
  maxLength,
  text,
  people,
  onText,
  onMention,
}: {
  label: string;
  maxLength: number;
  text: string;
  people: readonly Mentionable[];
  onText(text: string): void;
  onMention(person: Mentionable): void;
}) {
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  // Where the caret goes once the inserted name is shown.
  const next = useRef<number>(undefined);
  useEffect(() => {
    if (next.current === undefined || !text) return;
    field.current?.setSelectionRange(next.current, next.current);
    next.current = undefined;
  }, [text]);
  const typed = typedMention(text, caret);
  const offered = typed && typed.start !== closedAt ? peopleFor(typed.word, people) : [];
  const chosen = Math.min(at, offered.length - 1);
  const take = (person: Mentionable | undefined) => {
    if (!typed || !person) return;
    const after = withMention(text, typed, person);
    onText(after.text);
    onMention(person);
    setCaret(after.caret);
    next.current = after.caret;
    setClosedAt(typed.start);
    field.current?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (offered.length === 0 || event.metaKey || event.ctrlKey) return;
    if (event.key === 'ArrowDown') setAt((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setAt((chosen + offered.length - 1) % offered.length);
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) take(offered[chosen]);
    else if (event.key === 'Escape') setClosedAt(typed?.start);
    else return;
    // The dialog would send, move on or close.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="mention-field">
      <TextAreaField
        ref={field}
        label={label}
        hint="@ mentions a colleague."
        rows={4}
        required
        maxLength={maxLength}
        value={text}
        autoFocus
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? list : undefined}
        aria-activedescendant={offered[chosen] ? `${list}-${offered[chosen].userId}` : undefined}
        onText={(words) => {
          onText(words);
          setCaret(field.current?.selectionStart ?? words.length);
          setAt(0);
          if (typed?.start !== closedAt) setClosedAt(undefined);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
      />
      {offered.length > 0 && (
        <div id={list} role="listbox" aria-label="People" className="mention-list">
          {offered.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={person.userId}
              id={`${list}-${person.userId}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className="palette-option"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {offered.length > 0 && `${offered.length} people. Choose with the arrow keys.`}
      </span>
    </div>
  );
}
