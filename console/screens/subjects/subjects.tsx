import { Link } from '@tanstack/react-router';
import { useCallback, useDeferredValue } from 'react';
import { oneOf, pathIn, useAddressQuery, useGo, useSetAddressQuery } from '../../address.ts';
import { type SubjectRow, useSubjectRows } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { usePersonName } from '../../domain/actor.tsx';
import { NewSubject } from '../../domain/create-subject-dialog.tsx';
import { DecisionPill } from '../../domain/decision.tsx';
import { ExportButton } from '../../domain/export-button.tsx';
import { SUBJECT_KINDS } from '../../domain/find-subject.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { shown } from '../../domain/words.ts';
import { PagedRows } from '../../parts/paged-rows.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useSelection } from '../../parts/use-selection.ts';
import { OrderSwitch, useOrder } from '../../shell/order-switch.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';

const idOf = (subject: SubjectRow) => subject.id;
const nameOf = ({ data }: SubjectRow) => data.externalId;
const render = (subject: SubjectRow) => <Row subject={subject} />;

function Row({ subject: { data, summary } }: { subject: SubjectRow }) {
  const { assessment, openActions, assignee } = summary;
  const person = usePersonName(assignee);
  return (
    <div className="subject-row">
      <span className="mono strong truncate">{data.externalId}</span>
      <span className="quiet">{data.kind}</span>
      <span>{assessment ? <DecisionPill decision={assessment.effectiveDecision} /> : <NotAssessed />}</span>
      <span className="num right">{assessment?.score == null ? '–' : shown(assessment.score)}</span>
      <span className={openActions === 0 ? 'quiet' : undefined}>
        {openActions === 0 ? 'no open work' : `${openActions} open`}
      </span>
      <span className="quiet truncate">{person || 'unassigned'}</span>
      <span className="quiet right">
        <Time at={data.createdAt} />
      </span>
    </div>
  );
}

const NotAssessed = () => <span className="quiet">not assessed</span>;

const FILTERS = ['search', 'kind', 'order'] as const;
const KINDS = SUBJECT_KINDS.map(([kind]) => kind);

/** All subjects, found by their external id. */
export function Subjects() {
  const { search, kind: typed } = useAddressQuery();
  const kind = oneOf(KINDS, typed);
  const mode = useMode();
  const setQuery = useSetAddressQuery();
  const order = useOrder();
  const asked = useDeferredValue(search?.trim() || undefined);
  const list = useSubjectRows({ ...(asked ? { search: asked } : { order }), ...(kind && { kind }) });
  const selection = useSelection(list.items, { idOf, list: `${kind} ${asked ? `search ${asked}` : order}` });
  const go = useGo();
  const open = useCallback((subject: SubjectRow) => void go('subjects', subject.id), [go]);
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
        <select
          className="input"
          aria-label="Kind"
          value={kind ?? ''}
          onChange={(event) => void setQuery({ kind: event.target.value || undefined })}
        >
          <option value="">All kinds</option>
          {SUBJECT_KINDS.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {!asked && <OrderSwitch />}
        <SavedViews screen="subjects" filters={FILTERS} />
        <NewSubject />
        <ExportButton kind="subjects" filter={{ search: asked, kind }} />
      </TopBar>
      <section className="split-list full" aria-label="Subjects">
        <p className="caption subject-hint">
          Decision and score are those of the policy with the worst decision. By decision, assignee and deadline:{' '}
          <Link to={pathIn(mode, 'inbox')} search={kind ? { kind } : {}}>
            the inbox{kind && `, ${kind} only`}
          </Link>
        </p>
        <PagedRows
          list={list}
          empty={<NoSubjects asked={asked} kind={kind} />}
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

const NoSubjects = ({ asked, kind }: { asked: string | undefined; kind: string | undefined }) =>
  asked || kind ? (
    <Empty title={`No subject${kind ? ` of kind ${kind}` : ''}${asked ? ` with “${asked}” in its external id` : ''}`}>
      <NextStep to={['subjects']}>All subjects</NextStep>
    </Empty>
  ) : (
    <Empty title="No subjects yet">
      <p>
        Your backend creates them with POST /risk/subjects, one per customer or account. You can create one here too.
      </p>
      <NextStep to={['subjects']} search={{ create: 'subject' }}>
        New subject
      </NextStep>
    </Empty>
  );
