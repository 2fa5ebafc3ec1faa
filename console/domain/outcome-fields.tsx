import { Button } from '../parts/button.tsx';
import { TextAreaField } from '../parts/field.tsx';

const REASON_CHARACTERS = 1000;
const OUTCOMES = ['Done as requested.', 'Reviewed, no concern.', 'Reviewed, concern confirmed.', 'No longer needed.'];

/** What was done: an outcome to choose, or own words. */
export const OutcomeFields = ({ text, onText }: { text: string; onText(text: string): void }) => (
  <>
    <fieldset className="field plain-set">
      <legend>Outcome</legend>
      <div className="cluster">
        {OUTCOMES.map((outcome) => (
          <Button key={outcome} size="small" aria-pressed={text === outcome} onClick={() => onText(outcome)}>
            {outcome.slice(0, -1)}
          </Button>
        ))}
      </div>
    </fieldset>
    <TextAreaField
      label="What was done"
      rows={4}
      required
      maxLength={REASON_CHARACTERS}
      value={text}
      autoFocus
      onText={onText}
    />
  </>
);
