import type { Api } from '../../api/client.ts';
import { useApi } from '../../app.tsx';
import { Actor, useActorName } from '../../domain/actor.tsx';
import { sizeInWords } from '../../domain/file-words.ts';
import { inSentence } from '../../domain/request-words.ts';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';

type Note = Awaited<ReturnType<Api['risk']['listNotes']>>['items'][number];

/** A note with the people it mentions and its files. */
export function NoteItem({ note: { data } }: { note: Note }) {
  const nameOf = useActorName();
  const { mentions = [], attachments = [] } = data;
  return (
    <div className="card-body stack-s note">
      <p className="pre-wrap">{data.text}</p>
      {attachments.length > 0 && (
        <ul className="stack-s" aria-label="Attached files">
          {attachments.map((file) => (
            <li key={file.id} className="attached-file">
              <span className="truncate" title={`SHA-256 ${file.sha256}`}>
                {file.name} <span className="quiet">{sizeInWords(file.sizeBytes)}</span>
              </span>
              <Download id={file.id} name={file.name} />
            </li>
          ))}
        </ul>
      )}
      <p className="caption">
        <Actor actor={data.createdBy} />
        {mentions.length > 0 && ` mentioned ${mentions.map((id) => inSentence(nameOf(`user:${id}`))).join(', ')}`} ·{' '}
        <Time at={data.createdAt} />
      </p>
    </div>
  );
}

function Download({ id, name }: { id: string; name: string }) {
  const api = useApi();
  const download = async () => {
    const { data } = await api.risk.readAttachment({ params: { id } });
    window.location.assign(data.url);
  };
  return (
    <Button size="small" aria-label={`Download ${name}`} onClick={() => void download().catch(toastError)}>
      Download
    </Button>
  );
}
