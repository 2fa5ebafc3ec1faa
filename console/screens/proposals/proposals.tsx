import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useDirectory } from '../../api/directory.ts';
import { useMe } from '../../api/me.ts';
import { useProposals, type Waiting } from '../../api/proposals.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { approvalOf } from './approve.ts';
import { AskedOfMe } from './asked.tsx';
import { type Asked, Decide } from './decide.tsx';
import { Details } from './details.tsx';
import { ENDS, placeOf, titleOf } from './words.ts';

/** All proposals: those that wait for this person, those of others, and what became of the own ones. */
export function Proposals() {
  const open = useProposals('open');
  const closed = useProposals('closed');
  const { data: me } = useMe();
  const people = useDirectory();
  const [asked, setAsked] = useState<Asked>();
  const nameOf = (userId: string) => {
    const person = people.find((one) => one.userId === userId);
    return person?.name ?? person?.email ?? 'a member';
  };
  const own = `user:${me?.userId}`;
  const group = { nameOf, onAsk: setAsked };
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
                  {...group}
                  title="Waits for your decision"
                  items={waiting}
                  empty="No proposal of another person waits for you."
                />
                <Group {...group} title="Your open proposals" items={mine} empty="You have no open proposals." />
                {others.length > 0 && <Group {...group} title="Waits for an owner or admin" items={others} empty="" />}
              </>
            );
          }}
        </QueryPart>
        <QueryPart query={closed} lines={3}>
          {({ items }) => (
            <Group
              {...group}
              title="Decided on your proposals"
              items={items}
              empty="Proposals of yours that another person accepted, declined or replaced are shown here."
            />
          )}
        </QueryPart>
      </div>
      {asked && <Decide asked={asked} nameOf={nameOf} onAsk={setAsked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface ItemContext {
  nameOf(userId: string): string;
  onAsk(asked: Asked): void;
}

const Group = ({
  title,
  items,
  empty,
  ...context
}: { title: string; items: readonly Waiting[]; empty: string } & ItemContext) => (
  <Card title={title} end={<span className="quiet num">{items.length}</span>}>
    {items.length === 0 ? (
      <p className="card-body quiet">{empty}</p>
    ) : (
      <ul>
        {items.map((item) => (
          <li key={item.proposal.id} className="card-body stack-s proposal">
            <Item item={item} {...context} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

function Item({ item, nameOf, onAsk }: { item: Waiting } & ItemContext) {
  const mode = useMode();
  const { data: me } = useMe();
  const { proposal } = item;
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
          <Button size="small" look="primary" onClick={() => onAsk({ item, dialog: 'approve' })}>
            {approval.button}…
          </Button>
        )}
        {isOpen && item.waitsForCaller && (
          <Button size="small" onClick={() => onAsk({ item, dialog: 'decline' })}>
            Decline…
          </Button>
        )}
        {isOpen && isOwn && (
          <Button size="small" onClick={() => onAsk({ item, dialog: 'withdraw' })}>
            Withdraw…
          </Button>
        )}
        <Link className="button small plain" to={pathIn(mode, ...place.path)}>
          {place.label}
        </Link>
      </div>
    </>
  );
}

/** The content is loaded when a person opens it. */
function WhatIsDecided({ item }: { item: Waiting }) {
  const [isOpen, setOpen] = useState(false);
  // What fits into a line needs no click.
  if (item.kind !== 'policy' && item.kind !== 'list' && item.kind !== 'match') return <Details item={item} />;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{item.kind === 'match' ? 'The comparison' : 'What would change'}</summary>
      {isOpen && (
        <div className="stack-s">
          <Details item={item} />
        </div>
      )}
    </details>
  );
}
