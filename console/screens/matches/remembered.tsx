import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { oneOf, pathIn, useAddressQuery, useSetAddressQuery, uuidIn } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { useDirectory } from '../../api/directory.ts';
import { useListName, useLists } from '../../api/lists.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { usePages } from '../../api/pages.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ExportButton } from '../../domain/export-button.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { DAY } from '../../parts/duration.ts';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { WORDS } from './bulk.ts';

type Remembered = Awaited<ReturnType<Api['screening']['listRememberedDecisions']>>['items'][number];

const REASON_CHARACTERS = 1_000;
/** As many as the service expires in one transaction. */
const AT_ONCE = 50;
const FILTERS = ['source', 'by', 'expires', 'subject'] as const;
/** Days until they expire. */
const EXPIRES = ['0', '30', '90'] as const;
const EXPIRES_WORDS = { 0: 'Expired', 30: 'Expire within 30 days', 90: 'Expire within 90 days' };

const idOf = ({ id }: Remembered) => id;

/** The decisions that new runs inherit: how old they are, whose they are, what they say and when they end. */
export function RememberedDecisions() {
  const filter = useFilter();
  const list = usePages(['remembered', filter.asked], (api, { offset, signal }) =>
    api.screening.listRememberedDecisions({ query: { ...filter.query(), offset }, signal }),
  );
  useFilledPage(list);
  const isAdmin = useIsAdmin();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [isExpiring, setExpiring] = useState(false);
  // What has left the list is not expired.
  const chosen = list.items.filter(({ id }) => marked.has(id));
  const blocked = !isAdmin
    ? 'Owners and admins expire decisions.'
    : chosen.length === 0
      ? 'Select decisions first.'
      : chosen.length > AT_ONCE
        ? `At most ${AT_ONCE} are expired at once.`
        : null;
  const mark = (id: string) =>
    setMarked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <>
      <TopBar
        title="Remembered decisions"
        end={
          <Button blocked={blocked} onClick={() => setExpiring(true)}>
            {chosen.length > 0 ? `Expire ${chosen.length}…` : 'Expire…'}
          </Button>
        }
      >
        <ExportButton kind="screening_decisions" filter={filter.query()} />
      </TopBar>
      <div className="page stack">
        <Filters />
        <SwitchedOff isListed={list.items.length > 0} />
        <Card title="Decisions">
          <RememberedTable list={list} marked={marked} onMark={mark} />
        </Card>
      </div>
      {isExpiring && (
        <ExpireDialog
          chosen={chosen}
          onClose={() => setExpiring(false)}
          onDone={() => {
            setExpiring(false);
            setMarked(new Set());
          }}
        />
      )}
    </>
  );
}

/** The filters of the address. The time to expire is counted from the moment of the request. */
function useFilter() {
  const { source, by, expires: typed, subject } = useAddressQuery();
  const expires = oneOf(EXPIRES, typed);
  const asked = { source, decidedBy: by, subject: uuidIn(subject) };
  const query = () => ({
    ...asked,
    ...(expires && { expiresBefore: new Date(serverNow() + Number(expires) * DAY * 1_000).toISOString() }),
  });
  return { asked: { ...asked, expires }, query };
}

type List = ReturnType<typeof usePages<Remembered>>;

