import { useRef, useState } from 'react';
import { useApi, useInvalidate } from '../../app.tsx';
import type { Decision } from '../../domain/match-reasons.ts';
import { createRequestKeys, type Outcome, type Step, sendAll } from './bulk.ts';

const withKey = createRequestKeys();

export interface MatchRequests {
  isSending: boolean;
  decide(steps: readonly Step[], decision: Decision, reason: string): Promise<Outcome | undefined>;
  propose(steps: readonly Step[], decision: Decision, reason: string): Promise<Outcome | undefined>;
}

/** Decisions and proposals, one batch at a time. A call while another batch is sent does nothing. */
export function useMatchRequests(onSent: (id: string) => void): MatchRequests {
  const api = useApi();
  const invalidate = useInvalidate();
  const isBusy = useRef(false);
  const [isSending, setSending] = useState(false);

  const sendOnce = async (steps: readonly Step[], send: (step: Step) => Promise<unknown>) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setSending(true);
    const outcome = await sendAll(steps, send, onSent);
    isBusy.current = false;
    setSending(false);
    void invalidate(['matches'], ['match'], ['counts'], ['subject'], ['worklist']);
    return outcome;
  };
  return {
    isSending,
    decide: (steps, decision, reason) =>
      sendOnce(steps, ({ id, group, ...accepted }) => {
        if (group) {
          const { groupId, except } = group;
          const body = { groupId, decision, reason, ...(except.length > 0 && { except: [...except] }) };
          return withKey({ call: 'decide', ...body }, (idempotencyKey) =>
            api.screening.decideScreeningGroup({ body, idempotencyKey }),
          );
        }
        const body = { decision, reason, ...accepted };
        return withKey({ call: 'decide', id, ...body }, (idempotencyKey) =>
          api.screening.decideScreeningMatch({ params: { id }, body, idempotencyKey }),
        );
      }),
    propose: (steps, decision, reason) =>
      sendOnce(steps, ({ id }) => {
        const body = { decision, reason };
        return withKey({ call: 'propose', id, ...body }, (idempotencyKey) =>
          api.screening.proposeScreeningDecision({ params: { id }, body, idempotencyKey }),
        );
      }),
  };
}
