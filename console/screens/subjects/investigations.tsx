import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { RecordList } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { InvestigationCard } from './investigations-tab.tsx';

/** All investigations with their findings. */
export function Investigations() {
  const mode = useMode();
  const list = useRecords('investigations', { order: useOrder() });
  return (
    <>
      <TopBar title="Investigations">
        <OrderSwitch />
      </TopBar>
      <div className="page stack">
        <RecordList
          list={list}
          rows={list.items}
          empty={
            <Empty title="No investigations yet">
              <p>Start one on the page of a subject.</p>
              <NextStep to={['subjects']}>Choose a subject</NextStep>
            </Empty>
          }
        >
          {(investigations) =>
            investigations.map((investigation) => (
              <div key={investigation.id} className="stack-s">
                <Link {...ROW} to={pathIn(mode, 'subjects', investigation.data.subjectId)}>
                  Open the subject
                </Link>
                <InvestigationCard investigation={investigation} />
              </div>
            ))
          }
        </RecordList>
      </div>
    </>
  );
}
