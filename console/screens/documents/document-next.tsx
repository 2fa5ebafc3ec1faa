import { Fragment } from 'react';
import { Card } from '../../parts/card.tsx';
import { Time } from '../../parts/time.tsx';
import { DocumentStatus } from './documents.tsx';
import { nextStepOf } from './next-step.ts';
import { type DocumentRecord, isCopy, isSigning } from './words.ts';

/** Who has the document, since when, and what comes next. */
export const NextCard = ({ document }: { document: DocumentRecord }) => (
  <Card title="Now" end={<DocumentStatus status={document.status} />}>
    <div className="card-body stack-s">
      <Now document={document} />
    </div>
  </Card>
);

function Now({ document }: { document: DocumentRecord }) {
  const { status, closeReason, completedAt, signers } = document;
  switch (status) {
    case 'draft':
      return <p>Not sent yet. No signer has a link.</p>;
    case 'completed':
      return (
        <p>
          {doneBy(signers.filter((one) => !isCopy(one)))} and sealed
          {completedAt && (
            <>
              {' '}
              <Time at={completedAt} />
            </>
          )}
          .
        </p>
      );
    case 'declined':
      return (
        <p>
          {signers.find((signer) => signer.status === 'declined')?.name ?? 'A signer'} declined
          {closeReason ? `: ${closeReason}` : ' without a reason.'}
        </p>
      );
    case 'voided':
      return <p>Voided{closeReason ? `: ${closeReason}` : ' without a reason.'}</p>;
    case 'expired':
      return <p>Expired before everybody signed. Create a new document to send it again.</p>;
    default:
      return <Sent document={document} />;
  }
}

/** Copies have nothing to do. */
const doneBy = (acting: DocumentRecord['signers']) => {
  const done = acting.every(isSigning) ? 'Signed' : 'Signed and approved';
  return acting.length === 1 ? done : `${done} by all ${acting.length}`;
};

function Sent({ document }: { document: DocumentRecord }) {
  const { has, next } = nextStepOf(document);
  const { remindAfterDays, remindBeforeExpiryDays, expiresAt } = document;
  return (
    <>
      <p>
        {has.map(({ signer, since }, index) => (
          <Fragment key={signer.id}>
            {index > 0 && ', '}
            <span className="strong">{signer.name}</span> has it
            {since && (
              <>
                {' since '}
                <Time at={since} />
              </>
            )}
          </Fragment>
        ))}
        .
      </p>
      {next.length > 0 && <p className="quiet">Next: {next.map(({ name }) => name).join(', ')}.</p>}
      <p className="quiet">
        {remindAfterDays === null && remindBeforeExpiryDays === null && 'No automatic reminders.'}
        {remindAfterDays !== null && `Reminder ${days(remindAfterDays)} after the latest email. `}
        {remindBeforeExpiryDays !== null && `Reminder ${days(remindBeforeExpiryDays)} before it expires. `}
        {expiresAt && (
          <>
            {' Expires '}
            <Time at={expiresAt} />.
          </>
        )}
      </p>
    </>
  );
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);
