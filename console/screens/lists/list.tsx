import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { type ListSource, useLists } from '../../api/lists.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate, useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { counted, listReason } from '../../domain/list-reasons.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { CalendarLegend, ListCalendar } from '../../pictures/list-calendar.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { AttestedYear } from './attested-year.tsx';
import { ListState } from './list-state.tsx';
import { DeleteOwnList, OwnListCard } from './own-list.tsx';
import { OwnUploadCard } from './own-upload.tsx';
import { type SentFile, UploadCard } from './upload.tsx';
import { Versions } from './versions.tsx';

const READING_POLL_MS = 2_000;
/** A file of the largest list is read in less. */
const READING_MOST_MS = 10 * 60_000;

/** One list: its calendar, the held version beside the active one, and everything an operator can do. */
export function ScreeningList() {
  const key = usePathParam('key');
  const mode = useMode();
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const lists = useLists();
  const [sent, setSent] = useState<SentFile>();
  const [isRead, setRead] = useState(true);
  const history = useApiQuery(
    ['lists', key, 'history'],
    (client, signal) => client.screening.listScreeningSourceHistory({ params: { key }, signal }),
    isRead ? {} : { pollMs: READING_POLL_MS },
  );
  const became = history.data?.items.find(
    ({ uploadId, outcome }) => sent && uploadId === sent.uploadId && outcome !== null,
  );
  // A file that was sent with the creation of the list, or from another window.
  const waiting = history.data?.items.find(({ type }) => type === 'screening.list.uploaded');
  const isWaiting =
    waiting?.uploadId != null &&
    Date.now() - Date.parse(waiting.occurredAt) < READING_MOST_MS &&
    !history.data?.items.some(({ uploadId, outcome }) => uploadId === waiting.uploadId && outcome !== null);
  useEffect(() => {
    if (!isWaiting || sent || !waiting?.uploadId) return;
    setSent({ uploadId: waiting.uploadId, fileName: waiting.fileName ?? 'The file' });
    setRead(false);
  }, [isWaiting, sent, waiting?.uploadId, waiting?.fileName]);
  useEffect(() => {
    if (became?.id === undefined) return;
    setRead(true);
    void invalidate(['lists'], ['counts']);
  }, [became?.id, invalidate]);
  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(() => setRead(true), READING_MOST_MS);
    return () => clearTimeout(timer);
  }, [isRead]);
  const source = lists.data?.items.find((one) => one.key === key);
  // The history also has days from before outcomes were recorded by day.
  const recorded = useMemo(
    () => [
      ...(source?.days ?? []),
      ...(history.data?.items ?? []).map(({ occurredAt, outcome }) => ({
        day: occurredAt.slice(0, 10),
        outcome,
      })),
    ],
    [source, history.data],
  );
  const blocked = !isAdmin
    ? 'Owners and admins change lists.'
    : me?.isListOperator || source?.own
      ? null
      : 'Only operator organizations change lists.';
  const uploading = {
    blocked,
    sent,
    became: sent && became && becameOf(sent, became),
    onSent: (file: SentFile) => {
      setSent(file);
      setRead(false);
    },
  };
  const refresh = () => invalidate(['lists'], ['counts']);
  const fetchNow = () =>
    api.screening
      .refreshScreeningSource({ params: { key }, body: {} })
      .then(() => {
        toast('The download has been requested.');
        return refresh();
      })
      .catch(toastError);
  return (
    <>
      <TopBar
        title={key}
        isId
        crumbs={
          <>
            <Link to={pathIn(mode, 'lists')}>Screening lists</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          source?.own ? null : (
            <Button blocked={blocked} onClick={() => void fetchNow()}>
              Fetch now
            </Button>
          )
        }
      />
      <div className="page stack">
        <QueryPart query={lists} lines={6}>
          {() =>
            source ? (
              <>
                <Card title={source.name} end={<ListState source={source} />}>
                  <div className="card-body stack">
                    <ListCalendar recorded={recorded} />
                    <CalendarLegend />
                    {[...source.attentionReasons, ...source.staleReasons].map((reason) => (
                      <p key={reason} className="text-warn">
                        {listReason(reason)}
                      </p>
                    ))}
                    <p className="caption">{source.attribution}</p>
                  </div>
                </Card>
                <AttestedYear key={key} listKey={key} />
                {source.own ? <OwnListCard source={source} /> : <CoverageCard source={source} />}
                <Versions source={source} blocked={blocked} onChanged={() => void refresh()} />
                {source.own ? (
                  <OwnUploadCard source={source} {...uploading} />
                ) : (
                  <UploadCard listKey={key} accepted={source.uploads} {...uploading} />
                )}
                <Card title="History">
                  <QueryPart query={history}>
                    {({ items }) =>
                      items.length === 0 ? (
                        <p className="card-body quiet">Nothing in the last 90 days.</p>
                      ) : (
                        <ol>
                          {items.map((event) => (
                            <li key={event.id} className="card-row">
                              <span>
                                {WORDS[event.type] ?? event.type}
                                {event.entryCount !== null && (
                                  <span className="quiet"> · {counted(event.entryCount, 'entry')}</span>
                                )}
                                {event.fileName !== null && <span className="quiet"> · {event.fileName}</span>}
                                {event.reasons.map((reason) => (
                                  <div key={reason} className="quiet">
                                    {listReason(reason)}
                                  </div>
                                ))}
                                {event.reason && <div className="quiet">{event.reason}</div>}
                              </span>
                              <span className="quiet">
                                <Actor actor={event.actor} /> · <Time at={event.occurredAt} />
                              </span>
                            </li>
                          ))}
                        </ol>
                      )
                    }
                  </QueryPart>
                </Card>
                {source.own && <DeleteOwnList source={source} blocked={blocked} />}
              </>
            ) : (
              <Empty title="There is no list with this key">
                <NextStep to={['lists']}>All lists</NextStep>
              </Empty>
            )
          }
        </QueryPart>
      </div>
    </>
  );
}

