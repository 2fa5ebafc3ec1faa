import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import type { ListSource } from '../../api/lists.ts';
import { useProfiles } from '../../api/profiles.ts';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Table } from '../../parts/record-table.tsx';
import { Failure } from '../../parts/states.tsx';
import { foundWith } from './profile-words.ts';

type Result = Awaited<ReturnType<Api['screening']['searchScreeningEntries']>>;

/** A name is looked up without a date of birth, for which this profile is meant. */
const THOROUGH = { key: 'thorough', sources: null, reviewScore: 65 };

/** Looks a name up in the lists. Nothing is recorded. */
export function SearchCard({ sources }: { sources: readonly ListSource['key'][] }) {
  const api = useApi();
  const profiles = useProfiles();
  const [name, setName] = useState('');
  const [profileKey, setProfileKey] = useState(THOROUGH.key);
  const known = profiles.items.length > 0 ? profiles.items : [THOROUGH];
  const profile = known.find(({ key }) => key === profileKey) ?? THOROUGH;
  const needsLists = profile.sources === null;
  const [result, setResult] = useState<Result>();
  const [error, setError] = useState<unknown>();
  const search = async () => {
    setError(undefined);
    setResult(undefined);
    try {
      setResult(
        await api.screening.searchScreeningEntries({
          body: { name: name.trim(), profileKey: profile.key, ...(needsLists && { sources: [...sources] }) },
        }),
      );
    } catch (problem) {
      setError(problem);
    }
  };
  const blocked =
    needsLists && sources.length === 0 ? 'No list has been loaded yet.' : name.trim() === '' ? 'Enter a name.' : null;
  return (
    <Card title="Find a name">
      <form
        className="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) void search();
        }}
      >
        <TextField
          label="Name"
          value={name}
          onText={setName}
          autoComplete="off"
          hint="Scores entries as a run does. The name is neither stored nor logged."
        />
        <SelectField
          label="Profile"
          value={profile.key}
          options={known.map(({ key, reviewScore }) => [key, `${key}, from ${reviewScore}`])}
          onValue={setProfileKey}
          hint={`${foundWith(profile.reviewScore)} ${profile.sources ? `Lists: ${profile.sources.join(', ')}.` : 'All loaded lists.'}`}
        />
        <div>
          <Button type="submit" blocked={blocked}>
            Search
          </Button>
        </div>
        {error !== undefined && <Failure error={error} />}
        {result?.incomplete && (
          <div className="notice bad" role="alert">
            <strong>Not every list was searched</strong>
            {result.incompleteReasons.map((reason) => (
              <p key={reason}>{reason.replaceAll('_', ' ')}</p>
            ))}
          </div>
        )}
        {result && result.items.length === 0 && (
          <p className="quiet">
            {result.incomplete
              ? 'No entry of the lists that were searched reaches a score.'
              : 'No entry reaches a score.'}
          </p>
        )}
        {result && result.total > result.items.length && (
          <p className="quiet">
            The {result.items.length} highest of {result.total.toLocaleString('en-GB')} entries.
          </p>
        )}
        {result && result.items.length > 0 && (
          <Table
            rows={result.items}
            idOf={({ source, sourceEntryId }) => source + sourceEntryId}
            columns={[
              { title: 'Listed name', cell: ({ listedName }) => listedName },
              {
                title: 'List',
                look: 'quiet',
                cell: ({ source, sourceEntryId }) => `${source} · ${sourceEntryId}`,
              },
              { title: 'Score', look: 'right num strong', cell: ({ score }) => score },
            ]}
          />
        )}
      </form>
    </Card>
  );
}
