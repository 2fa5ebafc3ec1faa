import { useState } from 'react';
import { useIsAdmin, useIsOwner } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { ProposeChange, useNeedsTwoForAdmins, useOpenProposals } from '../../domain/organization-proposal.tsx';
import { ReasonDialog } from '../../domain/reason-dialog.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextAreaField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { daysFault, RETAIN_DAYS } from './sending.ts';
import type { DocumentRecord } from './words.ts';

const REASON_CHARACTERS = 2_000;

interface Props {
  document: DocumentRecord;
  onChanged(): Promise<unknown>;
}

/** How long the document is kept, and the legal hold that suspends its deletion. */
export function KeepingCard({ document, onChanged }: Props) {
  const api = useApi();
  const isAdmin = useIsAdmin();
  const isOwner = useIsOwner();
  const needsTwo = useNeedsTwoForAdmins();
  const [dialog, setDialog] = useState<'retention' | 'place' | 'release' | 'propose'>();
  const { id, status, retainDays, keepUntil, legalHold } = document;
  const isProposed = useOpenProposals(isOwner && legalHold !== undefined).some(
    ({ change }) => change.kind === 'document_hold_release' && change.documentId === id,
  );
  const close = () => setDialog(undefined);
  const hold = async (held: boolean, reason: string, idempotencyKey: string) => {
    try {
      await api.documents.setDocumentHold({ params: { id }, body: { held, reason }, idempotencyKey });
    } catch (problem) {
      if (!isProblem(problem, 'second_person_required')) throw problem;
      return setDialog('propose');
    }
    toast(held ? 'The legal hold was placed.' : 'The legal hold was released.');
    await onChanged();
    close();
  };
  const retentionBlocked = !isAdmin
    ? 'Owners and admins lengthen the retention.'
    : status === 'draft'
      ? 'The retention of a draft is chosen when it is sent.'
      : retainDays === undefined
        ? 'It is kept without limit already.'
        : null;
  const holdBlocked = !isOwner
    ? 'Only an owner places or releases a legal hold.'
    : isProposed
      ? 'The release is proposed and waits for another person.'
      : null;
  return (
    <Card title="Keeping">
      <div className="card-body stack-s">
        <p>
          {retainDays === undefined ? 'Kept without limit.' : `Deleted ${retainDays} days after its end.`}
          {keepUntil && (
            <>
              {' That is '}
              <Time at={keepUntil} style="exact" />.
            </>
          )}
        </p>
        {legalHold && (
          <p className="text-warn">
            Legal hold since <Time at={legalHold.placedAt} /> by <Actor actor={legalHold.placedBy} />. Nothing but the
            deletion of the organization deletes it.
          </p>
        )}
        {isProposed && <p className="quiet">The release of the hold is proposed.</p>}
        <div className="cluster">
          <Button size="small" blocked={retentionBlocked} onClick={() => setDialog('retention')}>
            Lengthen the retention
          </Button>
          {legalHold ? (
            <Button size="small" blocked={holdBlocked} onClick={() => setDialog(needsTwo ? 'propose' : 'release')}>
              {needsTwo ? 'Propose to release the hold' : 'Release the hold'}
            </Button>
          ) : (
            <Button size="small" blocked={holdBlocked} onClick={() => setDialog('place')}>
              Place a legal hold
            </Button>
          )}
        </div>
      </div>
      {dialog === 'retention' && <Retention document={document} onChanged={onChanged} onClose={close} />}
      {(dialog === 'place' || dialog === 'release') && (
        <ReasonDialog
          title={dialog === 'place' ? 'Place a legal hold' : 'Release the legal hold'}
          label="Reason"
          button={dialog === 'place' ? 'Place' : 'Release'}
          look={dialog === 'place' ? 'primary' : 'danger'}
          hint={
            dialog === 'place'
              ? 'The document is not deleted while it is held. The reason is stored in the history.'
              : 'The document is deleted at the end of its retention, if it has one.'
          }
          maxLength={REASON_CHARACTERS}
          onClose={close}
          onSubmit={(reason, key) => hold(dialog === 'place', reason, key)}
        />
      )}
      {dialog === 'propose' && (
        <ProposeChange change={{ kind: 'document_hold_release', documentId: id }} onClose={close} />
      )}
    </Card>
  );
}

function Retention({ document: { id, retainDays = 1 }, onChanged, onClose }: Props & { onClose(): void }) {
  const api = useApi();
  const [days, setDays] = useState(String(retainDays));
  const [reason, setReason] = useState('');
  const isLimited = days.trim() !== '';
  const blocked =
    daysFault(days, RETAIN_DAYS) ??
    (isLimited && Number(days) <= retainDays ? `Enter more than ${retainDays} days, or nothing for no limit.` : null) ??
    (reason.trim() === '' ? 'Write a reason first.' : null);
  return (
    <FormDialog
      title="Lengthen the retention"
      button="Lengthen"
      blocked={blocked}
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        await api.documents.setDocumentRetention({
          params: { id },
          body: { retainDays: isLimited ? Number(days) : null, reason: reason.trim() },
          idempotencyKey,
        });
        toast('The retention was lengthened.');
        await onChanged();
        onClose();
      }}
    >
      <TextField
        label="Days after its end"
        hint="Empty: kept without limit. It cannot be shortened later."
        inputMode="numeric"
        value={days}
        fault={daysFault(days, RETAIN_DAYS)}
        autoFocus
        onText={setDays}
      />
      <TextAreaField label="Reason" rows={3} maxLength={REASON_CHARACTERS} value={reason} onText={setReason} />
    </FormDialog>
  );
}
