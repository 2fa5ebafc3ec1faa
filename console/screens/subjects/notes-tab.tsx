import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { NoteDialog } from '../../domain/note-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { NoteItem } from './note.tsx';

/** What people wrote about the subject, newest first. Notes are never changed or sent to webhooks. */
export function NotesTab({ subjectId }: { subjectId: string }) {
  const api = useApi();
  const mode = useMode();
  const invalidate = useInvalidate();
  const [isWriting, setWriting] = useState(false);
  const notes = useInfiniteQuery({
    queryKey: [mode, 'subject', subjectId, 'notes'],
    queryFn: ({ pageParam, signal }) =>
      api.risk.listNotes({
        params: { id: subjectId },
        query: { order: 'newest', ...(pageParam > 0 ? { offset: pageParam } : {}) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset ?? undefined,
  });
  const items = notes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card
      title="Notes"
      end={
        <Button size="small" onClick={() => setWriting(true)}>
          Write a note
        </Button>
      }
    >
      <QueryPart query={notes}>
        {() =>
          items.length === 0 ? (
            <p className="card-body quiet">No notes yet.</p>
          ) : (
            items.map((note) => <NoteItem key={note.id} note={note} />)
          )
        }
      </QueryPart>
      <More list={notes} />
      {isWriting && (
        <NoteDialog
          subjectId={subjectId}
          title="Write a note"
          onClose={() => setWriting(false)}
          onDone={() => {
            setWriting(false);
            void invalidate(['subject', subjectId]);
          }}
        />
      )}
    </Card>
  );
}
