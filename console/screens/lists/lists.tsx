import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { useMode } from '../../app.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { CalendarLegend, ListCalendar } from '../../pictures/list-calendar.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { ListState } from './list-state.tsx';
import { OwnListsCard } from './own-lists.tsx';
import { ProfilesCard } from './profiles-card.tsx';

/** All screening lists: whether each is current, and what waits for a person. */
export function Lists() {
  const mode = useMode();
  const list = useLists();
  return (
    <>
      <TopBar
        title="Screening lists"
        end={
          <span className="cluster">
            <Link to={pathIn(mode, 'assurance')}>Assurance</Link>
            <Link className="button" to={pathIn(mode, 'screen')}>
              Screen someone
            </Link>
          </span>
        }
      />
      <div className="page stack">
        <Card title="Lists">
          <RecordTable
            list={list}
            lines={8}
            rows={(list.data?.items ?? []).filter(({ own }) => !own)}
            idOf={({ key }) => key}
            isLink
            columns={[
              {
                title: 'List',
                cell: ({ key, name }) => (
                  <>
                    <Link {...ROW} to={pathIn(mode, 'lists', key)}>
                      {name}
                    </Link>
                    <div className="caption mono">{key}</div>
                  </>
                ),
              },
              { title: 'State', cell: (source) => <ListState source={source} /> },
              { title: 'Last 90 days', cell: ({ days }) => <ListCalendar recorded={days ?? []} size="small" /> },
              { title: 'Entries', look: 'right num', cell: ({ entryCount }) => entryCount.toLocaleString('en-GB') },
              {
                title: 'Confirmed',
                look: 'quiet',
                cell: ({ confirmedAt }) => (confirmedAt ? <Time at={confirmedAt} /> : 'never'),
              },
              {
                title: 'Published',
                look: 'quiet nowrap',
                cell: ({ publishedAt }) => (publishedAt ? publishedAt.slice(0, 10) : '–'),
              },
            ]}
          />
          {list.data && (
            <div className="card-body">
              <CalendarLegend />
            </div>
          )}
        </Card>
        <OwnListsCard />
        <ProfilesCard lists={(list.data?.items ?? []).map(({ key }) => key)} />
      </div>
    </>
  );
}
