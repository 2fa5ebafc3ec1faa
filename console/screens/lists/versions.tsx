import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { ListSource } from '../../api/lists.ts';
import { useMe } from '../../api/me.ts';
import { useApi, useApiQuery } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { counted, listReason } from '../../domain/list-reasons.ts';
import { VersionDetails, VersionEffect } from '../../domain/list-version.tsx';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';

type Held = ListSource['heldVersions'][number];
type ListProposal = Awaited<ReturnType<Api['screening']['listListProposals']>>['items'][number];

/** The held versions, the active one and earlier ones, with what an operator can do about each. */
export function Versions({
  source,
  blocked,
  onChanged,
}: {
  source: ListSource;
  blocked: string | null;
  onChanged(): void;
}) {
  const api = useApi();
  const { data: me } = useMe();
  const [asked, setAsked] = useState<{
    what: keyof typeof TITLES;
    versionId: string;
  }>();
  const needsTwo = (me?.settings.fourEyes.lists ?? false) && blocked === null;
  const proposals = useApiQuery(
    ['lists', source.key, 'proposals'],
    (client, signal) => client.screening.listListProposals({ params: { key: source.key }, signal }),
    { isOn: needsTwo },
  );
  const openFor = (change: 'approve' | 'roll_back', versionId: string) =>
    proposals.data?.items.find((one) => one.status === 'open' && one.change === change && one.versionId === versionId);
  const [opened, setOpened] = useState<string>();
  const params = { key: source.key };
  const perform = async (reason: string, idempotencyKey: string) => {
    if (!asked) return;
    // The service takes a reason of one line.
    const { what, versionId } = asked;
    const body = { versionId, reason: reason.replaceAll(/\s+/g, ' ') };
    const proposalId = what === 'reject' ? undefined : openFor(CHANGES[what], versionId)?.id;
    const accepting = { ...body, ...(proposalId && { proposalId }) };
    if (what === 'propose-approve' || what === 'propose-roll-back')
      await api.screening.proposeListChange({ params, body: { ...body, change: CHANGES[what] }, idempotencyKey });
    else if (what === 'approve')
      await api.screening.approveScreeningSource({ params, body: accepting, idempotencyKey });
    else if (what === 'reject') await api.screening.rejectScreeningSource({ params, body, idempotencyKey });
    else await api.screening.rollBackScreeningSource({ params, body: accepting, idempotencyKey });
    toast(DONE[what]);
    setAsked(undefined);
    onChanged();
  };
  return (
    <Card title="Versions">
      {source.heldVersions.map((version) => (
        <div key={version.versionId} className="card-body stack-s note held">
          <div className="between">
            <span className="strong text-warn">Held · {numbers(version)}</span>
            <span className="cluster">
              <Button
                size="small"
                look="primary"
                blocked={
                  blocked ??
                  (version.uploadedBy === `user:${me?.userId}`
                    ? 'Another person has to approve what you uploaded.'
                    : null)
                }
                onClick={() => setAsked({ what: 'approve', versionId: version.versionId })}
              >
                Approve
              </Button>
              {needsTwo && (
                <Button
                  size="small"
                  onClick={() => setAsked({ what: 'propose-approve', versionId: version.versionId })}
                >
                  Propose to approve
                </Button>
              )}
              {version.origin === 'upload' && (
                <Button
                  size="small"
                  blocked={blocked}
                  onClick={() => setAsked({ what: 'reject', versionId: version.versionId })}
                >
                  Discard
                </Button>
              )}
              <Button
                size="small"
                look="plain"
                aria-expanded={opened === version.versionId}
                onClick={() => setOpened(opened === version.versionId ? undefined : version.versionId)}
              >
                What changed
              </Button>
            </span>
          </div>
          <ul className="quiet">
            {version.reasons.map((reason) => (
              <li key={reason}>{listReason(reason)}</li>
            ))}
          </ul>
          <VersionLine version={version} />
          <Waiting proposal={openFor('approve', version.versionId)} title="Approval proposed" />
          {opened === version.versionId && <VersionDetails listKey={source.key} versionId={version.versionId} />}
        </div>
      ))}
      {source.versionId ? (
        <div className="card-body stack-s note">
          <span className="strong">Active · {counted(source.entryCount, 'entry')}</span>
          <span className="caption">
            {source.publishedAt && `published ${source.publishedAt.slice(0, 10)} · `}
            from {source.origin === 'upload' ? 'an upload' : 'the publisher'}
            {source.approvedBy && (
              <>
                {' '}
                · approved by <Actor actor={source.approvedBy} />
              </>
            )}
          </span>
        </div>
      ) : (
        <p className="card-body quiet">No version is active.</p>
      )}
      {source.previousVersions.map((version) => (
        <div key={version.versionId} className="card-body note between">
          <div className="stack-s">
            <span>Earlier · {numbers(version)}</span>
            <VersionLine version={version} />
            <Waiting proposal={openFor('roll_back', version.versionId)} title="Roll-back proposed" />
          </div>
          <span className="cluster">
            <Button
              size="small"
              blocked={
                blocked ??
                (needsTwo ? whyAcceptanceIsBlocked(openFor('roll_back', version.versionId), me?.userId) : null)
              }
              onClick={() => setAsked({ what: 'roll-back', versionId: version.versionId })}
            >
              Roll back
            </Button>
            {needsTwo && (
              <Button
                size="small"
                onClick={() => setAsked({ what: 'propose-roll-back', versionId: version.versionId })}
              >
                Propose to roll back
              </Button>
            )}
          </span>
        </div>
      ))}
      {asked && (
        <ReasonDialog
          title={TITLES[asked.what]}
          about={<VersionEffect source={source} versionId={asked.versionId} />}
          label="Reason"
          button={BUTTONS[asked.what]}
          look={asked.what === 'reject' || asked.what === 'roll-back' ? 'danger' : 'primary'}
          maxLength={500}
          onClose={() => setAsked(undefined)}
          onSubmit={perform}
        />
      )}
    </Card>
  );
}

