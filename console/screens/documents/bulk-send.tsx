import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { oneOf, pathIn, useAddressQuery, usePathParam, useSetAddressQuery } from '../../address.ts';
import { isNotFound, useApiQuery, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { type ReportLine, reportIn } from './bulk-file.ts';
import { BulkProblems } from './bulk-problems.tsx';
import { Crumbs } from './crumbs.tsx';
import { type BulkSend, isOpen, markOf, useBulkSend, useCancelBulkSend, useDownloadReport } from './use-bulk-send.ts';

/** One bulk send: its progress, the rows that were refused, and its report with the documents. */
export function BulkSendScreen() {
  const id = usePathParam('id');
  const mode = useMode();
  const bulk = useBulkSend(id);
  const cancel = useCancelBulkSend();
  const download = useDownloadReport();
  const [isCancelling, setCancelling] = useState(false);
  const { data } = bulk;
  return (
    <>
      <TopBar
        title={data ? `${data.dryRun ? 'Check' : 'Bulk send'} of ${data.templateName}` : '…'}
        crumbs={
          <>
            <Crumbs />
            <Link to={pathIn(mode, 'documents', 'bulk-sends')}>Bulk sends</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          data && (
            <>
              {data.report && (
                <Button onClick={() => void download(data).catch(toastError)}>Download the report</Button>
              )}
              {isOpen(data) && (
                <Button look="danger" onClick={() => setCancelling(true)}>
                  Cancel
                </Button>
              )}
            </>
          )
        }
      />
      <div className="page">
        {isNotFound(bulk.error) ? (
          <Empty title="There is no bulk send with this id in this mode">
            <NextStep to={['documents', 'bulk-sends']}>All bulk sends</NextStep>
          </Empty>
        ) : (
          <QueryPart query={bulk} lines={8}>
            {(record) => (
              <div className="columns">
                <div className="stack">
                  <Progress bulk={record} />
                  <Outcome bulk={record} />
                </div>
                <Details bulk={record} />
              </div>
            )}
          </QueryPart>
        )}
      </div>
      {isCancelling && data && (
        <FormDialog
          title="Cancel the bulk send"
          button="Stop sending"
          look="danger"
          onClose={() => setCancelling(false)}
          onSubmit={async () => {
            await cancel(data);
            setCancelling(false);
          }}
        >
          <p>
            The rows that have begun are finished, 20 at most. Documents that were sent stay sent, and the report says
            which. The other rows are not sent.
          </p>
        </FormDialog>
      )}
    </>
  );
}

function Progress({ bulk }: { bulk: BulkSend }) {
  const { status, done, total, failed, sent, dryRun, problem, paused, estimatedEndAt } = bulk;
  const rows = total ?? 0;
  const { tone, word } = markOf(bulk);
  return (
    <Card title="Progress" end={<Pill tone={tone}>{word}</Pill>}>
      <div className="card-body stack" role="status">
        {isOpen(bulk) && (
          <label className="stack-s">
            {status === 'queued' ? 'Waiting to begin' : `Row ${done.toLocaleString('en')} of ${counted(rows, 'row')}`}
            <progress max={rows || 1} value={done} />
          </label>
        )}
        <dl className="figures">
          <div>
            <dt>{dryRun ? 'Can be sent' : 'Sent'}</dt>
            <dd>{(dryRun ? done - failed : sent).toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>Refused</dt>
            <dd className={failed > 0 ? 'is-bad' : undefined}>{failed.toLocaleString('en')}</dd>
          </div>
          <div>
            <dt>{isOpen(bulk) ? 'To do' : 'Not reached'}</dt>
            <dd>{(rows - done).toLocaleString('en')}</dd>
          </div>
        </dl>
        {estimatedEndAt && isOpen(bulk) && (
          <p className="quiet">
            Ends about <Time at={estimatedEndAt} />.
          </p>
        )}
        {paused && (
          <p className="text-warn">
            The organization has used what it may print today. The other documents are sent from{' '}
            <Time at={paused.until} style="exact" />.
          </p>
        )}
        <p className={status === 'failed' ? 'text-bad' : 'quiet'}>{sentence(bulk, problem?.detail)}</p>
      </div>
    </Card>
  );
}

function sentence({ status, dryRun, sent, failed }: BulkSend, detail: string | undefined): string {
  if (status === 'failed' && dryRun) return `${detail ?? 'It failed.'} Nothing was created or sent.`;
  if (status === 'failed')
    return `${detail ?? 'It failed.'} Documents that were sent stay sent; send the other rows again with a new file.`;
  if (status === 'cancelled')
    return dryRun ? 'The check was stopped.' : 'It was cancelled. Documents that were sent stay sent.';
  if (status !== 'completed') return 'You can leave this page. It continues without you.';
  if (dryRun) return 'Nothing was created or sent.';
  if (failed === 0) return `All ${counted(sent, 'document')} were sent. Invitations wait for the limits on emails.`;
  return sent === 0
    ? 'No document was created. Correct the rows and send them in a new file.'
    : 'Nothing was created for the refused rows. Correct them and send them in a new file.';
}

/** The report, once there is one; until then the rows that were refused so far. */
function Outcome({ bulk }: { bulk: BulkSend }) {
  const { report, problems } = bulk;
  if (report) return <Report bulk={bulk} url={report.url} />;
  return (
    <>
      {problems.length > 0 && (
        <Card title="Refused rows">
          <BulkProblems bulk={bulk} />
        </Card>
      )}
      {!isOpen(bulk) && (
        <Card title="Report">
          <p className="card-body quiet">
            {bulk.done === 0
              ? 'It ended before its first row, so there is no report.'
              : 'The report was deleted after seven days.'}
          </p>
        </Card>
      )}
    </>
  );
}

const FILTERS = ['sent', 'checked', 'refused'] as const;
const WORDS: Record<string, string> = { sent: 'Sent', checked: 'Can be sent', refused: 'Refused' };
const PAGE = 50;

function Report({ bulk, url }: { bulk: BulkSend; url: string }) {
  const report = useApiQuery(
    ['bulk-send', bulk.id, 'report'],
    async (_, signal) => {
      const response = await fetch(url, { signal });
      const lines = response.ok ? reportIn(await response.text()) : undefined;
      if (!lines) throw new Error(`The report cannot be read (status ${response.status}). Download it instead.`);
      return lines;
    },
    { staleMs: Number.POSITIVE_INFINITY },
  );
  const filter = oneOf(FILTERS, useAddressQuery().status);
  const setQuery = useSetAddressQuery();
  return (
    <Card
      title="Report"
      end={
        <Tabs
          label="Status"
          value={filter}
          options={[
            [undefined, 'All'],
            bulk.dryRun ? ['checked', 'Can be sent'] : ['sent', 'Sent'],
            ['refused', 'Refused'],
          ]}
          onValue={(status) => void setQuery({ status })}
        />
      }
    >
      <QueryPart query={report}>
        {(lines) => (
          <ReportLines key={filter} lines={lines.filter(({ status }) => filter === undefined || status === filter)} />
        )}
      </QueryPart>
    </Card>
  );
}

function ReportLines({ lines }: { lines: readonly ReportLine[] }) {
  const mode = useMode();
  const [shown, setShown] = useState(PAGE);
  if (lines.length === 0) return <p className="card-body quiet">No rows.</p>;
  return (
    <>
      <Table
        rows={lines.slice(0, shown)}
        idOf={({ line }) => line}
        columns={[
          { title: 'Line', look: 'num', cell: ({ line }) => line },
          {
            title: 'Status',
            cell: ({ status }) => (
              <Pill tone={status === 'refused' ? 'bad' : 'ok'} mark={status === 'refused' ? 'diamond' : 'dot'}>
                {WORDS[status] ?? status}
              </Pill>
            ),
          },
          { title: 'Signers', look: 'pre-wrap', cell: ({ signers }) => signers || '–' },
          {
            title: 'Document',
            look: 'pre-wrap',
            cell: ({ line, documentId, problem }): ReactNode =>
              documentId ? (
                <Link to={pathIn(mode, 'documents', documentId)} aria-label={`Open the document of line ${line}`}>
                  Open
                </Link>
              ) : (
                problem || '–'
              ),
          },
        ]}
      />
      {lines.length > shown && (
        <div className="card-body">
          <Button size="small" onClick={() => setShown(shown + PAGE)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Details({ bulk }: { bulk: BulkSend }) {
  const mode = useMode();
  const { templateId, templateName, revision, createdBy, createdAt, endedAt, columns, dryRun } = bulk;
  return (
    <Card title="Details">
      <dl className="facts card-body">
        <dt>What</dt>
        <dd>{dryRun ? 'A check: nothing is sent' : 'Creates and sends documents'}</dd>
        <dt>Template</dt>
        <dd>
          <Link to={pathIn(mode, 'templates', templateId)}>{templateName}</Link>, revision {revision}
        </dd>
        <dt>Started</dt>
        <dd>
          <Time at={createdAt} style="exact" /> by <Actor actor={createdBy} />
        </dd>
        {endedAt && (
          <>
            <dt>Ended</dt>
            <dd>
              <Time at={endedAt} style="exact" />
            </dd>
          </>
        )}
        <dt>Columns</dt>
        <dd className="pre-wrap">
          {Object.entries(columns)
            .map(([heading, meaning]) => `${heading || '(no heading)'}: ${meaning}`)
            .join('\n')}
        </dd>
      </dl>
    </Card>
  );
}
