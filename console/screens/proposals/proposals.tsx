import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useMe } from '../../api/me.ts';
import { useProposals, type Waiting } from '../../api/proposals.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { Actor, useDirectory } from '../../domain/actor.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { approvalOf } from './approve.ts';
import { AskedOfMe } from './asked.tsx';
import { Details } from './details.tsx';
import { ENDS, placeOf, titleOf } from './words.ts';

const REASON_CHARACTERS = 2_000;
const EVERYTHING = [
  ['proposals'],
  ['counts'],
  ['records', 'policies'],
  ['subject'],
  ['worklist'],
  ['matches'],
  ['match'],
  ['settings'],
  ['members'],
  ['profiles'],
  ['lists'],
] as const;

/** All proposals: those that wait for this person, those of others, and what became of the own ones. */
export function Proposals() {
  const open = useProposals('open');
  const closed = useProposals('closed');
  const { data: me } = useMe();
  const own = `user:${me?.userId}`;
  return (
    <>
      <TopBar title="Waits for you" />
      <div className="page stack">
        <AskedOfMe />
        <QueryPart query={open} lines={8}>
          {({ items }) => {
            const mine = items.filter(({ proposal }) => proposal.proposedBy === own);
            const waiting = items.filter(({ waitsForCaller }) => waitsForCaller);
            const others = items.filter((item) => !mine.includes(item) && !waiting.includes(item));
            return (
              <>
                <Group
                  title="Waits for your decision"
                  items={waiting}
                  empty="No proposal of another person waits for you."
                />
                <Group title="Your open proposals" items={mine} empty="You have no open proposals." />
                {others.length > 0 && <Group title="Waits for an owner or admin" items={others} empty="" />}
              </>
            );
          }}
        </QueryPart>
        <QueryPart query={closed} lines={3}>
          {({ items }) => (
            <Group
              title="Decided on your proposals"
              items={items}
              empty="Proposals of yours that another person accepted, declined or replaced are shown here."
            />
          )}
        </QueryPart>
      </div>
    </>
  );
}

const Group = ({ title, items, empty }: { title: string; items: readonly Waiting[]; empty: string }) => (
  <Card title={title} end={<span className="quiet num">{items.length}</span>}>
    {items.length === 0 ? (
      <Empty title={empty} />
    ) : (
      <ul>
        {items.map((item) => (
          <li key={item.proposal.id} className="card-body stack-s proposal">
            <Item item={item} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

function Item({ item }: { item: Waiting }) {
  const mode = useMode();
  const people = useDirectory();
  const { data: me } = useMe();
  const { proposal } = item;
  const [dialog, setDialog] = useState<'approve' | 'decline' | 'withdraw'>();
  const nameOf = (userId: string) => {
    const person = people.find((one) => one.userId === userId);
    return person?.name ?? person?.email ?? 'a member';
  };
  const title = titleOf(item, nameOf);
  const isOpen = proposal.status === 'open';
  const isOwn = proposal.proposedBy === `user:${me?.userId}`;
  const approval = isOpen ? approvalOf(item) : undefined;
  const place = placeOf(item);
  return (
    <>
      <div className="between">
        <h3>{title}</h3>
        {!isOpen && <Pill tone={proposal.status === 'accepted' ? 'ok' : 'warn'}>{ENDS[proposal.status]}</Pill>}
      </div>
      <p className="quiet">
        {isOwn ? (
          'Proposed by you'
        ) : (
          <>
            Proposed by <Actor actor={proposal.proposedBy} />
          </>
        )}{' '}
        · <Time at={proposal.proposedAt} />
        {proposal.closedBy && (
          <>
            {' '}
            · {ENDS[proposal.status]?.toLowerCase()} by <Actor actor={proposal.closedBy} />
          </>
        )}
      </p>
      {proposal.reason && <p className="pre-wrap">{proposal.reason}</p>}
      {proposal.closingReason && <p className="pre-wrap">Reason: {proposal.closingReason}</p>}
      {isOpen && <WhatIsDecided item={item} />}
      <div className="cluster">
        {isOpen && item.waitsForCaller && approval && (
          <Button size="small" look="primary" onClick={() => setDialog('approve')}>
            {approval.button}…
          </Button>
        )}
        {isOpen && item.waitsForCaller && (
          <Button size="small" onClick={() => setDialog('decline')}>
            Decline…
          </Button>
        )}
        {isOpen && isOwn && (
          <Button size="small" onClick={() => setDialog('withdraw')}>
            Withdraw…
          </Button>
        )}
        <Link className="button small plain" to={pathIn(mode, ...place.path)}>
          {place.label}
        </Link>
      </div>
      {dialog && <DecisionDialog item={item} title={title} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** The content is loaded when a person opens it. */
function WhatIsDecided({ item }: { item: Waiting }) {
  const [isOpen, setOpen] = useState(false);
  if (item.kind === 'settings' || item.kind === 'organization') return null;
  // What fits into a line needs no click.
  if (item.kind !== 'policy' && item.kind !== 'list') return <Details item={item} />;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What would change</summary>
      {isOpen && (
        <div className="stack-s">
          <Details item={item} />
        </div>
      )}
    </details>
  );
}

function DecisionDialog({
  item,
  title,
  dialog,
  onClose,
}: {
  item: Waiting;
  title: string;
  dialog: 'approve' | 'decline' | 'withdraw';
  onClose(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const approval = approvalOf(item);
  const { id } = item.proposal;
  const send = (reason: string, idempotencyKey: string): Promise<unknown> => {
    const close = { params: { id }, body: { kind: item.kind, about: item.about, reason }, idempotencyKey };
    if (dialog === 'decline') return api.organization.declineProposal(close);
    if (dialog === 'withdraw') return api.organization.withdrawProposal(close);
    return approval?.send(api, reason, idempotencyKey) ?? Promise.resolve();
  };
  const [button, done, hint] = {
    approve: [approval?.button ?? '', 'Done. The history names both of you.', approval?.effect ?? ''],
    decline: ['Decline', 'Declined.', 'Nothing changes. The person who proposed it reads your reason.'],
    withdraw: ['Withdraw', 'Withdrawn.', 'Nothing changes. You can propose it again.'],
  }[dialog] as [string, string, string];
  return (
    <ReasonDialog
      title={`${button}: ${title}`}
      label="Your reason"
      button={button}
      maxLength={REASON_CHARACTERS}
      hint={hint}
      onClose={onClose}
      onSubmit={async (reason, idempotencyKey) => {
        try {
          await send(reason, idempotencyKey);
        } catch (problem) {
          // What is shown is outdated: the list says what is open now.
          void invalidate(...EVERYTHING);
          throw problem;
        }
        toast(done);
        onClose();
        await invalidate(...EVERYTHING);
      }}
    />
  );
}
