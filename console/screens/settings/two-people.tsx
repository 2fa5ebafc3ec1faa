import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { acceptSettings } from '../../domain/accept-settings.ts';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import { ProposalNotice } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { memoryInWords } from '../../domain/screening-memory.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Failure } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import type { SettingsRecord } from './settings-edits.ts';

type Rule = keyof SettingsRecord['fourEyes'];

const RULES: readonly (readonly [Rule, string])[] = [
  ['matches', 'Deciding a screening match'],
  ['policies', 'Publishing or retiring a policy version'],
  ['overrides', 'Creating an override, or revoking a stricter one'],
  ['lists', 'Approving a list version, or rolling back'],
];
const REASON_CHARACTERS = 2_000;

type Proposal = Awaited<ReturnType<Api['organization']['listSettingsProposals']>>['items'][number];

/** Everything that a proposal changes. */
const proposalInWords = (proposal: Proposal) =>
  proposal.screening ? memoryInWords(proposal.screening) : `Switch off: ${controlsInWords(proposal)}`;

const buttonFor = ({ screening }: Proposal) => (screening ? 'Remember decisions' : 'Switch off');

const controlsInWords = ({ switchOff, highestReviewScore, linksByEmailOnly }: Proposal) =>
  [
    inWords(switchOff),
    highestReviewScore === undefined ? '' : `highest review score ${highestReviewScore ?? 'without limit'}`,
    linksByEmailOnly === undefined ? '' : 'signing links by email only',
  ]
    .filter((words) => words !== '')
    .join(', ');

const inWords = (rules: readonly Rule[]) =>
  RULES.filter(([rule]) => rules.includes(rule))
    .map(([, label]) => label)
    .join(', ');

/** The two-person rules. One owner switches a rule on; switching it off takes two people. */
export function TwoPeople({ settings }: { settings: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  // Without a rule there is nothing to switch off, and no proposal to read.
  const hasRule = Object.values(settings.fourEyes).includes(true);
  const [proposing, setProposing] = useState<Rule>();
  const [error, setError] = useState<unknown>();
  const switchOn = async (rule: Rule) => {
    setError(undefined);
    try {
      const { revision } = await api.organization.readSettings({});
      await api.organization.updateSettings({
        body: { fourEyes: { [rule]: true }, expectedRevision: revision },
      });
      toast('Switched on.');
    } catch (problem) {
      setError(problem);
    }
    await invalidate(['settings'], ['me']);
  };
  return (
    <Card title="Two different people">
      <div className="card-body stack">
        <p>
          A rule that is on takes a proposal by one person and a decision by another. So does switching it off. While a
          rule is on, so do making an owner or admin and deleting the organization. Two people of whom one invited or
          promoted the other within 7 days do not count as two.
        </p>
        {isAdmin && hasRule && <OpenProposal />}
        <Table
          rows={RULES}
          idOf={([rule]) => rule}
          columns={[
            { title: 'Change', cell: ([, label]) => label },
            {
              title: 'Rule',
              cell: ([rule]) => (settings.fourEyes[rule] ? <Pill tone="ok">On</Pill> : <Pill mark="ring">Off</Pill>),
            },
            {
              title: 'Action',
              isTitleHidden: true,
              look: 'right',
              cell: ([rule, label]) =>
                settings.fourEyes[rule] ? (
                  <Button
                    size="small"
                    aria-label={`Propose to switch off: ${label}`}
                    blocked={isAdmin ? null : 'Owners and admins propose this.'}
                    onClick={() => setProposing(rule)}
                  >
                    Propose to switch off
                  </Button>
                ) : (
                  <Button
                    size="small"
                    aria-label={`Switch on: ${label}`}
                    blocked={me?.role === 'owner' ? null : 'Only an owner switches a rule on.'}
                    onClick={() => void switchOn(rule)}
                  >
                    Switch on
                  </Button>
                ),
            },
          ]}
        />
        {error !== undefined && <Failure error={error} />}
      </div>
      {proposing && (
        <ReasonDialog
          title="Propose to switch off"
          label="Reason"
          button="Propose"
          look="danger"
          maxLength={REASON_CHARACTERS}
          hint={`${inWords([proposing])} would take one person. An owner who is another person decides. Your proposal replaces an open one.`}
          onClose={() => setProposing(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.organization.proposeSettings({
              body: { switchOff: [proposing], reason },
              idempotencyKey,
            });
            toast('Proposed.');
            setProposing(undefined);
            await invalidate(['settings']);
          }}
        />
      )}
    </Card>
  );
}

/** The proposal that waits for an owner who is another person. */
function OpenProposal() {
  const api = useApi();
  const invalidate = useInvalidate();
  const { data: me } = useMe();
  const [accepting, setAccepting] = useState<Proposal>();
  const proposals = useApiQuery(['settings', 'proposals'], (client, signal) =>
    client.organization.listSettingsProposals({ signal }),
  );
  const blockedFor = ({ proposedBy }: { proposedBy: string }) =>
    proposedBy === `user:${me?.userId}`
      ? 'An owner who is another person has to decide on your proposal.'
      : me?.role === 'owner'
        ? null
        : 'An owner has to decide on the proposal.';
  return (
    <>
      <QueryPart query={proposals} lines={2}>
        {({ items }) => {
          const open = items.find(({ status }) => status === 'open');
          if (!open) return null;
          return (
            <>
              <ProposalNotice proposal={open} title={`Proposed: ${proposalInWords(open)}`} />
              <div>
                <Button look="danger" blocked={blockedFor(open)} onClick={() => setAccepting(open)}>
                  {buttonFor(open)}
                </Button>
              </div>
            </>
          );
        }}
      </QueryPart>
      {accepting && (
        <ApprovalDialog
          title={proposalInWords(accepting)}
          button={buttonFor(accepting)}
          look="danger"
          maxLength={REASON_CHARACTERS}
          hint="It counts for everybody in both modes. The history names both of you."
          proposal={accepting}
          isGone={!proposals.data?.items.some(({ id, status }) => id === accepting.id && status === 'open')}
          onClose={() => setAccepting(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            try {
              await acceptSettings(api, accepting, { reason, idempotencyKey });
            } catch (problem) {
              void invalidate(['settings']);
              throw problem;
            }
            toast(accepting.screening ? 'Decisions are remembered.' : 'Switched off.');
            setAccepting(undefined);
            await invalidate(['settings'], ['me']);
          }}
        />
      )}
    </>
  );
}
