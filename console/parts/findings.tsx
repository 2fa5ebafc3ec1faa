import { Button } from './button.tsx';
import type { TextFinding } from './code-editor.tsx';

/** How much is wrong with a text, and the key to the next finding. */
export const FindingCount = ({
  count,
  warnings = 0,
  onNext,
}: {
  count: number;
  /** How many of them prevent nothing. */
  warnings?: number;
  onNext(): void;
}) => (
  <span className="cluster">
    <span role="status" className={count > warnings ? 'text-bad' : warnings > 0 ? 'text-warn' : 'quiet'}>
      {count === 0 ? 'No findings' : count === 1 ? '1 finding' : `${count} findings`}
      {warnings > 0 && (warnings === count ? ', warnings only' : `, ${warnings} of them warnings`)}
    </span>
    {count > 0 && (
      <Button size="small" shortcut="F8" onClick={onNext}>
        Next finding
      </Button>
    )}
  </span>
);

/** Findings by line and column. `where` names the text, if there are several. */
export function FindingList({
  findings,
  current,
  onShow,
}: {
  findings: readonly (TextFinding & { where?: string })[];
  current: number;
  onShow(index: number): void;
}) {
  if (findings.length === 0) return null;
  return (
    <ul className="findings" aria-label="Findings">
      {findings.map(({ where, line, column, message, isWarning }, index) => (
        <li key={`${where}${line}:${column}${message}`}>
          <button type="button" className="link" aria-current={index === current} onClick={() => onShow(index)}>
            {where ?? 'Line'} {line}:{column}
          </button>{' '}
          {isWarning && <span className="text-warn">Warning: </span>}
          {message}
        </li>
      ))}
    </ul>
  );
}
