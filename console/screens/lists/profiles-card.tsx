import { useState } from 'react';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { type ProfileProposal, type ScreeningProfile, useProfiles } from '../../api/profiles.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ApprovalDialog } from '../../domain/approval-dialog.tsx';
import { FIGURES, foundWith, policyInWords } from '../../domain/profile-words.ts';
import { ProposalNotice, whyAcceptanceIsBlocked } from '../../domain/proposal.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { toast } from '../../parts/toast.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

/** Lists and scores under a name: what each finds, and who may change it. */
export function ProfilesCard({ lists }: { lists: readonly string[] }) {
  const list = useProfiles();
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const needsTwo = me?.settings.fourEyes.matches ?? false;
  const isProposal = needsTwo || !isAdmin;
  const [editing, setEditing] = useState<{ profile?: ScreeningProfile }>();
  return (
    <Card
      title="Profiles"
      end={
        <Button size="small" onClick={() => setEditing({})}>
          {isProposal ? 'Propose a profile' : 'New profile'}
        </Button>
      }
    >
      <div className="card-body stack">
        <p className="quiet">
          A screening names a profile instead of scores, and the run records its version. Screen names without a date of
          birth, and companies, with thorough. {FIGURES}
        </p>
        <OpenProposals />
      </div>
      <RecordTable
        list={list}
        rows={list.items}
        idOf={({ key }) => key}
        columns={[
          {
            title: 'Profile',
            cell: ({ key, version, builtIn }) => (
              <>
                <span className="mono strong">{key}</span> <span className="quiet nowrap">v{version}</span>
                {builtIn && (
                  <div>
                    <Pill mark="ring">Built in</Pill>
                  </div>
                )}
              </>
            ),
          },
          {
            title: 'Lists and scores',
            cell: (profile) => (
              <>
                {policyInWords(profile)}
                <div className="caption">{foundWith(profile.reviewScore)}</div>
              </>
            ),
          },
          { title: 'Purpose', look: 'quiet', cell: ({ purpose }) => purpose },
          {
            title: 'Action',
            isTitleHidden: true,
            look: 'right',
            cell: (profile) =>
              !profile.builtIn && (
                <Button
                  size="small"
                  aria-label={`${isProposal ? 'Propose to change' : 'Change'} ${profile.key}`}
                  onClick={() => setEditing({ profile })}
                >
                  {isProposal ? 'Propose to change' : 'Change'}
                </Button>
              ),
          },
        ]}
      />
      {editing && (
        <ProfileDialog
          profile={editing.profile}
          lists={lists}
          isProposal={isProposal}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  );
}

/** Proposals that wait for a second person. */
function OpenProposals() {
  const api = useApi();
  const invalidate = useInvalidate();
  const [accepting, setAccepting] = useState<ProfileProposal>();
  const proposals = useApiQuery(['profiles', 'proposals'], (client, signal) =>
    client.screening.listOpenProfileProposals({ signal }),
  );
  const accept = async ({ id, profileKey, version, profile }: ProfileProposal, reason: string, key: string) => {
    const { sources, ...content } = profile;
    try {
      await api.screening.saveScreeningProfile({
        params: { key: profileKey },
        body: { ...content, sources: sources ?? [], expectedVersion: version - 1, proposalId: id, reason },
        idempotencyKey: key,
      });
    } catch (problem) {
      void invalidate(['profiles']);
      throw problem;
    }
    toast('Profile saved.');
    setAccepting(undefined);
    await invalidate(['profiles']);
  };
  return (
    <>
      <QueryPart query={proposals} lines={1}>
        {({ items }) =>
          items.map((proposal) => (
            <OpenProposal key={proposal.id} proposal={proposal} onAccept={() => setAccepting(proposal)} />
          ))
        }
      </QueryPart>
      {accepting && (
        <ApprovalDialog
          title={`Save ${accepting.profileKey}, version ${accepting.version}`}
          button="Save"
          maxLength={1000}
          hint={foundWith(accepting.profile.reviewScore)}
          proposal={accepting}
          isGone={!proposals.data?.items.some(({ id }) => id === accepting.id)}
          onClose={() => setAccepting(undefined)}
          onSubmit={(reason, key) => accept(accepting, reason, key)}
        >
          <p>Screenings that name the profile use {policyInWords(accepting.profile)} from then on.</p>
        </ApprovalDialog>
      )}
    </>
  );
}

function OpenProposal({ proposal, onAccept }: { proposal: ProfileProposal; onAccept(): void }) {
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const { profileKey, version, profile } = proposal;
  const needsTwo = me?.settings.fourEyes.matches ?? false;
  const blocked = !isAdmin
    ? 'Owners and admins save profiles.'
    : needsTwo
      ? whyAcceptanceIsBlocked(proposal, me?.userId)
      : null;
  return (
    <>
      <ProposalNotice proposal={proposal} title={`Proposed: ${profileKey}, version ${version}`}>
        <p>{policyInWords(profile)}</p>
        <p>{profile.purpose}</p>
        <p>{profile.riskRationale}</p>
      </ProposalNotice>
      <div>
        <Button size="small" look="primary" blocked={blocked} onClick={onAccept}>
          Approve and save
        </Button>
      </div>
    </>
  );
}
