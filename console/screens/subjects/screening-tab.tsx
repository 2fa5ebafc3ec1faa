import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathIn } from '../../address.ts';
import { useApi, useMode } from '../../app.tsx';
import { RunCard } from '../../domain/run-card.tsx';
import { More } from '../../parts/more.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { WatchesCard } from './watches-card.tsx';

/** Screening runs of the subject, newest first, with their matches. */
export function ScreeningTab({ subjectId }: { subjectId: string }) {
  const api = useApi();
  const mode = useMode();
  const runs = useInfiniteQuery({
    queryKey: [mode, 'subject', subjectId, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      api.screening.listScreeningRuns({
        query: { riskSubjectId: subjectId, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (page) => page.nextPage ?? undefined,
  });
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <WatchesCard subjectId={subjectId} />
      <QueryPart query={runs}>
        {() =>
          items.length === 0 ? (
            <Empty title="Not screened yet">
              <p>Runs that name this subject appear here.</p>
              <ScreenLink subjectId={subjectId} />
            </Empty>
          ) : (
            <>
              <div>
                <ScreenLink subjectId={subjectId} />
              </div>
              {items.map((run) => (
                <RunCard key={run.id} run={run} />
              ))}
            </>
          )
        }
      </QueryPart>
      <More list={runs} />
    </>
  );
}

function ScreenLink({ subjectId }: { subjectId: string }) {
  const mode = useMode();
  return (
    <Link className="button" to={pathIn(mode, 'screen')} search={{ subject: subjectId }}>
      Screen this subject
    </Link>
  );
}