const TITLES = {
  approve: 'Approve this version',
  reject: 'Discard this upload',
  'roll-back': 'Roll back to this version',
  'propose-approve': 'Propose to approve this version',
  'propose-roll-back': 'Propose to roll back to this version',
} as const;
const CHANGES = {
  approve: 'approve',
  'roll-back': 'roll_back',
  'propose-approve': 'approve',
  'propose-roll-back': 'roll_back',
} as const;
const BUTTONS = {
  approve: 'Approve',
  reject: 'Discard',
  'roll-back': 'Roll back',
  'propose-approve': 'Propose',
  'propose-roll-back': 'Propose',
} as const;
const DONE = {
  approve: 'Approved. Runs search this version from now on.',
  reject: 'The upload is discarded.',
  'roll-back': 'Rolled back. Runs search the earlier version from now on.',
  'propose-approve': 'Proposed.',
  'propose-roll-back': 'Proposed.',
} as const;

const Waiting = ({ proposal, title }: { proposal: ListProposal | undefined; title: string }) =>
  proposal ? <ProposalNotice proposal={proposal} title={title} /> : null;

const numbers = ({ entryCount }: { entryCount: number }) => counted(entryCount, 'entry');

const VersionLine = ({ version }: { version: Omit<Held, 'reasons'> }) => (
  <span className="caption">
    {version.publishedAt && `published ${version.publishedAt.slice(0, 10)} · `}
    read <Time at={version.builtAt} /> · {version.origin === 'upload' ? 'uploaded' : 'from the publisher'}
    {version.uploadedBy && (
      <>
        {' '}
        by <Actor actor={version.uploadedBy} />
      </>
    )}
    {version.counts &&
      ` · ${Object.entries(version.counts)
        .map(([kind, count]) => counted(Number(count), kind))
        .join(', ')}`}
  </span>
);
