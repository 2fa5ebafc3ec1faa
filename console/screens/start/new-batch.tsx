import { useRef, useState } from 'react';
import { useGo } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { foundWith } from '../../domain/profile-words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { SelectField, TextAreaField } from '../../parts/field.tsx';
import { submitOnModEnter } from '../../parts/mod-enter.ts';
import { Table } from '../../parts/record-table.tsx';
import { Failure } from '../../parts/states.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { type BatchItem, type BatchRow, batchRows, MAX_ROWS } from './batch-rows.ts';
import { Crumbs } from './crumbs.tsx';
import { THOROUGH } from './screen-form.ts';
import { profileOptions, useProfile } from './use-profile.ts';

/** Screens several persons or companies at once, each as a run that is kept. */
export function NewBatch() {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const lists = useLists();
  const loaded = (lists.data?.items ?? []).filter(({ enabled, versionId }) => enabled && versionId);
  const [text, setText] = useState('');
  const [profileKey, setProfileKey] = useState(THOROUGH);
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  /** The same request is repeated with the same key, so that no run is made twice. */
  const sent = useRef({ body: '', key: '' });
  const profile = useProfile(profileKey);
  const rows = batchRows(text);
  const sources = profile.sources ?? loaded.filter(({ own }) => !own).map(({ key }) => key);
  const blocked = isSending ? 'Screening.' : faultIn(rows, sources);
  const screen = async () => {
    const body = {
      items: rows.flatMap(({ item }) => item ?? []),
      profileKey,
      ...(profile.sources === null && { sources }),
    };
    const written = JSON.stringify(body);
    if (sent.current.body !== written) sent.current = { body: written, key: crypto.randomUUID() };
    setSending(true);
    setError(undefined);
    try {
      const batch = await api.screening.createScreeningBatch({ body, idempotencyKey: sent.current.key });
      void invalidate(['batches'], ['matches'], ['counts']);
      void go('screen', 'batches', batch.id);
    } catch (problem) {
      setError(problem);
      setSending(false);
    }
  };
  return (
    <>
      <TopBar title="Screen several" crumbs={<Crumbs isOfBatch />} />
      <div className="page stack">
        <Card title="Who to screen">
          <form
            className="card-body stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (blocked === null) void screen();
            }}
            onKeyDown={submitOnModEnter}
          >
            <TextAreaField
              label="Persons and companies"
              rows={8}
              value={text}
              onText={setText}
              autoComplete="off"
              spellCheck={false}
              placeholder={'Ada Example; 1961-04-17; GB; person\nExample Trading Limited; ; CY; company'}
              hint={`One per line, up to ${MAX_ROWS}: name; date of birth; country; kind; your reference. Only the name is needed. Cells may also be pasted from a spreadsheet.`}
            />
            <SelectField
              label="Profile"
              value={profileKey}
              options={profileOptions(profile)}
              onValue={setProfileKey}
              hint={foundWith(profile.reviewScore)}
            />
            <p className="quiet">
              {sources.length === 0 ? 'No list is loaded.' : `Lists: ${namesOf(sources, loaded).join(', ')}.`}
            </p>
            <div className="cluster">
              <Button type="submit" look="primary" shortcut="mod+Enter" blocked={blocked}>
                Screen and keep
              </Button>
              <span className="caption">Each line is kept as a run. Names are not stored, references are.</span>
            </div>
            {error !== undefined && <Failure error={error} />}
          </form>
        </Card>
        {rows.length > 0 && (
          <Card title={rows.length === 1 ? '1 line' : `${rows.length} lines`}>
            <Table
              rows={rows}
              idOf={({ line }) => String(line)}
              columns={[
                { title: 'Line', look: 'quiet', cell: ({ line }) => line },
                { title: 'Name', look: 'strong', cell: ({ item, text: typed }) => item?.subject.name ?? typed },
                { title: 'Read as', cell: (row) => <ReadAs row={row} /> },
                { title: 'Reference', look: 'quiet', cell: ({ item }) => item?.reference },
              ]}
            />
          </Card>
        )}
      </div>
    </>
  );
}

const ReadAs = ({ row: { item, fault } }: { row: BatchRow }) =>
  item ? wordsOf(item.subject) : <span className="text-bad">{fault}</span>;

function wordsOf({ entityType, datesOfBirth = [], nationalities = [] }: BatchItem['subject']): string {
  const kind = entityType === 'person' ? 'person' : entityType === 'entity' ? 'company or other entity' : 'any kind';
  return [kind, ...(datesOfBirth ?? []).map((date) => `born ${date}`), ...(nationalities ?? [])].join(' · ');
}

const namesOf = (keys: readonly string[], loaded: readonly { key: string; name: string }[]) =>
  keys.map((key) => loaded.find((one) => one.key === key)?.name ?? key);

function faultIn(rows: readonly BatchRow[], sources: readonly string[]): string | null {
  const wrong = rows.find(({ fault }) => fault);
  if (rows.length === 0) return 'Enter a name.';
  if (wrong) return `Line ${wrong.line}: ${wrong.fault}`;
  if (rows.length > MAX_ROWS) return `At most ${MAX_ROWS} lines are screened at once. There are ${rows.length}.`;
  return sources.length === 0 ? 'No list is loaded.' : null;
}
