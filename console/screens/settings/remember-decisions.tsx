import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { useIsAdmin, useIsOwner } from '../../api/me.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { memoryInWords, remembersMore, type ScreeningMemory, UNSET_MEMORY } from '../../domain/screening-memory.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Pill } from '../../parts/pill.tsx';
import { Failure } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import type { SettingsRecord } from './settings-edits.ts';

const REASON_CHARACTERS = 2_000;
const MOST_DAYS = 730;

const daysIn = (text: string): number | undefined => {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= MOST_DAYS ? days : undefined;
};

/** Whether new runs inherit decisions on matches. To remember more takes two people while deciding a match does. */
export function RememberDecisions({ settings }: { settings: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const mode = useMode();
  const isOwner = useIsOwner();
  const isAdmin = useIsAdmin();
  const stored = settings.screening ?? UNSET_MEMORY;
  const [text, setText] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [proposing, setProposing] = useState<ScreeningMemory>();
  const isOn = stored.rememberDecisions;
  const days = daysIn(text ?? String(stored.expiresAfterDays));
  const takesTwo = (to: ScreeningMemory) => settings.fourEyes.matches && remembersMore(stored, to);
  const set = async (to: ScreeningMemory) => {
    if (takesTwo(to)) return setProposing(to);
    setError(undefined);
    try {
      await api.screening.updateScreeningSettings({ body: to });
      toast(to.rememberDecisions ? 'Decisions are remembered.' : 'Switched off.');
      setText(undefined);
    } catch (problem) {
      setError(problem);
    }
    await invalidate(['settings'], ['me'], ['remembered']);
  };
  const wanted = { rememberDecisions: true, expiresAfterDays: days ?? stored.expiresAfterDays };
  const isProposal = takesTwo(wanted);
  const saving = isProposal ? (isOn ? 'Propose these days' : 'Propose to switch on') : isOn ? 'Save' : 'Switch on';
  const mayChange = isOwner ? null : 'Only an owner changes this.';
  const blocked =
    days === undefined
      ? `Enter 1 to ${MOST_DAYS} days.`
      : isOn && days === stored.expiresAfterDays
        ? 'Nothing has changed.'
        : isProposal
          ? isAdmin
            ? null
            : 'Owners and admins propose this.'
          : mayChange;
  return (
    <Card title="Remembered decisions">
      <div className="card-body stack">
        <p>
          A match of a new run inherits the latest decision on the same entry for the same subject, if entry, screened
          data and factors are the same, the score is not higher and the decision has not expired. Otherwise a person is
          asked. Remembering more takes two people while deciding a screening match does.{' '}
          <Link to={pathIn(mode, 'matches', 'remembered')}>The remembered decisions</Link>
        </p>
        <div className="cluster">
          {isOn ? <Pill tone="ok">On</Pill> : <Pill mark="ring">Off</Pill>}
          {isOn && (
            <Button
              size="small"
              aria-label="Switch off: remembered decisions"
              blocked={mayChange}
              onClick={() => void set({ ...stored, rememberDecisions: false })}
            >
              Switch off
            </Button>
          )}
        </div>
        <TextField
          label="Days until a remembered decision expires"
          hint={`1 to ${MOST_DAYS}, counted from the decision. It applies to decisions of the past too.`}
          inputMode="numeric"
          value={text ?? String(stored.expiresAfterDays)}
          onText={setText}
          disabled={!isAdmin}
        />
        <div>
          <Button
            size="small"
            aria-label={`${saving}: remembered decisions`}
            blocked={blocked}
            onClick={() => void set(wanted)}
          >
            {saving}
          </Button>
        </div>
        {error !== undefined && <Failure error={error} />}
      </div>
      {proposing && (
        <ReasonDialog
          title={`Propose: ${memoryInWords(proposing).toLowerCase()}`}
          label="Reason"
          button="Propose"
          look="danger"
          maxLength={REASON_CHARACTERS}
          hint="A match that inherits a decision is not looked at again. An owner who is another person decides. Your proposal replaces an open one."
          onClose={() => setProposing(undefined)}
          onSubmit={async (reason, idempotencyKey) => {
            await api.organization.proposeSettings({ body: { screening: proposing, reason }, idempotencyKey });
            toast('Proposed.');
            setProposing(undefined);
            setText(undefined);
            await invalidate(['settings'], ['proposals']);
          }}
        />
      )}
    </Card>
  );
}
