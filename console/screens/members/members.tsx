import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useDirectory } from '../../api/directory.ts';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { ProposeChange, type ProposedChange, useNeedsTwoForAdmins } from '../../domain/organization-proposal.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { WaitingChanges } from './waiting.tsx';

const ROLES = [
  ['member', 'Member: acts and proposes'],
  ['admin', 'Admin: decides and configures'],
  ['owner', 'Owner: everything'],
] as const;
type Role = (typeof ROLES)[number][0];
const RANK: Record<Role, number> = { member: 1, admin: 2, owner: 3 };
type MemberRecord = Awaited<ReturnType<Api['organization']['listMembers']>>['items'][number];

/** People of the organization: invite, change the role, disable. */
export function Members() {
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const api = useApi();
  const invalidate = useInvalidate();
  const [isInviting, setInviting] = useState(false);
  const needsTwo = useNeedsTwoForAdmins();
  const [proposing, setProposing] = useState<ProposedChange>();
  const list = useApiQuery(['members'], (client, signal) => client.organization.listMembers({ signal }), {
    isOn: isAdmin,
  });
  const isElsewhere = isProblem(list.error, 'managed_elsewhere');
  /** Shown as chosen until the list has it. */
  const [saving, setSaving] = useState<{ id: string; role?: Role | undefined }>();
  const change = async (id: string, body: { role?: Role; status?: 'active' | 'disabled' }) => {
    setSaving({ id, role: body.role });
    try {
      await api.organization.updateMember({ params: { id }, body });
      await invalidate(['members']);
      toast('Saved. It takes effect when the person’s token is renewed, within 15 minutes.');
    } catch (error) {
      toastError(error);
    } finally {
      setSaving(undefined);
    }
  };
  /** Making an owner or admin, or enabling one, is proposed while a two-person rule is on. */
  const changeOrPropose = (
    before: { id: string; role: Role },
    body: { role?: Role; status?: 'active' | 'disabled' },
  ) => {
    const { role = before.role, status } = body;
    const makesAdmin = RANK[role] > RANK[before.role] || (status === 'active' && role !== 'member');
    if (needsTwo && makesAdmin) setProposing({ kind: 'member_change', memberId: before.id, ...body });
    else void change(before.id, body);
  };
  const memberOf = ({ id, data }: MemberRecord) => {
    const role = (saving?.id === id ? saving.role : undefined) ?? data.role;
    return { id, ...data, role, isMe: id === me?.userId, cannotOwner: role === 'owner' && me?.role !== 'owner' };
  };
  return (
    <>
      <TopBar
        title="Members"
        end={
          <Button
            look="primary"
            blocked={
              isElsewhere
                ? 'Members are managed by your identity provider.'
                : isAdmin
                  ? null
                  : 'Owners and admins invite members.'
            }
            onClick={() => setInviting(true)}
          >
            Invite a member
          </Button>
        }
      />
      <div className="page stack">
        {isAdmin && !isElsewhere && needsTwo && <WaitingChanges />}
        {isElsewhere || !isAdmin ? (
          <>
            {isElsewhere && (
              <p className="notice">
                Members are managed by your identity provider. People appear here after they have signed in.
              </p>
            )}
            <DirectoryCard />
          </>
        ) : (
          <Card title="Members">
            <RecordTable
              list={list}
              rows={(list.data?.items ?? []).map(memberOf)}
              idOf={({ id }) => id}
              columns={[
                {
                  title: 'Name',
                  look: 'strong',
                  cell: ({ name, isMe }) => (
                    <>
                      {name ?? '–'}
                      {isMe && <span className="quiet"> (you)</span>}
                    </>
                  ),
                },
                { title: 'Email', cell: ({ email }) => email },
                {
                  title: 'Role',
                  cell: ({ id, name, email, role, isMe, cannotOwner }) => (
                    <select
                      className="input"
                      aria-label={`Role of ${name ?? email}`}
                      value={role}
                      disabled={isMe || cannotOwner}
                      onChange={(event) => changeOrPropose({ id, role }, { role: event.target.value as Role })}
                    >
                      {ROLES.filter(([key]) => key !== 'owner' || me?.role === 'owner' || role === 'owner').map(
                        ([key]) => (
                          <option key={key} value={key}>
                            {key}
                          </option>
                        ),
                      )}
                    </select>
                  ),
                },
                { title: 'Status', cell: ({ status }) => <MemberStatus status={status} /> },
                {
                  title: 'Last seen',
                  look: 'quiet',
                  cell: ({ lastSeenAt }) => (lastSeenAt ? <Time at={lastSeenAt} /> : 'never'),
                },
                {
                  title: 'Actions',
                  isTitleHidden: true,
                  look: 'right',
                  cell: ({ id, role, status, isMe, cannotOwner }) => (
                    <Button
                      {...ROW}
                      size="small"
                      blocked={
                        isMe ? 'You cannot disable yourself.' : cannotOwner ? 'Only owners change owners.' : null
                      }
                      onClick={() =>
                        changeOrPropose({ id, role }, { status: status === 'disabled' ? 'active' : 'disabled' })
                      }
                    >
                      {status === 'disabled' ? 'Enable' : 'Disable'}
                    </Button>
                  ),
                },
              ]}
            />
          </Card>
        )}
      </div>
      {proposing && <ProposeChange change={proposing} onClose={() => setProposing(undefined)} />}
      {isInviting && (
        <Invite
          onPropose={
            needsTwo
              ? (invitation) => {
                  setInviting(false);
                  setProposing({ kind: 'member_invitation', ...invitation });
                }
              : undefined
          }
          isOwner={me?.role === 'owner'}
          onClose={() => setInviting(false)}
          onDone={(email) => {
            setInviting(false);
            toast(`Invited ${email}.`);
            void invalidate(['members']);
          }}
        />
      )}
    </>
  );
}

