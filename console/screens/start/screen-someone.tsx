import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { pathIn, useAddressQuery, useGo, usePathParam, uuidIn } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { useRecord } from '../../api/records.ts';
import { useApi, useInvalidate, useMode } from '../../app.tsx';
import { foundWith } from '../../domain/profile-words.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CheckboxSet, SelectField, TextAreaField, TextField } from '../../parts/field.tsx';
import { submitOnModEnter } from '../../parts/mod-enter.ts';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { type Found, FoundEntries } from './found-entries.tsx';
import { IdentifierRows } from './identifier-rows.tsx';
import { KeepRunDialog } from './keep-run-dialog.tsx';
import { KeptRun } from './kept-run.tsx';
import { EMPTY_FORM, type LookUp, lookUpOf, OWN_SCORES, PEP_LIST, type ScreenForm } from './screen-form.ts';
import { profileOptions, useProfile } from './use-profile.ts';

/** Screens a person or company by hand: a look-up that stores nothing, which can then be kept as a run. */
export function ScreenSomeone() {
  const id = uuidIn(usePathParam('id'));
  const lists = useLists();
  return id ? (
    <KeptRun key={id} id={id} />
  ) : (
    <QueryPart query={lists}>{({ items }) => <NewScreening lists={items} />}</QueryPart>
  );
}

type Lists = NonNullable<ReturnType<typeof useLists>['data']>['items'];

function NewScreening({ lists }: { lists: Lists }) {
  const api = useApi();
  const go = useGo();
  const mode = useMode();
  const invalidate = useInvalidate();
  const subject = useRecord('subjects', uuidIn(useAddressQuery().subject)).data?.data;
  const loaded = lists.filter(({ enabled, versionId }) => enabled && versionId);
  const keys = loaded.map(({ key }) => key);
  const shared = loaded.filter(({ own }) => !own).map(({ key }) => key);
  const [form, setForm] = useState(EMPTY_FORM);
  /** Until lists are chosen, all loaded ones of the catalogue are. */
  const [areListsChosen, setListsChosen] = useState(false);
  const profile = useProfile(form.profileKey);
  const hasOwnLists = profile.sources !== null;
  const asked = lookUpOf({ ...form, sources: areListsChosen ? form.sources : shared }, { hasOwnLists, loaded: keys });
  const [looked, setLooked] = useState<{ lookUp: LookUp; found: Found }>();
  const [error, setError] = useState<unknown>();
  const [isSearching, setSearching] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const result = useRef<HTMLDivElement>(null);
  const change = (part: Partial<ScreenForm>) => setForm((before) => ({ ...before, ...part }));
  const search = async (lookUp: LookUp) => {
    setSearching(true);
    setError(undefined);
    try {
      const found = await api.screening.searchScreeningEntries({ body: { ...lookUp, nearMisses: true } });
      setLooked({ lookUp, found });
      // What was found follows the form, which fills a phone.
      requestAnimationFrame(() => result.current?.focus());
    } catch (problem) {
      setError(problem);
      setLooked(undefined);
    }
    setSearching(false);
  };
  const isCurrent = looked && 'body' in asked && JSON.stringify(asked.body) === JSON.stringify(looked.lookUp);
  const blocked = 'fault' in asked ? asked.fault : isSearching ? 'Searching.' : null;
  return (
    <>
      <TopBar
        title="Screen someone"
        end={
          <span className="cluster">
            <Link to={pathIn(mode, 'screen', 'batches')}>Batches</Link>
            <Button onClick={() => void go('screen', 'batches', 'new')}>Screen several</Button>
          </span>
        }
      />
      <div className="page stack">
        <Card title={subject ? `Screen ${subject.externalId}` : 'Who to look for'}>
          <form
            className="card-body stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (blocked !== null) toast(blocked);
              else if ('body' in asked) void search(asked.body);
            }}
            onKeyDown={submitOnModEnter}
          >
            <Who form={form} onChange={change} />
            <SelectField
              label="Profile"
              value={form.profileKey}
              options={[...profileOptions(profile), [OWN_SCORES, 'Own scores']]}
              onValue={(profileKey) => change({ profileKey })}
              hint={foundWith(form.profileKey === OWN_SCORES ? Number(form.reviewScore) : profile.reviewScore)}
            />
            {form.profileKey === OWN_SCORES && <Scores form={form} onChange={change} />}
            {profile.sources ? (
              <p className="quiet">
                Lists of the profile:{' '}
                {profile.sources.map((key) => lists.find((one) => one.key === key)?.name ?? key).join(', ')}.
              </p>
            ) : (
              <CheckboxSet
                legend="Lists"
                values={keys}
                chosen={areListsChosen ? form.sources : shared}
                onChosen={(sources) => {
                  setListsChosen(true);
                  change({ sources });
                }}
              >
                {(key) => loaded.find((one) => one.key === key)?.name ?? key}
              </CheckboxSet>
            )}
            <div className="cluster">
              <Button type="submit" look="primary" shortcut="mod+Enter" blocked={blocked}>
                Look up
              </Button>
              <span className="caption">A look-up is not stored: no name, no result.</span>
            </div>
            {error !== undefined && <Failure error={error} />}
          </form>
        </Card>
        {looked && (
          <section ref={result} className="stack" aria-label="Result" tabIndex={-1}>
            <Keep
              blocked={isCurrent ? null : 'The form has changed. Look up again before you keep a run.'}
              onKeep={() => setKeeping(true)}
            >
              {looked.found.total > 0
                ? 'To decide on these entries, keep them as a run.'
                : 'To be able to show that this was searched, keep it as a run.'}
            </Keep>
            <FoundEntries found={looked.found} lookUp={looked.lookUp} />
          </section>
        )}
      </div>
      {isKeeping && looked && (
        <KeepRunDialog
          lookUp={looked.lookUp}
          subject={subject}
          onClose={() => setKeeping(false)}
          onKept={(run) => {
            void invalidate(['matches'], ['counts'], ['subject'], ['worklist']);
            void go('screen', run.id);
          }}
        />
      )}
    </>
  );
}

