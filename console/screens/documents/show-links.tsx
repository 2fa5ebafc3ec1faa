import { useMe } from '../../api/me.ts';

/** Signing links are shown to senders who ask for them, and never if the organization sends them by email only. */
export function ShowLinks({
  isOne,
  isShown,
  onShown,
}: {
  /** One new link, which is emailed too. */
  isOne: boolean;
  isShown: boolean;
  onShown(isShown: boolean): void;
}) {
  const byEmailOnly = useMe().data?.settings.linksByEmailOnly ?? false;
  return (
    <div className="stack-s">
      <label className="check">
        <input
          type="checkbox"
          disabled={byEmailOnly}
          checked={isShown && !byEmailOnly}
          onChange={(event) => onShown(event.target.checked)}
        />
        <span>{isOne ? 'Show me the link as well' : 'Show me the signing links'}</span>
      </label>
      <p className="caption">
        {byEmailOnly
          ? 'Your organization sends signing links by email only.'
          : `Anyone with a link can sign. ${recordedAs(isOne ? 'it' : 'them')}`}
      </p>
    </div>
  );
}

/** What the trail says of a sender who has seen links. */
export const recordedAs = (links: 'it' | 'them') =>
  `The audit trail and the certificate record that you were given ${links}.`;
