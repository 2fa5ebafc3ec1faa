import type { Overview } from '../../api/subject.ts';
import { RequestItem } from '../../domain/requests.tsx';
import { AskButtons, askShortcuts, useAsking } from '../../domain/use-asking.tsx';
import { useShortcuts } from '../../keys.ts';
import { Card } from '../../parts/card.tsx';

/** Questions to other people about the open work of the subject. */
export function RequestsCard({ overview: { subject, actions, requests = [] } }: { overview: Overview }) {
  const asking = useAsking();
  const target = { subject: { id: subject.id, externalId: subject.data.externalId }, actions };
  useShortcuts(
    'Subject',
    askShortcuts((kind) => asking.ask(kind, target)),
  );
  return (
    <Card title="Requests" end={<span className="quiet num">{requests.length}</span>}>
      {requests.map((request) => (
        <RequestItem key={request.id} request={request} />
      ))}
      <div className="card-body cluster">
        <AskButtons target={target} asking={asking} size="small" />
      </div>
      {asking.dialog}
    </Card>
  );
}
