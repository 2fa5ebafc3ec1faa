import type { OfferedReason } from '../../domain/match-reasons.ts';
import { Key } from '../../parts/button.tsx';
import { WORDS } from './bulk.ts';

/** More reasons than there are keys `1` to `9` are chosen by pointer or with Tab. */
export const KEYED = 9;
const DECISIONS = ['false_positive', 'confirmed'] as const;

/** Reasons that the comparison supports, those that have a key first. */
export const keyedReasons = (reasons: readonly OfferedReason[]) =>
  DECISIONS.flatMap((decision) => reasons.filter((one) => one.origin === 'comparison' && one.decision === decision));

/** The reasons to choose from, by the decision that they are for. Contradicted ones are struck out. */
export function ReasonGroups({
  reasons,
  chosen,
  onChoose,
}: {
  reasons: readonly OfferedReason[];
  chosen: string;
  onChoose(reason: OfferedReason): void;
}) {
  const keyed = keyedReasons(reasons);
  const own = reasons.filter(({ origin }) => origin === 'organization');
  return (
    <>
      {DECISIONS.map((decision) => (
        <ReasonGroup
          key={decision}
          label={`Reasons for “${WORDS[decision]}”`}
          reasons={keyed.filter((one) => one.decision === decision)}
          keyOf={(reason) => keyed.indexOf(reason) + 1}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      {own.length > 0 && (
        <details>
          <summary className="label">Reasons of your organization</summary>
          <div className="stack-s reason-own">
            {DECISIONS.map((decision) => (
              <ReasonGroup
                key={decision}
                label={`“${WORDS[decision]}”`}
                reasons={own.filter((one) => one.decision === decision)}
                chosen={chosen}
                onChoose={onChoose}
              />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function ReasonGroup({
  label,
  reasons,
  keyOf,
  chosen,
  onChoose,
}: {
  label: string;
  reasons: readonly OfferedReason[];
  keyOf?: (reason: OfferedReason) => number;
  chosen: string;
  onChoose(reason: OfferedReason): void;
}) {
  if (reasons.length === 0) return null;
  return (
    <section className="stack-s" aria-label={label}>
      <h3 className="label">{label}</h3>
      <ul className="stack-s">
        {reasons.map((reason) => {
          const number = keyOf?.(reason) ?? KEYED + 1;
          return (
            <li key={reason.text}>
              {reason.contradiction === null ? (
                <button
                  type="button"
                  className="reason"
                  aria-pressed={chosen === reason.text}
                  onClick={() => onChoose(reason)}
                >
                  {number <= KEYED && <Key name={String(number)} />}
                  <span>{reason.text}</span>
                </button>
              ) : (
                <p className="reason-out">
                  <s>{reason.text}</s>
                  <span className="caption">contradicted: {reason.contradiction}</span>
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
