import { useRef, useState } from 'react';
import { useDirectory } from '../api/directory.ts';
import { useMe } from '../api/me.ts';
import { useApi } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { DropArea } from '../parts/drop-area.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { FILES_ACCEPTED, sizeInWords } from './file-words.ts';
import { MentionField } from './mention-field.tsx';
import { type Mentionable, mentionedIn } from './mentions.ts';
import { useAttachments } from './use-attachments.ts';

const NOTE_CHARACTERS = 4000;
const MENTIONS = 20;

/** A note with people and files. What is typed and attached stays until it is sent. */
export function NoteDialog({
  subjectId,
  title,
  onClose,
  onDone,
  onFailed,
}: {
  subjectId: string;
  title: string;
  onClose(): void;
  onDone(): void;
  /** What is shown may be outdated. */
  onFailed?: () => void;
}) {
  const api = useApi();
  const { data: me } = useMe();
  const directory = useDirectory();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Mentionable[]>([]);
  const attached = useAttachments(subjectId);
  const picker = useRef<HTMLInputElement>(null);
  const people = directory
    .filter(({ userId }) => userId !== me?.userId)
    .map(({ userId, name, email }) => ({ userId, name: name ?? email ?? userId }));
  const mentions = mentionedIn(text, chosen);
  const send = async (idempotencyKey: string) => {
    const { uploads } = attached;
    const body = {
      text: text.trim(),
      ...(mentions.length > 0 && { mentions }),
      ...(uploads.length > 0 && { attachments: uploads }),
    };
    await api.risk.createNote({ params: { id: subjectId }, body, idempotencyKey }).catch((error: unknown) => {
      onFailed?.();
      throw error;
    });
    onDone();
  };
  const blocked =
    text.trim() === ''
      ? 'Write a note first.'
      : mentions.length > MENTIONS
        ? `A note mentions at most ${MENTIONS} people.`
        : attached.whyNotSend;
  return (
    <FormDialog title={title} button="Add note" blocked={blocked} onClose={onClose} onSubmit={send}>
      <DropArea onFiles={attached.add}>
        <MentionField
          label="Note"
          maxLength={NOTE_CHARACTERS}
          text={text}
          people={people}
          onText={setText}
          onMention={(person) => setChosen((now) => [...now, person])}
        />
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={FILES_ACCEPTED}
          aria-label="Files"
          onChange={(event) => {
            attached.add(event.target.files ?? []);
            event.target.value = '';
          }}
        />
        <div className="cluster">
          <Button size="small" onClick={() => picker.current?.click()}>
            Attach a file…
          </Button>
          <span className="caption">Or drop files here: up to 5, of 10 MB each. Checked by type and size.</span>
        </div>
        {attached.files.length > 0 && (
          <ul className="stack-s" aria-label="Attached files">
            {attached.files.map(({ key, file, share, error, upload }) => (
              <li key={key} className="attached-file">
                <span className="truncate">
                  {file.name} <span className="quiet">{sizeInWords(file.size)}</span>
                </span>
                <span className="cluster">
                  {error !== undefined ? (
                    <span className="text-bad" role="alert">
                      {error}
                    </span>
                  ) : upload ? (
                    <span className="quiet">Uploaded</span>
                  ) : (
                    <progress max={1} value={share} aria-label={`Uploading ${file.name}`} />
                  )}
                  <Button
                    size="small"
                    look="plain"
                    aria-label={`Remove ${file.name}`}
                    onClick={() => attached.remove(key)}
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </DropArea>
    </FormDialog>
  );
}
