import { useState } from 'react';
import { useIsAdmin, useIsOwner } from '../../api/me.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Failure } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import type { SettingsRecord } from './settings-edits.ts';

const REASON_CHARACTERS = 2_000;

/** Whether callers of the API may be given signing links. Switching it off takes two people while a rule is on. */
export function LinksByEmail({ settings }: { settings: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isOwner = useIsOwner();
  const isAdmin = useIsAdmin();
  const [isProposing, setProposing] = useState(false);
  const [error, setError] = useState<unknown>();
  const isOn = settings.linksByEmailOnly;
  const takesTwo = isOn && Object.values(settings.fourEyes).includes(true);
  const set = async (linksByEmailOnly: boolean) => {
    setError(undefined);
    try {
      const { revision } = await api.organization.readSettings({});
      await api.organization.updateSettings({ body: { linksByEmailOnly, expectedRevision: revision } });
      toast(linksByEmailOnly ? 'Switched on.' : 'Switched off.');
    } catch (problem) {
      setError(problem);
    }
    await invalidate(['settings'], ['me']);
  };
  const act = () => (takesTwo ? setProposing(true) : void set(!isOn));
  const blockedOne = isOwner ? null : 'Only an owner changes this.';
  return (
    <Card title="Signing links by email only">
      <div className="card-body stack">
        <p>
          Anyone who has a signing link can open it. While this is on, links are emailed to their signers only: no
          answer of the API has one, also in test mode. Switching it off takes two people while a rule below is on.
        </p>
        <div className="cluster">
          {isOn ? <Pill tone="ok">On</Pill> : <Pill mark="ring">Off</Pill>}
          <Button
            size="small"
            aria-label={
              takesTwo
                ? 'Propose to return signing links'
                : `Switch ${isOn ? 'off' : 'on'}: signing links by email only`
            }
            blocked={takesTwo ? (isAdmin ? null : 'Owners and admins propose this.') : blockedOne}
            onClick={act}
          >
            {takesTwo ? 'Propose to switch off' : isOn ? 'Switch off' : 'Switch on'}
          </Button>
        </div>
        {error !== undefined && <Failure error={error} />}
      </div>
      {isProposing && (
        <ReasonDialog
          title="Propose to switch off"
          label="Reason"
          button="Propose"
          look="danger"
          maxLength={REASON_CHARACTERS}
          hint="Callers of the API could be given signing links again. An owner who is another person decides. Your proposal replaces an open one."
          onClose={() => setProposing(false)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.organization.proposeSettings({ body: { linksByEmailOnly: false, reason }, idempotencyKey });
            toast('Proposed.');
            setProposing(false);
            await invalidate(['settings']);
          }}
        />
      )}
    </Card>
  );
}
