import { Fragment } from 'react';
import type { Piece } from '../parts/compare-words.ts';
import { comparePolicies } from './policy-compare.ts';
import type { Definition } from './policy-sentences.ts';

/** What two versions of a policy say differently, in sentences. */
export function PolicyChanges({ before, after }: { before: Definition; after: Definition }) {
  const changes = comparePolicies(before, after);
  if (changes.length === 0)
    return (
      <p className="quiet">
        {JSON.stringify(before) === JSON.stringify(after)
          ? 'The two versions are the same.'
          : 'The two versions differ in details that the sentences do not name. Compare their definitions.'}
      </p>
    );
  return changes.map(({ heading, changed, removed, added }) => (
    <section key={heading} className="stack-s">
      <h3>{heading}</h3>
      <ul className="sentences">
        {changed.map((pieces) => (
          <li key={JSON.stringify(pieces)}>
            <Changed pieces={pieces} />
          </li>
        ))}
        {removed.map((sentence) => (
          <li key={`-${sentence}`}>
            <span className="visually-hidden">Removed: </span>
            <del>{sentence}</del>
          </li>
        ))}
        {added.map((sentence) => (
          <li key={`+${sentence}`}>
            <span className="visually-hidden">Added: </span>
            <ins>{sentence}</ins>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** `High begins at 45, was 60: restrict.` */
const Changed = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map((piece, index) => {
    // The pieces of a sentence never change their order.
    const key = `${index}`;
    if (typeof piece === 'string') return <Fragment key={key}>{piece}</Fragment>;
    const { now, was } = piece;
    return (
      <Fragment key={key}>
        {now && <ins>{now}</ins>}
        {now && was ? <span className="was">, was {was.trim()}</span> : was && <del>{was}</del>}
      </Fragment>
    );
  });
