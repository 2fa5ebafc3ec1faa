import { useState } from 'react';
import { serverNow } from '../api/clock.ts';
import { useApi } from '../app.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { OUTCOMES, type OutcomeLabel } from './outcome-words.ts';

const REFERENCE_CHARACTERS = 500;

/** Records what turned out to be true of a subject. */
export function OutcomeDialog({ subjectId, onClose, onDone }: { subjectId: string; onClose(): void; onDone(): void }) {
  const api = useApi();
  const today = new Date(serverNow()).toISOString().slice(0, 10);
  const [label, setLabel] = useState<OutcomeLabel>('confirmed_fraud');
  const [day, setDay] = useState(today);
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState('EUR');
  const [reference, setReference] = useState('');
  const [isSampled, setSampled] = useState(false);
  const send = async (idempotencyKey: string) => {
    // The whole day counts, so that it labels the assessments of that day.
    const end = Math.min(Date.parse(`${day}T23:59:59.999Z`), serverNow());
    await api.risk.recordOutcome({
      params: { id: subjectId },
      body: {
        label,
        occurredAt: new Date(end).toISOString(),
        ...(amount.trim() !== '' && { amount: { value: amount.trim(), currency: currency.trim().toUpperCase() } }),
        ...(reference.trim() !== '' && { reference: reference.trim() }),
        ...(isSampled && { sampled: true }),
      },
      idempotencyKey,
    });
    onDone();
  };
  const blocked = Number.isNaN(Date.parse(day))
    ? 'Enter the day on which it happened.'
    : day > today
      ? 'The day must not be in the future.'
      : null;
  return (
    <FormDialog title="Record an outcome" button="Record" blocked={blocked} onClose={onClose} onSubmit={send}>
      <SelectField label="What turned out to be true" value={label} options={OUTCOMES} onValue={setLabel} />
      <TextField
        label="Day on which it happened (UTC)"
        type="date"
        required
        max={today}
        value={day}
        hint="The latest assessment by each policy up to the end of this day is labelled."
        onText={setDay}
      />
      <div className="cluster">
        <TextField
          label="Amount (optional)"
          inputMode="decimal"
          value={amount}
          placeholder="1250.00"
          onText={setAmount}
        />
        <TextField label="Currency" maxLength={3} size={4} value={currency} onText={setCurrency} />
      </div>
      <TextField
        label="Reference (optional)"
        maxLength={REFERENCE_CHARACTERS}
        value={reference}
        hint="Such as the number of a case."
        onText={setReference}
      />
      <label className="check">
        <input type="checkbox" checked={isSampled} onChange={(event) => setSampled(event.target.checked)} />
        The subject was drawn at random, not examined because of an alert, a complaint or a loss
      </label>
    </FormDialog>
  );
}