function MemberStatus({ status }: { status: MemberRecord['data']['status'] }) {
  if (status === 'disabled') return <Pill tone="bad">Disabled</Pill>;
  return status === 'invited' ? <Pill tone="info">Invited</Pill> : <Pill tone="ok">Active</Pill>;
}

/** People who have signed in, for everyone who may not manage members. */
function DirectoryCard() {
  const people = useDirectory();
  return (
    <Card title="People">
      {people.length === 0 && <p className="card-body quiet">No member has signed in yet.</p>}
      {people.map(({ userId, name, email, role, lastSeenAt }) => (
        <div key={userId} className="card-row">
          <span>
            <span className="strong">{name ?? email ?? userId}</span> <span className="quiet">{role}</span>
          </span>
          <span className="quiet">
            {lastSeenAt && (
              <>
                last seen <Time at={lastSeenAt} />
              </>
            )}
          </span>
        </div>
      ))}
    </Card>
  );
}

function Invite({
  isOwner,
  onPropose,
  onClose,
  onDone,
}: {
  isOwner: boolean;
  /** Owners and admins are proposed, if this is there. */
  onPropose: ((invitation: { email: string; name: string; role: Role }) => void) | undefined;
  onClose(): void;
  onDone(email: string): void;
}) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const propose = role === 'member' ? undefined : onPropose;
  return (
    <FormDialog
      title="Invite a member"
      button={propose ? 'Propose' : 'Invite'}
      blocked={email.includes('@') && name.trim() !== '' ? null : 'Enter a name and an email address.'}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const body = { email: email.trim(), name: name.trim(), role };
        if (propose) return propose(body);
        await api.organization.createMember({ body, idempotencyKey });
        onDone(email.trim());
      }}
    >
      <TextField label="Name" value={name} onText={setName} autoComplete="off" />
      <TextField label="Email" type="email" value={email} onText={setEmail} autoComplete="off" />
      <SelectField
        label="Role"
        value={role}
        options={isOwner ? ROLES : ROLES.filter(([key]) => key !== 'owner')}
        onValue={setRole}
      />
    </FormDialog>
  );
}
