import { useState } from 'react';
import { useApi, useInvalidate } from '../../app.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { TextAreaField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { parseJson } from '../../parts/json-text.ts';
import { toast } from '../../parts/toast.tsx';
import { type LabDraft, saysTheSame, type Version } from './lab-draft.ts';

const NOTE_CHARACTERS = 2_000;

/** Saves the text as the next version, or the scenarios of a draft whose text is the same. */
export function SaveVersion({
  draft,
  failed,
  onClose,
  onSaved,
}: {
  draft: LabDraft;
  /** Scenarios that do not give what they expect. */
  failed: number;
  onClose(): void;
  onSaved(key: string, version: number): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [note, setNote] = useState('');
  const { key, text, base, scenarios } = draft;
  const isScenariosOnly = base?.isDraft && saysTheSame(draft);
  const create = async (idempotencyKey: string): Promise<number> => {
    const definition = parseJson(text).root?.value as Version['data']['definition'];
    const { data } = await api.risk.createPolicy({
      body: {
        key,
        definition: { ...definition },
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(scenarios.length > 0 && { scenarios: [...scenarios] }),
      },
      idempotencyKey,
    });
    return data.version;
  };
  const save = async (idempotencyKey: string) => {
    if (!isScenariosOnly) return create(idempotencyKey);
    await api.risk.replacePolicyScenarios({ params: { id: base.id }, body: { scenarios: [...scenarios] } });
    return base.version;
  };
  return (
    <FormDialog
      title={isScenariosOnly ? `Save the scenarios of v${base.version}` : `Save a draft of ${key}`}
      button="Save"
      onClose={onClose}
      onSubmit={async (idempotencyKey) => {
        const version = await save(idempotencyKey);
        await invalidate(['records', 'policies']);
        toast(isScenariosOnly ? `Saved the scenarios of v${version}.` : `Saved as draft v${version}.`);
        onSaved(key, version);
      }}
    >
      <p>
        {isScenariosOnly
          ? 'The definition is unchanged, so the draft keeps its number.'
          : 'A version never changes: the text becomes the next one, a draft that no assessment uses.'}{' '}
        {counted(scenarios.length, 'scenario')} {scenarios.length === 1 ? 'is' : 'are'} saved with it.
      </p>
      {failed > 0 && (
        <p className="text-warn">
          {counted(failed, 'scenario')} {failed === 1 ? 'fails' : 'fail'}. The version can be saved, and neither
          proposed nor published.
        </p>
      )}
      {!isScenariosOnly && (
        <TextAreaField
          label="What the version changes"
          rows={3}
          maxLength={NOTE_CHARACTERS}
          value={note}
          autoFocus
          onText={setNote}
        />
      )}
    </FormDialog>
  );
}