const Keep = ({ blocked, onKeep, children }: { blocked: string | null; onKeep(): void; children: ReactNode }) => (
  <div className="cluster">
    <Button blocked={blocked} onClick={onKeep}>
      Keep as a run…
    </Button>
    <span className="quiet">{blocked ?? children}</span>
  </div>
);

type Part = { form: ScreenForm; onChange(part: Partial<ScreenForm>): void };

/** All that a run can compare. */
function Who({ form, onChange }: Part) {
  return (
    <>
      <div className="form-grid">
        <TextField
          label="Name"
          value={form.name}
          onText={(name) => onChange({ name })}
          autoComplete="off"
          maxLength={300}
          hint="In any script and order of words."
        />
        <SelectField
          label="Kind"
          value={form.entityType}
          options={[
            ['', 'Any'],
            ['person', 'Person'],
            ['entity', 'Company, ship or other entity'],
          ]}
          onValue={(entityType) => onChange({ entityType })}
          hint="With “Any”, persons and companies can match."
        />
        <TextField
          label="Date of birth"
          placeholder="1961-04-17"
          value={form.datesOfBirth}
          onText={(datesOfBirth) => onChange({ datesOfBirth })}
          autoComplete="off"
          hint="A day, month or year. Up to 3, with commas."
        />
        <TextField
          label={form.entityType === 'entity' ? 'Countries of registration' : 'Nationalities'}
          placeholder="GB, IR"
          value={form.nationalities}
          onText={(nationalities) => onChange({ nationalities })}
          autoComplete="off"
          hint="Codes of two or three letters. Up to 5, with commas."
        />
        <TextField
          label="Country of the document"
          placeholder="RU"
          value={form.country}
          onText={(country) => onChange({ country })}
          autoComplete="off"
          maxLength={3}
          hint="Decides how a name in another script is read."
        />
        <TextAreaField
          label="Other names"
          rows={2}
          value={form.aliases}
          onText={(aliases) => onChange({ aliases })}
          autoComplete="off"
          hint="One per line, up to 5."
        />
      </div>
      <IdentifierRows identifiers={form.identifiers} onChange={(identifiers) => onChange({ identifiers })} />
    </>
  );
}

const Scores = ({ form, onChange }: Part) => (
  <div className="form-grid">
    <TextField
      label="Review score"
      inputMode="numeric"
      value={form.reviewScore}
      onText={(reviewScore) => onChange({ reviewScore })}
    />
    <TextField
      label="Match score"
      inputMode="numeric"
      value={form.matchScore}
      onText={(matchScore) => onChange({ matchScore })}
    />
    <TextField
      label="Look-back for public functions, in months"
      inputMode="numeric"
      placeholder="12"
      value={form.pepLookbackMonths}
      onText={(pepLookbackMonths) => onChange({ pepLookbackMonths })}
      hint={`Only with the list ${PEP_LIST}.`}
    />
  </div>
);
