import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { type Command, matching } from './palette-matching.ts';

export function Palette({
  commands,
  found,
  isSearching,
  nothing,
  text,
  onText,
  onClose,
}: {
  commands: readonly Command[];
  /** Records that the service found for the text, and where else to search for it. */
  found: readonly Command[];
  /** The service has not answered for this text yet. */
  isSearching: boolean;
  /** What is shown below when no record was found, or the search failed. */
  nothing: ReactNode;
  text: string;
  onText(text: string): void;
  onClose(): void;
}) {
  const [at, setAt] = useState(0);
  const list = useId();
  const shown = useMemo(() => [...matching(commands, text), ...found], [commands, found, text]);
  const chosen = Math.min(at, shown.length - 1);
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  // Enter before the answer opens the first result once it is there.
  const isEntered = useRef(false);
  const latest = useRef(() => {});
  latest.current = () => run(shown[0]);
  useEffect(() => {
    if (isSearching || !isEntered.current) return;
    isEntered.current = false;
    latest.current();
  }, [isSearching]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
    else if (event.key === 'Enter' && isSearching && shown.length === 0) isEntered.current = true;
    else if (event.key === 'Enter') run(shown[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search and commands" isTitleHidden className="palette" onClose={onClose}>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={shown[chosen] ? `${list}-${shown[chosen].id}` : undefined}
        aria-label="Find a record or a command"
        placeholder="External id, policy, document, or a command"
        value={text}
        autoFocus
        onChange={(event) => {
          onText(event.target.value);
          setAt(0);
          isEntered.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Results" className="palette-list">
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and names the option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
          <div
            key={command.id}
            id={`${list}-${command.id}`}
            role="option"
            aria-selected={index === chosen}
            className="palette-option"
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span className="truncate">{command.label}</span>
            {command.hint && <span className="caption">{command.hint}</span>}
          </div>
        ))}
      </div>
      <div role="status">{isSearching ? <p className="card-body quiet">Searching…</p> : nothing}</div>
    </Dialog>
  );
}
