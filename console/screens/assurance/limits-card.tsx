import { CLASS_WORDS, KNOWN_WORDS, percent } from '@assay/watchlist/assurance-reading';
import { useState } from 'react';
import type { Assurance } from '../../api/assurance.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

type ClassResult = NonNullable<Assurance['result']>['classes'][number];
type Limit = Assurance['limits'][number];
type LimitProposal = Assurance['limitProposals'][number];

const REASON_CHARACTERS = 2_000;
const TERMS = [
  ['90', '3 months'],
  ['180', '6 months'],
  ['366', '12 months'],
] as const;

const labelOf = ({ class: key, known }: Pick<ClassResult, 'class' | 'known'>) =>
  `${CLASS_WORDS[key]}, ${KNOWN_WORDS[known].toLowerCase()}`;
const isOf = (one: Pick<ClassResult, 'class' | 'known'>) => (other: Pick<ClassResult, 'class' | 'known'>) =>
  one.class === other.class && one.known === other.known;

/** Classes that find less than expected: which of them two people have accepted, by whom and why. */
export function LimitsCard({ test }: { test: Assurance }) {
  const [asked, setAsked] = useState<ClassResult | LimitProposal | null>(null);
  const short = (test.result?.classes ?? []).filter(({ status }) => status === 'short');
  return (
    <Card title="Limits">
      {short.length === 0 ? (
        <p className="card-body quiet">No class finds less than expected.</p>
      ) : (
        <Table
          caption="Classes that find less than expected"
          rows={short}
          idOf={(one: ClassResult) => labelOf(one)}
          columns={[
            { title: 'Class', cell: (one) => labelOf(one) },
            { title: 'Found', look: 'right num', cell: ({ recall }) => (recall === null ? '–' : percent(recall)) },
            {
              title: 'Accepted',
              cell: (one) => (
                <Acceptance
                  limit={test.limits.find(isOf(one))}
                  proposal={test.limitProposals.find(isOf(one))}
                  onPropose={() => setAsked(one)}
                  onAccept={setAsked}
                />
              ),
            },
          ]}
        />
      )}
      {test.lapsedLimits.map((one) => (
        <p key={labelOf(one)} className="card-body text-bad">
          {labelOf(one)}: the limit {one.reason === 'expired' ? 'has expired' : 'has lapsed, since less is found'} and
          is no longer accepted.
        </p>
      ))}
      {asked && <LimitDialog test={test} about={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function Acceptance({
  limit,
  proposal,
  onPropose,
  onAccept,
}: {
  limit: Limit | undefined;
  proposal: LimitProposal | undefined;
  onPropose(): void;
  onAccept(proposal: LimitProposal): void;
}) {
  const isAdmin = useIsAdmin();
  const me = useMe().data;
  if (proposal) {
    const isOwn = proposal.proposedBy === `user:${me?.userId}`;
    return (
      <div className="stack-s">
        <span>
          Proposed by <Actor actor={proposal.proposedBy} /> for {proposal.expiresInDays} days: {proposal.reason}
        </span>
        {isOwn ? (
          <span className="quiet">Another owner or admin has to accept it.</span>
        ) : (
          isAdmin && (
            <Button size="small" onClick={() => onAccept(proposal)}>
              Accept the limit
            </Button>
          )
        )}
      </div>
    );
  }
  return (
    <div className="stack-s">
      {limit && (
        <span>
          By <Actor actor={limit.acceptedBy} />, proposed by <Actor actor={limit.proposedBy} />, until{' '}
          <Time at={limit.expiresAt} />: {limit.reason} <span className="quiet">{limit.acceptanceReason}</span>
        </span>
      )}
      <Button size="small" onClick={onPropose}>
        {limit ? 'Propose another term' : 'Propose to accept'}
      </Button>
    </div>
  );
}

function LimitDialog({
  test,
  about,
  onClose,
}: {
  test: Assurance;
  about: ClassResult | LimitProposal;
  onClose(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [days, setDays] = useState<(typeof TERMS)[number][0]>('180');
  const proposal = 'expiresInDays' in about ? about : null;
  const ofClass = { class: about.class, known: about.known };
  const submit = async (reason: string, idempotencyKey: string) => {
    const params = { id: test.id };
    if (proposal) {
      const { id: proposalId, expiresInDays } = proposal;
      await api.screening.acceptAssuranceLimit({
        params,
        body: { ...ofClass, expiresInDays, proposalId, reason },
        idempotencyKey,
      });
      toast('The limit was accepted.');
    } else {
      const body = { ...ofClass, expiresInDays: Number(days), reason };
      await api.screening.proposeAssuranceLimit({ params, body, idempotencyKey });
      toast('The limit was proposed.');
    }
    onClose();
    await invalidate(['assurances']);
  };
  return (
    <ReasonDialog
      title={proposal ? `Accept: ${labelOf(about)}` : `Propose to accept: ${labelOf(about)}`}
      label="Reason"
      button={proposal ? 'Accept the limit' : 'Propose'}
      maxLength={REASON_CHARACTERS}
      hint="The class stays in the result and in the report, with both reasons. A later test that finds less ends the limit."
      about={
        proposal ? (
          <p>{proposal.reason}</p>
        ) : (
          <SelectField label="Accepted for" value={days} options={TERMS} onValue={setDays} />
        )
      }
      onClose={onClose}
      onSubmit={submit}
    />
  );
}
