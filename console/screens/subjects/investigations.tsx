import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { InvestigationCard } from './investigations-tab.tsx';

/** All investigations with their findings. */
export function Investigations() {
  const mode = useMode();
  const list = useRecords('investigations', { order: useOrder() });
  useRowKeys();
  return (
    <>
      <TopBar title="Investigations">
        <OrderSwitch />
      </TopBar>
      <div className="page stack">
        <QueryPart query={list}>
          {() =>
            list.items.length === 0 ? (
              <Empty title="No investigations yet">
                <p>Start one on the page of a subject.</p>
              </Empty>
            ) : (
              list.items.map((investigation) => (
                <div key={investigation.id} className="stack-s">
                  <Link {...ROW} to={pathIn(mode, 'subjects', investigation.data.subjectId)}>
                    Open the subject
                  </Link>
                  <InvestigationCard investigation={investigation} />
                </div>
              ))
            )
          }
        </QueryPart>
        <More list={list} />
      </div>
    </>
  );
}
