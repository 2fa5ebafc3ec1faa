import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useIsAdmin } from '../../api/me.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { IfAllowed, NextStep } from '../../domain/next-step.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';

/** Policies by key: the version in force and the newest draft. */
export function Policies() {
  const mode = useMode();
  const isAdmin = useIsAdmin();
  const list = useRecords('policies', { order: 'newest' });
  const policies = [...Map.groupBy(list.items, ({ data }) => data.key)].map(([key, versions]) => {
    const sorted = versions.toSorted((one, other) => other.data.version - one.data.version);
    const published = sorted.find(({ data }) => data.inForce);
    const draft = sorted.find(({ data }) => data.status === 'draft' && data.version > (published?.data.version ?? 0));
    return { key, published, draft, shown: published ?? sorted[0] };
  });
  return (
    <>
      <TopBar
        title="Policies"
        end={
          <Link className="button primary" to={pathIn(mode, 'policies', 'lab', 'new')}>
            New policy
          </Link>
        }
      />
      <div className="page">
        <Card title="Policies">
          <RecordTable
            list={list}
            rows={policies}
            idOf={({ key }) => key}
            isLink
            empty={
              <Empty title="No policies yet">
                <p>A policy turns evidence into a score, a decision and actions.</p>
                <IfAllowed blocked={isAdmin ? null : 'Owners and admins create policies.'}>
                  <NextStep to={['policies', 'lab', 'new']}>New policy</NextStep>
                </IfAllowed>
              </Empty>
            }
            columns={[
              {
                title: 'Policy',
                cell: ({ key }) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'policies', key)}>
                    {key}
                  </Link>
                ),
              },
              { title: 'In force', cell: ({ published }) => (published ? <Published policy={published} /> : '–') },
              {
                title: 'Newest draft',
                cell: ({ draft }) => (draft ? <Pill mark="ring">v{draft.data.version}</Pill> : '–'),
              },
              { title: 'Inputs', look: 'num', cell: ({ shown }) => shown?.data.definition.inputs.length },
              { title: 'Rules', look: 'num', cell: ({ shown }) => shown?.data.definition.rules.length },
            ]}
          />
        </Card>
      </div>
    </>
  );
}

const Published = ({ policy: { data } }: { policy: RecordOf<'policies'> }) => (
  <span className="cluster">
    <Pill tone="ok">v{data.version}</Pill>
    {data.publishedAt && (
      <span className="quiet">
        <Time at={data.publishedAt} />
      </span>
    )}
  </span>
);
