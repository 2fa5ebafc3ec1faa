import { useState } from 'react';
import type { Api } from '../api/client.ts';
import { useApi, useApiQuery, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { QueryPart } from '../parts/query-part.tsx';
import { Time } from '../parts/time.tsx';
import { toast, toastError } from '../parts/toast.tsx';

type Pack = Awaited<ReturnType<Api['jobs']['readEvidencePack']>>;

const POLL_MS = 2_000;
const isOpen = ({ status }: Pack) => status === 'queued' || status === 'running';

/** Everything about a subject for an examiner: asked for, followed and downloaded in one dialog. */
export function EvidencePackDialog({ subjectId, name, onClose }: { subjectId: string; name: string; onClose(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [hasNotes, setNotes] = useState(false);
  const [packId, setPackId] = useState<string>();
  if (packId !== undefined) return <Progress id={packId} name={name} onClose={onClose} />;
  const start = async (idempotencyKey: string) => {
    const body = { documentIds: [], includeNotes: hasNotes };
    const { id } = await api.jobs.createEvidencePack({ params: { id: subjectId }, body, idempotencyKey });
    setPackId(id);
    await invalidate(['subject', subjectId]);
  };
  return (
    <FormDialog title={`Evidence pack of ${name}`} button="Make the pack" onSubmit={start} onClose={onClose}>
      <p>
        A sealed PDF and a ZIP archive with every record of this subject, and proofs that an examiner verifies without
        the service. The history of the subject says who made it.
      </p>
      <label className="check">
        <input type="checkbox" checked={hasNotes} onChange={(event) => setNotes(event.target.checked)} />
        Include internal notes
      </label>
      <p className="caption">Agreements are named by the command line: assay evidence-packs create --documents.</p>
    </FormDialog>
  );
}

function Progress({ id, name, onClose }: { id: string; name: string; onClose(): void }) {
  const api = useApi();
  const pack = useApiQuery(
    ['evidence-packs', id],
    (_, signal) => api.jobs.readEvidencePack({ params: { id }, signal }),
    {
      pollMs: POLL_MS,
      pollWhile: isOpen,
    },
  );
  // An address is valid for minutes, so it is asked for when it is used.
  const download = async (part: 'report' | 'archive') => {
    const file = (await api.jobs.readEvidencePack({ params: { id } }))[part];
    if (file) window.location.assign(file.url);
    else toast('The file was deleted. Files are kept for seven days.', { tone: 'bad' });
  };
  const offer = (part: 'report' | 'archive') => void download(part).catch(toastError);
  return (
    <Dialog title={`Evidence pack of ${name}`} onClose={onClose} isBackdropInert>
      <div className="dialog-body">
        <QueryPart query={pack}>
          {(data) => (
            <>
              <p role="status">{stateInWords(data)}</p>
              {data.problem && <p className="text-bad">{data.problem.detail}</p>}
              {data.expiresAt && (
                <p className="caption">
                  The files are deleted on <Time at={data.expiresAt} style="exact" />.
                </p>
              )}
              {data.archive && !data.report && (
                <p className="text-bad">The report cannot be printed. Nothing is sealed.</p>
              )}
              <div className="dialog-actions">
                {data.report && <Button onClick={() => offer('report')}>Download the sealed PDF</Button>}
                {data.archive && <Button onClick={() => offer('archive')}>Download the archive</Button>}
                <Button look="primary" onClick={onClose}>
                  {isOpen(data) ? 'Close' : 'Done'}
                </Button>
              </div>
            </>
          )}
        </QueryPart>
      </div>
    </Dialog>
  );
}

function stateInWords({ status, done, paused }: Pack): string {
  if (paused) return `Waiting: ${paused.detail}`;
  if (status === 'queued') return 'Waiting to begin. The pack is made if you close this, too.';
  if (status === 'running') return `Running: ${done.toLocaleString('en')} records so far.`;
  if (status === 'completed') return `Ready: ${done.toLocaleString('en')} records.`;
  return status === 'failed' ? 'The pack failed.' : 'The pack was cancelled.';
}
