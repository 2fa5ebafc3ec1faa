import { useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DropArea } from '../../parts/drop-area.tsx';
import { putFile } from '../../parts/put-file.ts';
import { Failure } from '../../parts/states.tsx';

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_NAME = 200;

/** Uploads a PDF with progress and opens the draft that is made from it. */
export function UploadPdf() {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const picker = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ name: string; share: number | null }>();
  const [error, setError] = useState<unknown>();
  const send = async (file: File) => {
    const refusal = whyNot(file);
    setError(refusal === null ? undefined : new Error(refusal));
    if (refusal !== null) return;
    setState({ name: file.name, share: 0 });
    try {
      const upload = await api.documents.openUpload({ body: { sizeBytes: file.size } });
      await putFile(upload, file, (share) => setState({ name: file.name, share }));
      setState({ name: file.name, share: null });
      const { id } = await api.documents.createDocument({
        body: { name: nameOf(file), uploadId: upload.uploadId },
        idempotencyKey: crypto.randomUUID(),
      });
      await invalidate(['documents']);
      void go('documents', id, 'prepare');
    } catch (problem) {
      setError(problem);
      setState(undefined);
    }
  };
  return (
    <Card title="From a PDF">
      <DropArea
        className="card-body"
        onFiles={([file]) => {
          if (file && !state) void send(file);
        }}
      >
        <p className="quiet">
          Up to 20 MB, not signed, and without a password to open it. Scripts, attachments and hidden content are
          removed.
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".pdf,application/pdf"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) void send(file);
            event.target.value = '';
          }}
        />
        <div>
          <Button blocked={state ? 'Uploading.' : null} onClick={() => picker.current?.click()}>
            Choose a PDF
          </Button>
        </div>
        {state && (
          <label className="stack-s">
            {state.share === null ? `Checking ${state.name}` : `Uploading ${state.name}`}
            <progress {...(state.share !== null && { max: 1, value: state.share })} />
          </label>
        )}
        {error !== undefined && <Failure error={error} />}
      </DropArea>
    </Card>
  );
}

/** Why a file is refused before it is sent: the service would find the same after the whole upload. */
function whyNot({ name, size }: File): string | null {
  if (size === 0) return `${name} is empty. It was not sent.`;
  return size > MOST_BYTES ? `${name} is larger than 20 MB. It was not sent.` : null;
}

const nameOf = ({ name }: File) =>
  name
    .replace(/\.pdf$/i, '')
    .trim()
    .slice(0, MOST_NAME) || 'Document';
