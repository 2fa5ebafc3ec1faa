import { useState } from 'react';
import { usePages } from '../../api/pages.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { inputWords, isOpen, type Job, kindWords, STATUS_WORDS } from './export-words.ts';
import { NewExportDialog } from './new-export.tsx';

const POLL_MS = 2_000;

/** Files with records of this mode: start one, watch it, download it. */
export function Exports() {
  const [isAsking, setAsking] = useState(false);
  const list = usePages(
    ['jobs'],
    (api, { offset, signal }) => api.jobs.listJobs({ query: { kind: 'export', order: 'newest', offset }, signal }),
    { pollWhile: (jobs: readonly Job[]) => jobs.some(isOpen), pollMs: POLL_MS },
  );
  return (
    <>
      <TopBar
        title="Exports"
        end={
          <Button look="primary" onClick={() => setAsking(true)}>
            New export
          </Button>
        }
      />
      <div className="page">
        <Card title="Exports">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            empty={
              <Empty title="No exports yet">
                <p>An export writes records of this mode to a file, for a spreadsheet or an examiner.</p>
                <Button onClick={() => setAsking(true)}>New export</Button>
              </Empty>
            }
            columns={[
              { title: 'What', look: 'strong', cell: (job) => kindWords(job) },
              { title: 'Filter', look: 'quiet', cell: (job) => inputWords(job) },
              { title: 'Records', look: 'right', cell: ({ done }) => done.toLocaleString('en') },
              { title: 'Status', cell: (job) => <Status job={job} /> },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
              { title: 'When', look: 'quiet', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Actions', isTitleHidden: true, look: 'right', cell: (job) => <Actions job={job} /> },
            ]}
          />
        </Card>
      </div>
      {isAsking && <NewExportDialog onClose={() => setAsking(false)} />}
    </>
  );
}

const Status = ({ job: { status, problem } }: { job: Job }) => (
  <>
    <Pill mark={status === 'completed' ? 'dot' : 'ring'}>{STATUS_WORDS[status]}</Pill>
    {problem && <div className="caption">{problem.detail}</div>}
  </>
);

function Actions({ job }: { job: Job }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const cancel = async () => {
    await api.jobs.cancelJob({ params: { id: job.id } });
    toast('The export was cancelled.');
    await invalidate(['jobs']);
  };
  // The address of a file is valid for minutes, so it is asked for when it is used.
  const download = async () => {
    const { file } = await api.jobs.readExport({ params: { id: job.id } });
    if (file) window.location.assign(file.url);
    else toast('The file was deleted. Files are kept for seven days.', { tone: 'bad' });
  };
  if (isOpen(job))
    return (
      <Button {...ROW} size="small" onClick={() => void cancel().catch(toastError)}>
        Cancel
      </Button>
    );
  if (job.status !== 'completed') return null;
  return (
    <Button {...ROW} size="small" onClick={() => void download().catch(toastError)}>
      Download
    </Button>
  );
}
