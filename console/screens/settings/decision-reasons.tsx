import { Button } from '../../parts/button.tsx';
import { FACTS, LISTS, type ReasonFact, type ReasonRow } from './reason-rows.ts';

const REASON_CHARACTERS = 200;

/** The reasons that are offered for decisions on matches, each with what it says about the comparison. */
export function DecisionReasons({
  rows,
  onRows,
  isDisabled,
}: {
  rows: readonly ReasonRow[];
  onRows(rows: readonly ReasonRow[]): void;
  isDisabled: boolean;
}) {
  const change = (id: number, changes: Partial<ReasonRow>) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const add = (list: ReasonRow['list']) =>
    onRows([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, list, text: '', fact: 'none' }]);
  return (
    <>
      {LISTS.map(([list, label], at) => (
        <fieldset key={list} className="field plain-set stack-s">
          <legend>{label}</legend>
          {rows
            .filter((row) => row.list === list)
            .map(({ id, text, fact }, index) => (
              <div key={id} className="reason-row">
                <input
                  className="input"
                  aria-label={`${label}, ${index + 1}`}
                  value={text}
                  maxLength={REASON_CHARACTERS}
                  disabled={isDisabled}
                  onChange={(event) => change(id, { text: event.target.value })}
                />
                <select
                  className="input"
                  aria-label={`What reason ${index + 1} says`}
                  value={fact}
                  disabled={isDisabled}
                  onChange={(event) => change(id, { fact: event.target.value as ReasonFact })}
                >
                  {FACTS[list].map(([value, words]) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
                <Button
                  size="small"
                  look="plain"
                  aria-label={`Remove ${text || 'this reason'}`}
                  blocked={isDisabled ? 'Owners and admins change settings.' : null}
                  onClick={() => onRows(rows.filter((row) => row.id !== id))}
                >
                  Remove
                </Button>
              </div>
            ))}
          <div>
            <Button
              size="small"
              blocked={isDisabled ? 'Owners and admins change settings.' : null}
              onClick={() => add(list)}
            >
              Add a reason
            </Button>
          </div>
          {at === 0 && (
            <span className="caption">A decision is refused if the comparison contradicts what its reason says.</span>
          )}
        </fieldset>
      ))}
    </>
  );
}
