import { Button } from '../../parts/button.tsx';
import type { DeadlineRow } from './deadline-rows.ts';

const ACTION_CHARACTERS = 100;

/** For each action, the hours after which an open one is late. */
export function Deadlines({
  rows,
  onRows,
  isDisabled,
}: {
  rows: readonly DeadlineRow[];
  onRows(rows: readonly DeadlineRow[]): void;
  isDisabled: boolean;
}) {
  const change = (id: number, changes: Partial<DeadlineRow>) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const add = () => onRows([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, action: '', hours: '' }]);
  const blocked = isDisabled ? 'Owners and admins change settings.' : null;
  return (
    <fieldset className="field plain-set stack-s">
      <legend>Deadlines</legend>
      {rows.length > 0 && (
        <table className="deadlines">
          <thead>
            <tr>
              <th scope="col">Action</th>
              <th scope="col">Hours</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, action, hours }, index) => (
              <tr key={id}>
                <td>
                  <input
                    className="input mono"
                    aria-label={`Action of deadline ${index + 1}`}
                    value={action}
                    placeholder="manual_review"
                    maxLength={ACTION_CHARACTERS}
                    disabled={isDisabled}
                    onChange={(event) => change(id, { action: event.target.value })}
                  />
                </td>
                <td>
                  <input
                    className="input num"
                    aria-label={`Hours of deadline ${index + 1}`}
                    value={hours}
                    inputMode="decimal"
                    maxLength={8}
                    disabled={isDisabled}
                    onChange={(event) => change(id, { hours: event.target.value })}
                  />
                </td>
                <td>
                  <Button
                    size="small"
                    look="plain"
                    aria-label={`Remove the deadline of ${action || 'this row'}`}
                    blocked={blocked}
                    onClick={() => onRows(rows.filter((row) => row.id !== id))}
                  >
                    Remove
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Button size="small" blocked={blocked} onClick={add}>
          Add a deadline
        </Button>
      </div>
      <span className="caption">
        An open action of this name is late after so many hours. Actions without a deadline are never late.
      </span>
    </fieldset>
  );
}
