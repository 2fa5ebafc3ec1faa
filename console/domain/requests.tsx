import { useState } from 'react';
import { serverNow } from '../api/clock.ts';
import { useIsAdmin, useMe } from '../api/me.ts';
import type { WorkRequest } from '../api/requests.ts';
import { useApi, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Pill } from '../parts/pill.tsx';
import { dayOf, Time, useZone } from '../parts/time.tsx';
import { toast } from '../parts/toast.tsx';
import { useActorName } from './actor.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { addresseeInWords, inSentence, isRole, waitingInWords } from './request-words.ts';

const ANSWER_CHARACTERS = 4000;
const REASON_CHARACTERS = 2000;
const NAMES = { information: 'Information needed', escalation: 'Escalated' } as const;

interface Waiting {
  to: string;
  createdAt?: string | undefined;
  dueAt: string | null;
}

/** `Waits for Mia since 2 h, due tomorrow`, in red once it is overdue. */
export function WaitsFor({ request, more = 0 }: { request: Waiting; more?: number }) {
  const nameOf = useActorName();
  const zone = useZone();
  const now = serverNow();
  const isOverdue = request.dueAt !== null && Date.parse(request.dueAt) <= now;
  return (
    <span className={isOverdue ? 'text-bad' : 'text-warn'}>
      {waitingInWords(request, { nameOf, now, dayOf: (at) => dayOf(at, zone) })}
      {more > 0 && `, and ${more} more`}
    </span>
  );
}

const HOLDERS: Readonly<Record<string, readonly string[]>> = {
  member: ['member', 'admin', 'owner'],
  admin: ['admin', 'owner'],
  owner: ['owner'],
};

/** A request with its answer, and what this person can do with it. */
export function RequestItem({ request: { id, data } }: { request: WorkRequest }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const nameOf = useActorName();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const [dialog, setDialog] = useState<'answer' | 'close'>();
  const { kind, to, text, dueAt, createdAt, createdBy, status, answer } = data;
  const isAsker = createdBy === `user:${me?.userId}`;
  const isAddressee = isRole(to) ? HOLDERS[to]?.includes(me?.role ?? '') : to === me?.userId;
  const whyNotAnswer = isAsker
    ? 'Another person answers your request.'
    : isAddressee || isAdmin
      ? null
      : 'The person who was asked, an owner or an admin answers.';
  const whyNotClose =
    isAsker || isAddressee || isAdmin ? null : 'The two people, an owner or an admin close the request.';
  const refresh = () => invalidate(['worklist'], ['counts'], ['subject', data.subjectId], ['requests']);
  const sent = async (call: Promise<unknown>, words: string) => {
    try {
      await call;
    } catch (error) {
      void refresh();
      throw error;
    }
    toast(words);
    setDialog(undefined);
    void refresh();
  };
  const closing = status === 'open' && isAsker ? 'Withdraw' : 'Close';
  return (
    <div className="card-body stack-s note">
      <div className="between">
        <span>
          {nameOf(createdBy)} asked {addresseeInWords(to, nameOf)}
        </span>
        <Pill tone={kind === 'escalation' ? 'alert' : 'info'}>{NAMES[kind]}</Pill>
      </div>
      <p className="pre-wrap">{text}</p>
      {answer ? (
        <>
          <p className="caption">
            {nameOf(answer.answeredBy)} answered {inSentence(nameOf(createdBy))} · <Time at={answer.answeredAt} />
          </p>
          <p className="pre-wrap">{answer.text}</p>
        </>
      ) : (
        <p className="caption">
          <WaitsFor request={{ to, createdAt, dueAt }} />
        </p>
      )}
      <div className="cluster">
        {status === 'open' && (
          <Button size="small" look="primary" blocked={whyNotAnswer} onClick={() => setDialog('answer')}>
            Answer…
          </Button>
        )}
        {status !== 'closed' && (
          <Button size="small" blocked={whyNotClose} onClick={() => setDialog('close')}>
            {closing}…
          </Button>
        )}
      </div>
      {dialog === 'answer' && (
        <ReasonDialog
          title={`Answer ${inSentence(nameOf(createdBy))}`}
          hint={text}
          label="Answer"
          button="Answer"
          maxLength={ANSWER_CHARACTERS}
          onClose={() => setDialog(undefined)}
          onSubmit={(words, idempotencyKey) =>
            sent(api.risk.answerRequest({ params: { id }, body: { text: words }, idempotencyKey }), 'Answered.')
          }
        />
      )}
      {dialog === 'close' && (
        <ReasonDialog
          title={`${closing} the request`}
          label="Reason"
          button={closing}
          maxLength={REASON_CHARACTERS}
          suggestions={status === 'open' ? ['No longer needed.'] : ['The answer is sufficient.']}
          onClose={() => setDialog(undefined)}
          onSubmit={(reason, idempotencyKey) =>
            sent(api.risk.closeRequest({ params: { id }, body: { reason }, idempotencyKey }), 'Closed.')
          }
        />
      )}
    </div>
  );
}
