import { useMe } from '../../api/me.ts';
import { SelectField, TextAreaField, TextField } from '../../parts/field.tsx';
import { daysFault, EXPIRY_DAYS, LANGUAGE_OPTIONS, REMIND_DAYS, RETAIN_DAYS, type SendingText } from './sending.ts';
import { ShowLinks } from './show-links.tsx';

const NO_LANGUAGE = [['', 'Their browser’s, emails in English'] as const];

/** How a document, or every document of a bulk send, is sent. */
export function SendingFields({
  sending,
  isBulk = false,
  faults,
  onChange,
}: {
  sending: SendingText;
  /** Documents of a bulk send have no time of their own, and their links go to the signers only. */
  isBulk?: boolean;
  /** What the service refused, by property. */
  faults: ReadonlyMap<string, string>;
  onChange(change: Partial<SendingText>): void;
}) {
  const { data: me } = useMe();
  const noticesTo = sending.replyTo.trim() || me?.email || 'your address';
  return (
    <div className="stack">
      <TextAreaField
        label="Message to the signers"
        hint="In the invitation and on the signing page."
        rows={3}
        maxLength={2000}
        value={sending.message}
        fault={faults.get('message')}
        onText={(message) => onChange({ message })}
      />
      <div className="form-grid">
        <TextField
          label="Sender name"
          maxLength={200}
          value={sending.senderName}
          fault={faults.get('senderName')}
          onText={(senderName) => onChange({ senderName })}
        />
        <TextField
          label="Organization"
          maxLength={200}
          value={sending.organizationName}
          fault={faults.get('organizationName')}
          onText={(organizationName) => onChange({ organizationName })}
        />
        <TextField
          label="Replies go to"
          type="email"
          value={sending.replyTo}
          fault={faults.get('replyTo')}
          onText={(replyTo) => onChange({ replyTo })}
        />
        <SelectField
          label="Language of the signers"
          value={sending.language}
          options={[...NO_LANGUAGE, ...LANGUAGE_OPTIONS]}
          onValue={(language) => onChange({ language })}
        />
        <TextField
          label="Expires after days"
          inputMode="numeric"
          placeholder="30"
          disabled={sending.expiresAt !== ''}
          value={sending.expiresInDays}
          fault={daysFault(sending.expiresInDays, EXPIRY_DAYS)}
          onText={(expiresInDays) => onChange({ expiresInDays })}
        />
        {!isBulk && (
          <TextField
            label="Or expires at"
            type="datetime-local"
            value={sending.expiresAt}
            fault={faults.get('expiresAt')}
            onText={(expiresAt) => onChange({ expiresAt })}
          />
        )}
        <ReminderFields sending={sending} onChange={onChange} />
        <TextField
          label="Delete days after its end"
          hint="With files and audit trail. Empty: kept without limit."
          inputMode="numeric"
          value={sending.retainDays}
          fault={daysFault(sending.retainDays, RETAIN_DAYS)}
          onText={(retainDays) => onChange({ retainDays })}
        />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={sending.senderNotices}
          onChange={(event) => onChange({ senderNotices: event.target.checked })}
        />
        <span>Email {noticesTo} when a document is declined, completed or expires, or when an email bounces</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={sending.requireConsent}
          onChange={(event) => onChange({ requireConsent: event.target.checked })}
        />
        <span>Require the disclosure from clients of the API as well; the signing page always requires it</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={sending.allowDelegation}
          onChange={(event) => onChange({ allowDelegation: event.target.checked })}
        />
        <span>Let a signer hand the turn to another person</span>
      </label>
      {!isBulk && (
        <ShowLinks isOne={false} isShown={sending.returnLinks} onShown={(returnLinks) => onChange({ returnLinks })} />
      )}
    </div>
  );
}

type Reminders = Pick<SendingText, 'remindAfterDays' | 'remindBeforeExpiryDays'>;

/** When signers who have not signed are reminded. */
export const ReminderFields = ({
  sending,
  onChange,
}: {
  sending: Reminders;
  onChange(change: Partial<Reminders>): void;
}) => (
  <>
    <TextField
      label="Remind after days"
      hint="After the latest email, up to five times. Empty: never."
      inputMode="numeric"
      value={sending.remindAfterDays}
      fault={daysFault(sending.remindAfterDays, REMIND_DAYS)}
      onText={(remindAfterDays) => onChange({ remindAfterDays })}
    />
    <TextField
      label="Remind days before expiry"
      hint="Empty: never."
      inputMode="numeric"
      value={sending.remindBeforeExpiryDays}
      fault={daysFault(sending.remindBeforeExpiryDays, REMIND_DAYS)}
      onText={(remindBeforeExpiryDays) => onChange({ remindBeforeExpiryDays })}
    />
  </>
);

/** Why the reminders cannot be sent; null if they can. */
export const remindersBlocked = ({ remindAfterDays, remindBeforeExpiryDays }: Reminders): string | null =>
  daysFault(remindAfterDays, REMIND_DAYS) || daysFault(remindBeforeExpiryDays, REMIND_DAYS) ? WRONG_DAYS : null;

const WRONG_DAYS = 'Correct the number of days first.';

/** Why the options cannot be sent; null if they can. */
export const sendingBlocked = (sending: SendingText): string | null =>
  daysFault(sending.expiresInDays, EXPIRY_DAYS) || daysFault(sending.retainDays, RETAIN_DAYS)
    ? WRONG_DAYS
    : remindersBlocked(sending);
