import { useEffect, useRef, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FIRST, MOST_TEMPLATES } from './bundle.ts';
import { AddTemplate } from './choose-template.tsx';
import { RevisionField } from './revision-field.tsx';
import type { Template } from './use-template-at.ts';

/** A template of the document, which may not be loaded yet. */
export interface TemplatePart {
  key: string;
  id: string;
  revision: number;
  template: Template | undefined;
  error: unknown;
}

interface Props {
  parts: readonly TemplatePart[];
  onAdd(template: Pick<Template, 'id' | 'revision'>): void;
  onRemove(key: string): void;
  onMove(key: string, by: -1 | 1): void;
  onRevision(key: string, revision: number): void;
}

/** The templates of the document in the order in which they are printed. */
export function TemplateParts({ parts, onAdd, onRemove, onMove, onRevision }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [moved, setMoved] = useState<{ key: string; by: -1 | 1 }>();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // Moving an element takes the focus from what is in it.
    if (moved) list.current?.querySelector<HTMLElement>(`[data-moves="${moved.key} ${moved.by}"]`)?.focus();
  }, [moved]);
  const move = (key: string, by: -1 | 1) => {
    onMove(key, by);
    setMoved({ key, by });
  };
  const isBundle = parts.length > 1;
  const place = parts.findIndex(({ key }) => key === moved?.key);
  const nameOf = ({ template, error }: TemplatePart) => template?.name ?? (error ? 'Unknown template' : '…');
  return (
    <Card
      title="Templates"
      end={
        <Button
          size="small"
          blocked={parts.length >= MOST_TEMPLATES ? `A document has at most ${MOST_TEMPLATES} templates.` : null}
          onClick={() => setAdding(true)}
        >
          Add a template
        </Button>
      }
    >
      {isBundle ? (
        <ol className="plain-list" ref={list}>
          {parts.map((part, index) => {
            const name = nameOf(part);
            const numbered = `${name}, template ${index + 1}`;
            return (
              <li key={part.key} className="card-row">
                <span>
                  <span className="strong">
                    {index + 1}. {name}
                  </span>
                  {part.error !== null && part.error !== undefined && (
                    <span className="caption text-bad">This template or revision cannot be read. Remove it.</span>
                  )}
                  {part.key !== FIRST && (
                    <RevisionField
                      label={`Revision of ${numbered}`}
                      template={part}
                      onRevision={(revision) => onRevision(part.key, revision)}
                    />
                  )}
                </span>
                <span className="cluster">
                  <Button
                    size="small"
                    aria-label={`Move ${numbered}, up`}
                    data-moves={`${part.key} -1`}
                    blocked={index === 0 ? 'It is the first.' : null}
                    onClick={() => move(part.key, -1)}
                  >
                    Up
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Move ${numbered}, down`}
                    data-moves={`${part.key} 1`}
                    blocked={index === parts.length - 1 ? 'It is the last.' : null}
                    onClick={() => move(part.key, 1)}
                  >
                    Down
                  </Button>
                  <Button
                    size="small"
                    look="plain"
                    aria-label={`Remove ${numbered}`}
                    blocked={part.key === FIRST ? 'The document was begun with this template.' : null}
                    onClick={() => onRemove(part.key)}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            );
          })}
        </ol>
      ) : (
        <p className="card-body quiet">Further templates follow in the same document, each on a new page.</p>
      )}
      <p className="visually-hidden" role="status">
        {moved && place >= 0 && parts[place] ? `${nameOf(parts[place])} is now ${place + 1} of ${parts.length}.` : ''}
      </p>
      {isAdding && (
        <AddTemplate
          onAdd={(one) => {
            onAdd(one);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}
