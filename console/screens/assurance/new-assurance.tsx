import { useState } from 'react';
import { useLists } from '../../api/lists.ts';
import { useProfiles } from '../../api/profiles.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { CheckboxSet, SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { type AssuranceText, bodyOf, CUSTOMERS, ENTRIES, missingIn, rangeWords } from './assurance-form.ts';

/** Asks what to test. Profiles without lists of their own are tested with chosen ones. */
export function NewAssuranceDialog({ onClose, onStarted }: { onClose(): void; onStarted(id: string): void }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const profiles = useProfiles().items;
  const lists = (useLists().data?.items ?? []).filter(({ enabled, versionId }) => enabled && versionId);
  const [typed, setTyped] = useState<Partial<AssuranceText>>({});
  const change = (part: Partial<AssuranceText>) => setTyped({ ...typed, ...part });
  // A profile of the organization is what it screens with.
  const usual = profiles.find(({ builtIn }) => !builtIn) ?? profiles[0];
  const text: AssuranceText = {
    profileKey: usual?.key ?? '',
    sources: lists.filter(({ own }) => !own).map(({ key }) => key),
    entries: String(ENTRIES.usual),
    customers: String(CUSTOMERS.usual),
    ...typed,
  };
  const profile = profiles.find(({ key }) => key === text.profileKey);
  const ownLists = profile?.sources ?? null;
  const submit = async (idempotencyKey: string) => {
    const { id } = await api.screening.createScreeningAssurance({
      body: bodyOf(text, ownLists !== null),
      idempotencyKey,
    });
    toast('The test was started.');
    onStarted(id);
    await invalidate(['assurances']);
  };
  return (
    <FormDialog
      title="Test the effectiveness"
      button="Start the test"
      blocked={profile ? missingIn(text, ownLists !== null) : 'Profiles are being read.'}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Profile"
        value={text.profileKey}
        options={profiles.map(({ key, version, reviewScore }) => [
          key,
          `${key} v${version}: review from ${reviewScore}`,
        ])}
        onValue={(profileKey) => change({ profileKey })}
      />
      {ownLists ? (
        <p className="quiet">
          Lists of the profile: {ownLists.map((key) => lists.find((one) => one.key === key)?.name ?? key).join(', ')}.
        </p>
      ) : (
        <CheckboxSet
          legend="Lists"
          values={lists.map(({ key }) => key)}
          chosen={text.sources}
          onChosen={(sources) => change({ sources })}
        >
          {(key) => lists.find((one) => one.key === key)?.name ?? key}
        </CheckboxSet>
      )}
      <TextField
        label="Listed entries"
        value={text.entries}
        onText={(entries) => change({ entries })}
        inputMode="numeric"
        hint={`${rangeWords(ENTRIES)}, in equal shares per list. Each is manipulated in some twenty ways.`}
      />
      <TextField
        label="Customers on no list"
        value={text.customers}
        onText={(customers) => change({ customers })}
        inputMode="numeric"
        hint={`${rangeWords(CUSTOMERS)}, composed for the test, to count alerts.`}
      />
      <p className="caption">A test of the usual size takes five to ten minutes and goes on without this page.</p>
    </FormDialog>
  );
}
