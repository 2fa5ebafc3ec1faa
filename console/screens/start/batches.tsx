import { Link } from '@tanstack/react-router';
import { pathIn, useGo } from '../../address.ts';
import { usePages } from '../../api/pages.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { Crumbs } from './crumbs.tsx';

/** Batches of screening runs, by hand and by the API. */
export function ScreeningBatches() {
  const go = useGo();
  const mode = useMode();
  const list = usePages(['batches'], (api, { offset, signal }) =>
    api.screening.listScreeningBatches({ query: { offset }, signal }),
  );
  return (
    <>
      <TopBar
        title="Batches"
        crumbs={<Crumbs />}
        end={
          <>
            <Button onClick={() => void go('screen', 'look-backs')}>Look-backs</Button>
            <Button look="primary" onClick={() => void go('screen', 'batches', 'new')}>
              Screen several
            </Button>
          </>
        }
      />
      <div className="page">
        <Card title="Batches">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            isLink
            empty={
              <Empty title="No batches yet">
                <p>A batch screens up to a hundred persons or companies and keeps a run for each.</p>
                <Link to={pathIn(mode, 'screen', 'batches', 'new')}>Screen several</Link>
              </Empty>
            }
            columns={[
              {
                title: 'When',
                cell: ({ id, createdAt }) => (
                  <Link {...ROW} className="strong" to={pathIn(mode, 'screen', 'batches', id)}>
                    <Time at={createdAt} />
                  </Link>
                ),
              },
              { title: 'Screened', look: 'right', cell: ({ total, failed }) => total - failed },
              {
                title: 'With matches',
                look: 'right',
                cell: ({ byStatus }) => byStatus.match + byStatus.possible_match,
              },
              { title: 'Incomplete', look: 'right', cell: ({ byStatus }) => byStatus.incomplete + byStatus.error },
              { title: 'Refused', look: 'right', cell: ({ failed }) => failed },
              { title: 'Who', cell: ({ createdBy }) => <Actor actor={createdBy} /> },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
