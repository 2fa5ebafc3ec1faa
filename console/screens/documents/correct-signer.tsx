import { useState } from 'react';
import { useApi } from '../../app.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import type { DocumentRecord, Signer } from './words.ts';

/** Changes the name or the address of a signer who has not signed. */
export function CorrectSigner({
  document,
  signer,
  onChanged,
  onClose,
}: {
  document: DocumentRecord;
  signer: Signer;
  onChanged(): Promise<unknown>;
  onClose(): void;
}) {
  const api = useApi();
  const [name, setName] = useState(signer.name);
  const [email, setEmail] = useState(signer.email);
  const isSent = document.status === 'sent';
  const body = {
    ...(name.trim() !== signer.name && { name: name.trim() }),
    ...(email.trim() !== signer.email && { email: email.trim() }),
  };
  return (
    <FormDialog
      title={`Correct ${signer.name}`}
      button="Correct"
      blocked={
        name.trim() === '' || email.trim() === ''
          ? 'Enter a name and an address.'
          : Object.keys(body).length === 0
            ? 'Change the name or the address first.'
            : null
      }
      onClose={onClose}
      onSubmit={async () => {
        await api.documents.correctSigner({ params: { id: document.id, signerId: signer.id }, body });
        toast(
          isSent && body.email
            ? `The earlier link of ${name.trim()} no longer works. A new invitation goes to ${body.email}.`
            : 'The signer was corrected.',
        );
        await onChanged();
        onClose();
      }}
    >
      {isSent && (
        <p className="quiet">
          The signer has to view the document again. With a new address the link stops working, the fields that were
          filled are cleared, and a new invitation is sent when it is their turn.
        </p>
      )}
      <TextField label="Name" maxLength={200} value={name} autoFocus onText={setName} />
      <TextField label="Email" type="email" value={email} onText={setEmail} />
    </FormDialog>
  );
}
