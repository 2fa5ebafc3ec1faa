import { useMe } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';

/** Whether investigations may use a language model. */
export function AiConsent() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const ai = useApiQuery(['ai'], (client, signal) => client.risk.readInvestigationAiSettings({ signal }));
  const set = async (aiInvestigations: boolean) => {
    try {
      await api.risk.updateInvestigationAiSettings({ body: { aiInvestigations } });
      toast(aiInvestigations ? 'Consent given.' : 'Consent withdrawn.');
      await invalidate(['ai']);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Card title="AI-assisted investigations">
      <QueryPart query={ai} lines={2}>
        {({ aiInvestigations, updatedAt, updatedBy }) => (
          <div className="card-body stack-s">
            <p>
              {aiInvestigations
                ? 'Investigations in this mode may send records of a subject to the language model of this installation.'
                : 'No record is sent to a language model in this mode.'}
            </p>
            {updatedAt && updatedBy && (
              <p className="caption">
                <Actor actor={updatedBy} /> · <Time at={updatedAt} />
              </p>
            )}
            <div>
              <Button
                blocked={me?.role === 'owner' ? null : 'Only an owner gives or withdraws consent.'}
                onClick={() => void set(!aiInvestigations)}
              >
                {aiInvestigations ? 'Withdraw consent' : 'Give consent'}
              </Button>
            </div>
          </div>
        )}
      </QueryPart>
    </Card>
  );
}
