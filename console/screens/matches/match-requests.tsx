import type { MatchDetail } from '../../api/matches.ts';
import { useRequestsOf } from '../../api/requests.ts';
import { RequestItem } from '../../domain/requests.tsx';
import { AskButtons, askShortcuts, useAsking } from '../../domain/use-asking.tsx';
import { useShortcuts } from '../../keys.ts';
import { toast } from '../../parts/toast.tsx';
import { MOVE_FIRST } from '../../parts/use-selection.ts';

const NO_SUBJECT = 'This run has no subject, and requests are about subjects.';

/** The third answer beside the two decisions: another person is asked first. */
export function MatchRequests({
  detail: { match, subject, members = [] },
  isLost,
}: {
  detail: MatchDetail;
  isLost: boolean;
}) {
  const asking = useAsking();
  const requests = useRequestsOf(subject?.id);
  const target = subject && { subject, matchId: match.id, actions: [] };
  useShortcuts(
    'Match',
    askShortcuts((kind) => {
      if (!target) toast(NO_SUBJECT);
      else if (isLost) toast(MOVE_FIRST);
      else asking.ask(kind, target);
    }),
  );
  if (!target) return null;
  const ids = new Set([match.id, ...members.map((one) => one.match.id)]);
  const shown = requests.data?.items.filter(
    ({ data }) => data.status !== 'closed' && 'matchId' in data.about && ids.has(data.about.matchId),
  );
  return (
    <section className="card" aria-label="Requests">
      <div className="card-head">
        <h3>Not sure yet?</h3>
      </div>
      {shown?.map((one) => (
        <RequestItem key={one.id} request={one} />
      ))}
      <div className="card-body cluster">
        <AskButtons target={target} asking={asking} size="small" />
      </div>
      {asking.dialog}
    </section>
  );
}