/** Filters are applied to a page after it is read: goes on until there is a decision to show. */
function useFilledPage({ items, hasNextPage, isFetching, isError, fetchNextPage }: List) {
  const isEmpty = items.length === 0;
  useEffect(() => {
    if (isEmpty && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isEmpty, hasNextPage, isFetching, isError, fetchNextPage]);
}

function Filters() {
  const setQuery = useSetAddressQuery();
  const { source, by, expires, subject } = useAddressQuery();
  const lists = useLists();
  const people = useDirectory();
  return (
    <search className="cluster" aria-label="Filters">
      <select
        className="input"
        aria-label="Filter by list"
        value={source ?? ''}
        onChange={(event) => void setQuery({ source: event.target.value || undefined })}
      >
        <option value="">All lists</option>
        {(lists.data?.items ?? []).map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Filter by person"
        value={by ?? ''}
        onChange={(event) => void setQuery({ by: event.target.value || undefined })}
      >
        <option value="">Decided by everyone</option>
        {people.map(({ userId, name, email }) => (
          <option key={userId} value={`user:${userId}`}>
            {name ?? email ?? userId}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label="Filter by expiry"
        value={oneOf(EXPIRES, expires) ?? ''}
        onChange={(event) => void setQuery({ expires: event.target.value || undefined })}
      >
        <option value="">Any expiry</option>
        {EXPIRES.map((days) => (
          <option key={days} value={days}>
            {EXPIRES_WORDS[days]}
          </option>
        ))}
      </select>
      {uuidIn(subject) && (
        <Button size="small" onClick={() => void setQuery({ subject: undefined })}>
          Of one subject: show all
        </Button>
      )}
    </search>
  );
}

/** Says why runs inherit none of what is listed. */
function SwitchedOff({ isListed }: { isListed: boolean }) {
  const mode = useMode();
  const { data: me } = useMe();
  if (!isListed || !me || me.settings.screening?.rememberDecisions) return null;
  return (
    <div className="notice warn">
      <strong>Remembering is switched off</strong>
      <p>
        Runs inherit none of these decisions. An owner switches it on in the{' '}
        <Link to={pathIn(mode, 'settings')}>settings</Link>.
      </p>
    </div>
  );
}

function RememberedTable({
  list,
  marked,
  onMark,
}: {
  list: List;
  marked: ReadonlySet<string>;
  onMark(id: string): void;
}) {
  const mode = useMode();
  const listName = useListName();
  return (
    <RecordTable
      list={list}
      lines={8}
      rows={list.items}
      idOf={idOf}
      isLink
      empty={list.hasNextPage ? <Empty title="Searching…" /> : <NoDecisions />}
      columns={[
        {
          title: 'Select',
          isTitleHidden: true,
          cell: ({ id, listedName, subject }) => (
            <label className="check">
              <input
                type="checkbox"
                aria-label={`Select ${listedName} for ${subject?.externalId ?? 'no subject'}`}
                checked={marked.has(id)}
                onChange={() => onMark(id)}
              />
            </label>
          ),
        },
        {
          title: 'Listed',
          cell: ({ listedName, source, matchId }) => (
            <>
              <Link {...ROW} className="strong" to={pathIn(mode, 'matches', matchId)}>
                {listedName}
              </Link>
              <div className="caption">{listName(source)}</div>
            </>
          ),
        },
        {
          title: 'Subject',
          cell: ({ subject }) =>
            subject ? (
              <Link to={pathIn(mode, 'subjects', subject.id)}>{subject.externalId}</Link>
            ) : (
              <span className="quiet">none: the same data</span>
            ),
        },
        {
          title: 'Decision',
          cell: ({ decision, reason }) => (
            <>
              <span className="strong">{WORDS[decision]}</span>
              <div className="caption">{reason}</div>
            </>
          ),
        },
        { title: 'Decided by', cell: ({ decidedBy }) => <Actor actor={decidedBy} /> },
        { title: 'Age', look: 'right num', cell: ({ decidedAt }) => <Time at={decidedAt} style="age" /> },
        {
          title: 'Expires',
          look: 'nowrap',
          cell: ({ expiresAt }) =>
            Date.parse(expiresAt) <= serverNow() ? <Pill mark="ring">Expired</Pill> : <Time at={expiresAt} />,
        },
      ]}
    />
  );
}

function NoDecisions() {
  const { data: me } = useMe();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  if (FILTERS.some((name) => query[name]))
    return (
      <Empty title="No remembered decisions with these filters">
        <Button onClick={() => void setQuery(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}>
          All remembered decisions
        </Button>
      </Empty>
    );
  return me?.settings.screening?.rememberDecisions ? (
    <Empty title="No remembered decisions yet">
      <p>Decisions on matches appear here, and new runs inherit them while nothing has changed.</p>
      <NextStep to={['matches']}>Matches to decide</NextStep>
    </Empty>
  ) : (
    <Empty title="Decisions are not remembered">
      <p>Each run asks a person again. An owner switches remembering on in the settings.</p>
      <NextStep to={['settings']}>Settings</NextStep>
    </Empty>
  );
}

function ExpireDialog({ chosen, onClose, onDone }: { chosen: readonly Remembered[]; onClose(): void; onDone(): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  return (
    <ReasonDialog
      title={chosen.length === 1 ? 'Expire 1 decision' : `Expire ${chosen.length} decisions`}
      label="Reason"
      button="Expire"
      look="danger"
      maxLength={REASON_CHARACTERS}
      hint="The next run that finds such an entry asks a person. Matches that have inherited a decision keep it."
      about={
        <ul className="sentences">
          {chosen.map(({ id, listedName, subject, decision }) => (
            <li key={id}>
              {listedName}, {subject?.externalId ?? 'no subject'}: {WORDS[decision].toLowerCase()}
            </li>
          ))}
        </ul>
      }
      onClose={onClose}
      onSubmit={async (reason, idempotencyKey) => {
        const body = { ids: chosen.map(idOf), reason };
        const { expired, unchanged } = await api.screening.expireRememberedDecisions({ body, idempotencyKey });
        const others = unchanged.length > 0 ? ` ${unchanged.length} had been expired or decided anew.` : '';
        toast(`Expired: ${expired.length}.${others}`);
        onDone();
        await invalidate(['remembered']);
      }}
    />
  );
}
