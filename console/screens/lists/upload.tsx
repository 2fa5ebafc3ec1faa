import { useRef, useState } from 'react';
import type { ListSource } from '../../api/lists.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DropArea } from '../../parts/drop-area.tsx';
import { putFile } from '../../parts/put-file.ts';
import { Failure } from '../../parts/states.tsx';

/** A file that was sent and is being read. */
export interface SentFile {
  uploadId: string;
  fileName: string;
}

export interface Progress {
  name: string;
  share: number;
}

interface Props {
  listKey: string;
  accepted: ListSource['uploads'];
  blocked: string | null;
  /** The file that was sent last, and what became of it once that is known. */
  sent: SentFile | undefined;
  became: string | undefined;
  onSent(file: SentFile): void;
}

/** Uploads a file of the publisher, with progress, and has it read. */
export function UploadCard({ listKey, accepted, blocked, sent, became, onSent }: Props) {
  const api = useApi();
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<unknown>();
  const send = async (file: File) => {
    const refusal = whyNotSent(file, accepted);
    setError(refusal === null ? undefined : new Error(refusal));
    if (refusal !== null) return;
    setProgress({ name: file.name, share: 0 });
    try {
      const fileName = file.name.replaceAll(/[^\w.-]/g, '_');
      const upload = await api.screening.uploadScreeningFile({
        params: { key: listKey },
        body: { fileName, sizeBytes: file.size },
      });
      await putFile(upload, file, (share) => setProgress({ name: file.name, share }));
      await api.screening.refreshScreeningSource({
        params: { key: listKey },
        body: { upload: { uploadId: upload.uploadId, fileName: upload.fileName } },
      });
      onSent({ uploadId: upload.uploadId, fileName: file.name });
    } catch (problem) {
      setError(problem);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Card title="Upload a file">
      <DropArea
        className="card-body"
        onFiles={([file]) => {
          if (file && blocked === null) void send(file);
        }}
      >
        <p className="quiet">
          One file with the whole list, as the publisher names it: {accepted.map(({ example }) => example).join(', ')}.
          A second person approves it before it is searched, unless this installation allows one.
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept={accepted.map(({ nameEndsWith }) => nameEndsWith.replace(/^.*(?=\.)/, '')).join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void send(file);
            event.target.value = '';
          }}
        />
        <div>
          <Button blocked={blocked ?? (progress ? 'Uploading.' : null)} onClick={() => picker.current?.click()}>
            Choose a file
          </Button>
        </div>
        <SendingState progress={progress} sent={sent} became={became} />
        {error !== undefined && <Failure error={error} />}
      </DropArea>
    </Card>
  );
}

/** How far a file is, or what became of it. */
export function SendingState({
  progress,
  sent,
  became,
}: { progress: Progress | undefined } & Pick<Props, 'sent' | 'became'>) {
  if (progress)
    return (
      <label className="stack-s">
        Uploading {progress.name}
        <progress max={1} value={progress.share} />
      </label>
    );
  if (!sent) return null;
  return (
    <p role="status">
      {became ?? (
        <>
          {sent.fileName} was uploaded and is being read. <progress aria-label={`Reading ${sent.fileName}`} />
        </>
      )}
    </p>
  );
}

/** Why a file is refused before it is sent: the service would find the same after the whole upload. */
function whyNotSent({ name, size }: File, accepted: ListSource['uploads']): string | null {
  if (size === 0) return `${name} is empty. It was not sent.`;
  if (accepted.some(({ nameEndsWith }) => name.toLowerCase().endsWith(nameEndsWith.toLowerCase()))) return null;
  const expected = accepted.map(({ example }) => example).join(' or ');
  return `${name} is not a file of this list, so it was not sent. Expected: ${expected}.`;
}
