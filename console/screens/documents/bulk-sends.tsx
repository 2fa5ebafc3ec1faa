import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';
import { isOpen, markOf } from './use-bulk-send.ts';

type Job = Awaited<ReturnType<Api['jobs']['listJobs']>>['items'][number];

const POLL_MS = 2_000;

const inputOf = ({ input }: Job) => input as { templateName?: string; rows?: number; dryRun?: boolean };

/** Bulk sends and checks of them, for 90 days. */
export function BulkSends() {
  const mode = useMode();
  const list = usePages(
    ['jobs', 'bulk_send'],
    (api, { offset, signal }) => api.jobs.listJobs({ query: { kind: 'bulk_send', order: 'newest', offset }, signal }),
    { pollWhile: (jobs: readonly Job[]) => jobs.some(isOpen), pollMs: POLL_MS },
  );
  return (
    <>
      <TopBar
        title="Bulk sends"
        crumbs={<Crumbs />}
        end={
          <Link className="button primary" to={pathIn(mode, 'documents', 'bulk-sends', 'new')}>
            New bulk send
          </Link>
        }
      />
      <div className="page">
        <Card title="Bulk sends">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title="No bulk sends yet">
                <p>A bulk send creates and sends one document for each row of a CSV file.</p>
                <NextStep to={['documents', 'bulk-sends', 'new']}>New bulk send</NextStep>
              </Empty>
            }
            columns={[
              {
                title: 'Template',
                cell: (job) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'documents', 'bulk-sends', job.id)}>
                    {inputOf(job).templateName ?? 'Template'}
                  </Link>
                ),
              },
              { title: 'What', look: 'quiet', cell: (job) => (inputOf(job).dryRun ? 'Check' : 'Sending') },
              { title: 'Status', cell: (job) => <Pill tone={markOf(job).tone}>{markOf(job).word}</Pill> },
              {
                title: 'Rows',
                look: 'right num',
                cell: (job) => `${job.done.toLocaleString('en')} of ${(inputOf(job).rows ?? 0).toLocaleString('en')}`,
              },
              { title: 'Refused', look: 'right num', cell: ({ failed }) => failed.toLocaleString('en') },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
              { title: 'When', look: 'quiet', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