/** What the list of a publisher contains, and what it does not. */
const CoverageCard = ({ source: { coverage, publisherUrl } }: { source: ListSource }) => (
  <Card title="Coverage">
    <div className="card-body stack-s">
      <p>{coverage.summary}</p>
      <p className="strong">Known gaps</p>
      <ul className="quiet">
        {coverage.gaps.map((gap) => (
          <li key={gap}>{gap}</li>
        ))}
      </ul>
      {publisherUrl && (
        <a href={publisherUrl} target="_blank" rel="noreferrer">
          Page of the publisher
        </a>
      )}
    </div>
  </Card>
);

type ListEvent = Awaited<ReturnType<Api['screening']['listScreeningSourceHistory']>>['items'][number];

/** What became of a file that was sent. */
function becameOf({ fileName }: SentFile, { outcome, entryCount, reasons }: ListEvent): string {
  const entries = entryCount === null ? '' : ` with ${counted(entryCount, 'entry')}`;
  if (outcome === 'held') return `${fileName} was read${entries}. It waits for approval above.`;
  if (outcome === 'switched') return `${fileName} was read${entries}. Runs search it from now on.`;
  if (outcome === 'confirmed') return `${fileName} has the same entries as the active version. Nothing changed.`;
  return `${fileName} was refused. ${reasons.map(listReason).join(' ')}`;
}

const WORDS: Record<string, string> = {
  'screening.list.refresh_requested': 'Download requested',
  'screening.list.created': 'List created',
  'screening.list.renamed': 'List renamed',
  'screening.list.upload_requested': 'Upload prepared',
  'screening.list.uploaded': 'File uploaded',
  'screening.list.activated': 'New version active',
  'screening.list.confirmed': 'Active version confirmed',
  'screening.list.held': 'Version held for approval',
  'screening.list.refused': 'File could not be read',
  'screening.list.reindexed': 'Indexed again',
  'screening.list.approved': 'Version approved',
  'screening.list.rejected': 'Upload discarded',
  'screening.list.rolled_back': 'Rolled back',
};
