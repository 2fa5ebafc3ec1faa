import { useState } from 'react';
import { useGo } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ChooseOwnFile, type ChosenFile, faultIn } from './choose-own-file.tsx';
import { isOwnKey, keyFor, OWN_FILES } from './own-file.ts';
import { sendOwnFile, stated } from './send-own-file.ts';
import { type Progress, SendingState } from './upload.tsx';

type Kind = Parameters<Api['screening']['saveOwnList']>[0]['body']['listKind'];

const KINDS = [
  ['watch', 'Own entries, with a fact of their own'],
  ['sanctions', 'Sanctions'],
  ['pep', 'Politically exposed persons'],
] as const;

/** Creates a list of the organization and sends its first file. */
export function NewOwnList({ known, onClose }: { known: readonly string[]; onClose(): void }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const [name, setName] = useState('');
  const [typedKey, setKey] = useState<string>();
  const [listKind, setKind] = useState<Kind>('watch');
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState<Progress>();
  const key = typedKey ?? keyFor(name);
  const keyFault = known.includes(key) ? 'You have a list with this key.' : undefined;
  const create = async () => {
    if (!chosen) return;
    const file = chosen.file.name;
    try {
      const body = { name: name.trim(), listKind, ...stated(chosen) };
      const target = await api.screening.saveOwnList({ params: { key }, body });
      await sendOwnFile(api, key, { chosen, target, onShare: (share) => setProgress({ name: file, share }) });
    } finally {
      setProgress(undefined);
    }
    await invalidate(['lists'], ['counts']);
    void go('lists', key);
  };
  return (
    <FormDialog
      title="Create an own list"
      button="Create and upload"
      blocked={
        (name.trim() ? null : 'Enter a name.') ??
        keyFault ??
        (isOwnKey(key) ? null : 'The key is own_ and 1 to 36 lower-case letters, digits or underscores.') ??
        faultIn(chosen)
      }
      onClose={onClose}
      onSubmit={create}
    >
      <p className="quiet">Your organization alone sees this list and screens against it, in this mode.</p>
      <TextField label="Name" value={name} onText={setName} maxLength={120} autoComplete="off" autoFocus />
      <TextField
        label="Key"
        value={key}
        onText={setKey}
        fault={keyFault}
        hint="Runs, profiles and policies name the list by it. It stays."
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label="What a match means"
        value={listKind}
        options={KINDS}
        onValue={setKind}
        hint="It cannot be changed later."
      />
      <ChooseOwnFile accepted={OWN_FILES} blocked={null} chosen={chosen} onChosen={setChosen} />
      <SendingState progress={progress} sent={undefined} became={undefined} />
    </FormDialog>
  );
}
