import { useRef } from 'react';
import { PolicyChanges } from '../../domain/policy-changes.tsx';
import type { Definition } from '../../domain/policy-sentences.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { Difference } from '../../parts/difference.tsx';
import { textOf, type Version } from './lab-draft.ts';

/** What the text says otherwise than a version: in words, and in the lines of the JSON. */
export function LabDifferences({
  other,
  definition,
  text,
}: {
  other: Version;
  definition: Definition | undefined;
  text: string;
}) {
  const part = useRef<HTMLDivElement>(null);
  const at = useRef(-1);
  const move = (step: 1 | -1) => {
    const changes = [...(part.current?.querySelectorAll<HTMLElement>('ins, del') ?? [])];
    if (changes.length === 0) return;
    at.current = (at.current + step + changes.length) % changes.length;
    const change = changes[at.current];
    change?.setAttribute('tabindex', '-1');
    change?.scrollIntoView({ block: 'center' });
    change?.focus({ preventScroll: true });
  };
  useShortcuts('Differences', [
    { keys: '[', label: 'Previous difference', run: () => move(-1) },
    { keys: ']', label: 'Next difference', run: () => move(1) },
  ]);
  const { version, inForce } = other.data;
  return (
    <div ref={part} className="card-body stack">
      <div className="between">
        <p className="quiet">
          Compared with v{version}
          {inForce && ', which is in force'}.
        </p>
        <span className="cluster">
          <Button size="small" shortcut="[" onClick={() => move(-1)}>
            Previous
          </Button>
          <Button size="small" shortcut="]" onClick={() => move(1)}>
            Next
          </Button>
        </span>
      </div>
      {definition ? (
        <PolicyChanges before={other.data.definition} after={definition} />
      ) : (
        <p className="text-warn">The text has errors, so only its lines are compared.</p>
      )}
      <Difference before={textOf(other.data.definition)} after={definition ? textOf(definition) : text} />
    </div>
  );
}
