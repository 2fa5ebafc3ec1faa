import { useCallback, useDeferredValue } from 'react';
import { useAddressQuery, useGo, useSetAddressQuery } from '../../address.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { NewSubject } from '../../domain/create-subject-dialog.tsx';
import { ExportButton } from '../../domain/export-button.tsx';
import { PagedRows } from '../../parts/paged-rows.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useSelection } from '../../parts/use-selection.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';

type SubjectRecord = RecordOf<'subjects'>;
const idOf = (subject: SubjectRecord) => subject.id;
const nameOf = ({ data }: SubjectRecord) => data.externalId;
const render = ({ data }: SubjectRecord) => (
  <div className="subject-row">
    <span className="mono strong truncate">{data.externalId}</span>
    <span className="quiet">{data.kind}</span>
    <span className="quiet">
      <Time at={data.createdAt} />
    </span>
  </div>
);

const FILTERS = ['search', 'order'] as const;

/** All subjects, found by their external id. */
export function Subjects() {
  const search = useAddressQuery().search;
  const setQuery = useSetAddressQuery();
  const order = useOrder();
  const asked = useDeferredValue(search?.trim() || undefined);
  const list = useRecords('subjects', asked ? { search: asked } : { order });
  const selection = useSelection(list.items, { idOf, list: asked ? `search ${asked}` : order });
  const go = useGo();
  const open = useCallback((subject: SubjectRecord) => void go('subjects', subject.id), [go]);
  return (
    <>
      <TopBar
        title="Subjects"
        end={
          <KeyHints
            hints={[
              ['j k', 'move'],
              ['Enter', 'open'],
            ]}
          />
        }
      >
        <input
          className="input search"
          type="search"
          aria-label="Search by external id"
          placeholder="Search by external id"
          value={search ?? ''}
          onChange={(event) => void setQuery({ search: event.target.value || undefined })}
        />
        {!asked && <OrderSwitch />}
        <SavedViews screen="subjects" filters={FILTERS} />
        <NewSubject />
        <ExportButton kind="subjects" filter={{ search: asked }} />
      </TopBar>
      <section className="split-list full" aria-label="Subjects">
        <PagedRows
          list={list}
          empty={<NoSubjects asked={asked} />}
          label="Subjects"
          items={list.items}
          idOf={idOf}
          nameOf={nameOf}
          height={40}
          selection={selection}
          onOpen={open}
          render={render}
        />
      </section>
    </>
  );
}

const NoSubjects = ({ asked }: { asked: string | undefined }) =>
  asked ? (
    <Empty title={`No subject with “${asked}” in its external id`} />
  ) : (
    <Empty title="No subjects yet">
      <p>
        Your backend creates them with POST /risk/subjects, one per customer or account. You can create one here too.
      </p>
    </Empty>
  );
