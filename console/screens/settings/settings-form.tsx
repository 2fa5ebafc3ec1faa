import { useState } from 'react';
import type { Api } from '../../api/client.ts';
import { useIsAdmin, useIsOwner } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { type DeadlineRow, deadlinesFault } from './deadline-rows.ts';
import { Deadlines } from './deadlines.tsx';
import { DecisionReasons } from './decision-reasons.tsx';
import {
  conflictsIn,
  type Edits,
  type Field,
  LABELS,
  rowsAsText,
  rowsFromText,
  type SettingsRecord,
  shownIn,
  textsOf,
  updateOf,
  withEdit,
} from './settings-edits.ts';

/** How often a save is repeated because others saved other fields meanwhile. */
const MERGES = 3;

/** Unsaved input stays when another member saves, and only edited fields are sent. */
export function SettingsForm({ latest }: { latest: SettingsRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const isOwner = useIsOwner();
  const [edits, setEdits] = useState<Edits>({});
  const [error, setError] = useState<unknown>();
  const stored = textsOf(latest);
  const conflicts = conflictsIn(edits, latest);
  const field = (name: Field) => ({
    label: LABELS[name],
    value: edits[name]?.text ?? stored[name],
    onText: (text: string) => setEdits(withEdit(edits, name, { text, from: edits[name]?.from ?? stored[name] })),
  });
  const reasons = field('reasons');
  const deadlines = rowsFromText<DeadlineRow>(field('deadlines').value);
  const settle = (name: Field, text: string) => {
    setError(undefined);
    setEdits(withEdit(edits, name, { text, from: stored[name] }));
  };
  const save = async (): Promise<void> => {
    setError(undefined);
    try {
      await merge(api, edits, latest);
      toast('Settings saved.');
      setEdits({});
    } catch (problem) {
      setError(problem);
    }
    await invalidate(['settings'], ['me']);
  };
  const blocked = !isAdmin
    ? 'Owners and admins change settings.'
    : conflicts.length > 0
      ? 'Choose between your text and theirs first.'
      : Object.keys(edits).length === 0
        ? 'Nothing has changed.'
        : deadlinesFault(deadlines);
  return (
    <Card
      title="Organization"
      end={
        latest.updatedBy && latest.updatedAt ? (
          <span className="quiet">
            <Actor actor={latest.updatedBy} /> · <Time at={latest.updatedAt} />
          </span>
        ) : undefined
      }
    >
      <form
        className="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) void save();
        }}
      >
        <TextField {...field('name')} maxLength={100} disabled={!isAdmin} />
        <Deadlines
          rows={deadlines}
          onRows={(rows) => field('deadlines').onText(rowsAsText(rows))}
          isDisabled={!isAdmin}
        />
        <DecisionReasons
          rows={rowsFromText(reasons.value)}
          onRows={(rows) => reasons.onText(rowsAsText(rows))}
          isDisabled={!isAdmin}
        />
        <TextField
          {...field('subjectLink')}
          placeholder="https://crm.example.com/customers/{externalId}"
          disabled={!isAdmin}
        />
        <TextField
          {...field('highestReviewScore')}
          hint="Screenings with a higher review score are refused. At 70 a typing error in a name is found only if a date of birth or a country agrees; at 65 by the name alone, for more alerts. Empty: no limit. Owners change it; raising it takes two people where decisions on matches do."
          inputMode="numeric"
          disabled={!isOwner}
        />
        {conflicts.length > 0 && (
          <div className="notice warn" role="alert">
            <strong>
              {latest.updatedBy ? <Actor actor={latest.updatedBy} /> : 'Another member'} changed what you are editing
            </strong>
            {conflicts.map((name) => (
              <div key={name}>
                <p>
                  {LABELS[name]}: {shownIn(latest, name)}
                </p>
                <div className="cluster">
                  <Button
                    size="small"
                    aria-label={`Use theirs: ${LABELS[name]}`}
                    onClick={() => settle(name, stored[name])}
                  >
                    Use theirs
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Keep mine: ${LABELS[name]}`}
                    onClick={() => settle(name, edits[name]?.text ?? '')}
                  >
                    Keep mine
                  </Button>
                </div>
              </div>
            ))}
          </div>
        )}
        {error !== undefined && !(conflicts.length > 0 && isProblem(error, 'stale_revision')) && (
          <Failure error={error} />
        )}
        <div>
          <Button type="submit" look="primary" blocked={blocked}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Saves what was edited, again if others saved other fields meanwhile. */
async function merge(api: Api, edits: Edits, latest: SettingsRecord, left = MERGES): Promise<void> {
  try {
    await api.organization.updateSettings({ body: updateOf(edits, latest) });
  } catch (problem) {
    if (!isProblem(problem, 'stale_revision') || left === 0) throw problem;
    const fresh = await api.organization.readSettings({});
    if (conflictsIn(edits, fresh).length > 0) throw problem;
    await merge(api, edits, fresh, left - 1);
  }
}
