import type { OfferedReason } from '../../domain/match-reasons.ts';
import { Key } from '../../parts/button.tsx';
import { WORDS } from './bulk.ts';

/** More reasons than there are keys `1` to `9` are chosen by pointer or with Tab. */
export const KEYED = 9;
const DECISIONS = ['false_positive', 'confirmed'] as const;

/** Reasons with a key: those that the comparison supports; if there are none, those of the organization that hold. */
export function keyedReasons(reasons: readonly OfferedReason[]): readonly OfferedReason[] {
  const from = (origin: OfferedReason['origin']) =>
    DECISIONS.flatMap((decision) =>
      reasons.filter((one) => one.origin === origin && one.decision === decision && one.contradiction === null),
    );
  const supported = from('comparison');
  return supported.length > 0 ? supported : from('organization');
}

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
  const hasOwnKeys = keyed[0]?.origin === 'organization';
  const keyOf = (reason: OfferedReason) => (keyed.includes(reason) ? keyed.indexOf(reason) + 1 : KEYED + 1);
  return (
    <>
      {DECISIONS.map((decision) => (
        <ReasonGroup
          key={decision}
          label={`Reasons for “${WORDS[decision]}”`}
          reasons={keyed.filter((one) => one.origin === 'comparison' && one.decision === decision)}
          keyOf={keyOf}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      {own.length > 0 && (
        // Only what is in view has a key.
        <details key={String(hasOwnKeys)} open={hasOwnKeys}>
          <summary className="label">Reasons of your organization</summary>
          <div className="stack-s reason-own">
            {DECISIONS.map((decision) => (
              <ReasonGroup
                key={decision}
                label={`“${WORDS[decision]}”`}
                reasons={own.filter((one) => one.decision === decision)}
                {...(hasOwnKeys && { keyOf })}
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
