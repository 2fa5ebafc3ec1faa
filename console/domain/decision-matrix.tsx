import { ScrollX } from '../parts/scrolling.tsx';
import { directionOf, type MatrixCell, matrixInWords, outcomeWord, sidesOf } from './decision-matrix-layout.ts';

export interface CellKey {
  before: string;
  after: string;
}

/** Decisions before in rows and after in columns. A cell opens its cases. */
export function DecisionMatrix({
  cells,
  chosen,
  onCell,
}: {
  cells: readonly MatrixCell[];
  chosen: CellKey | undefined;
  /** The same cell a second time closes it. Without this the cells are numbers. */
  onCell?: (cell: CellKey | undefined) => void;
}) {
  const { rows, columns } = sidesOf(cells);
  const countOf = (before: string, after: string) =>
    cells.find((cell) => cell.before === before && cell.after === after)?.count ?? 0;
  return (
    <ScrollX label="Decisions before and after">
      <table className="decision-matrix">
        <caption className="visually-hidden">Decisions before and after: {matrixInWords(cells)}</caption>
        <thead>
          <tr>
            <th scope="col">was ↓ would be →</th>
            {columns.map((after) => (
              <th key={after} scope="col">
                {outcomeWord(after)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((before) => (
            <tr key={before}>
              <th scope="row">{outcomeWord(before)}</th>
              {columns.map((after) => {
                const count = countOf(before, after);
                const isChosen = chosen?.before === before && chosen.after === after;
                return (
                  <td key={after} className={count > 0 ? `is-${directionOf({ before, after })}` : undefined}>
                    {count === 0 ? (
                      <span aria-hidden="true">·</span>
                    ) : onCell ? (
                      <button
                        type="button"
                        aria-pressed={isChosen}
                        aria-label={`${count.toLocaleString('en')}: was ${outcomeWord(before)}, would be ${outcomeWord(after)}`}
                        onClick={() => onCell(isChosen ? undefined : { before, after })}
                      >
                        {count.toLocaleString('en')}
                      </button>
                    ) : (
                      count.toLocaleString('en')
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}
