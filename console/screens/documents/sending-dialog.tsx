import { useState } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApi } from '../../app.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { faultsBelow } from './document-draft.ts';
import { ReminderFields, remindersBlocked } from './sending-fields.tsx';
import type { DocumentRecord } from './words.ts';

/** Changes the expiry and the reminders of a document that is out. */
export function SendingDialog({
  document,
  onChanged,
  onClose,
}: {
  document: DocumentRecord;
  onChanged(): Promise<unknown>;
  onClose(): void;
}) {
  const api = useApi();
  const before = {
    expiresAt: localTimeOf(document.expiresAt),
    remindAfterDays: String(document.remindAfterDays ?? ''),
    remindBeforeExpiryDays: String(document.remindBeforeExpiryDays ?? ''),
  };
  const [typed, setTyped] = useState(before);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const change = (part: Partial<typeof before>) => setTyped((now) => ({ ...now, ...part }));
  const isChanged = (name: keyof typeof before) => typed[name] !== before[name];
  const daysOf = (text: string) => (text.trim() === '' ? null : Number(text));
  const names = ['expiresAt', 'remindAfterDays', 'remindBeforeExpiryDays'] as const;
  const blocked =
    remindersBlocked(typed) ??
    (typed.expiresAt === '' ? 'Enter when it expires.' : null) ??
    (names.some(isChanged) ? null : 'Change something first.');
  const submit = async () => {
    try {
      await api.documents.changeSending({
        params: { id: document.id },
        body: {
          ...(isChanged('expiresAt') && { expiresAt: new Date(typed.expiresAt).toISOString() }),
          ...(isChanged('remindAfterDays') && { remindAfterDays: daysOf(typed.remindAfterDays) }),
          ...(isChanged('remindBeforeExpiryDays') && { remindBeforeExpiryDays: daysOf(typed.remindBeforeExpiryDays) }),
        },
      });
    } catch (problem) {
      setFaults(faultsBelow('', isProblem(problem) ? problem.issues : []));
      throw problem;
    }
    toast('Expiry and reminders were changed. Links stay as they are.');
    await onChanged();
    onClose();
  };
  return (
    <FormDialog title="Expiry and reminders" button="Save" blocked={blocked} onClose={onClose} onSubmit={submit}>
      <TextField
        label="Expires at"
        type="datetime-local"
        value={typed.expiresAt}
        fault={faults.get('expiresAt')}
        autoFocus
        onText={(expiresAt) => change({ expiresAt })}
      />
      <ReminderFields sending={typed} onChange={change} />
    </FormDialog>
  );
}

const MINUTE_MS = 60_000;

/** A time as a field of the browser takes it, in the zone of the browser. */
function localTimeOf(at: string | null): string {
  if (at === null) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
