import { useState } from 'react';
import { useIsAdmin, useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { useDirectory } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Time } from '../../parts/time.tsx';
import { toast, toastError } from '../../parts/toast.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';

const ROLES = [
  ['member', 'Member: acts and proposes'],
  ['admin', 'Admin: decides and configures'],
  ['owner', 'Owner: everything'],
] as const;
type Role = (typeof ROLES)[number][0];

/** People of the organization: invite, change the role, disable. */
export function Members() {
  const isAdmin = useIsAdmin();
  const { data: me } = useMe();
  const api = useApi();
  const invalidate = useInvalidate();
  const [isInviting, setInviting] = useState(false);
  useRowKeys();
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
      <div className="page">
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
            <QueryPart query={list}>
              {({ items }) => (
                <div className="scroll-x">
                  <table className="table">
                    <thead>
                      <tr>
                        <th>Name</th>
                        <th>Email</th>
                        <th>Role</th>
                        <th>Status</th>
                        <th>Last seen</th>
                        <th>
                          <span className="visually-hidden">Actions</span>
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {items.map(({ id, data }) => {
                        const chosen = saving?.id === id ? saving.role : undefined;
                        const member = { id, ...data, role: chosen ?? data.role };
                        const isMe = member.id === me?.userId;
                        const cannotOwner = member.role === 'owner' && me?.role !== 'owner';
                        return (
                          <tr key={member.id}>
                            <td className="strong">
                              {member.name ?? '–'}
                              {isMe && <span className="quiet"> (you)</span>}
                            </td>
                            <td>{member.email}</td>
                            <td>
                              <select
                                className="input"
                                aria-label={`Role of ${member.name ?? member.email}`}
                                value={member.role}
                                disabled={isMe || cannotOwner}
                                onChange={(event) => void change(member.id, { role: event.target.value as Role })}
                              >
                                {ROLES.filter(
                                  ([role]) => role !== 'owner' || me?.role === 'owner' || member.role === 'owner',
                                ).map(([role]) => (
                                  <option key={role} value={role}>
                                    {role}
                                  </option>
                                ))}
                              </select>
                            </td>
                            <td>
                              {member.status === 'disabled' ? (
                                <Pill tone="bad">Disabled</Pill>
                              ) : member.status === 'invited' ? (
                                <Pill tone="info">Invited</Pill>
                              ) : (
                                <Pill tone="ok">Active</Pill>
                              )}
                            </td>
                            <td className="quiet">{member.lastSeenAt ? <Time at={member.lastSeenAt} /> : 'never'}</td>
                            <td className="right">
                              <Button
                                {...ROW}
                                size="small"
                                blocked={
                                  isMe
                                    ? 'You cannot disable yourself.'
                                    : cannotOwner
                                      ? 'Only owners change owners.'
                                      : null
                                }
                                onClick={() =>
                                  void change(member.id, {
                                    status: member.status === 'disabled' ? 'active' : 'disabled',
                                  })
                                }
                              >
                                {member.status === 'disabled' ? 'Enable' : 'Disable'}
                              </Button>
                            </td>
                          </tr>
                        );
                      })}
                    </tbody>
                  </table>
                </div>
              )}
            </QueryPart>
          </Card>
        )}
      </div>
      {isInviting && (
        <Invite
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

function Invite({ isOwner, onClose, onDone }: { isOwner: boolean; onClose(): void; onDone(email: string): void }) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  return (
    <FormDialog
      title="Invite a member"
      button="Invite"
      blocked={email.includes('@') && name.trim() !== '' ? null : 'Enter a name and an email address.'}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        await api.organization.createMember({
          body: { email: email.trim(), name: name.trim(), role },
          idempotencyKey,
        });
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
