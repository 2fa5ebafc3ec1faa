import { Fragment } from 'react';
import { compareLines } from './compare-lines.ts';
import { compareWords } from './compare-words.ts';
import { Code } from './scrolling.tsx';

/** Unchanged lines that are shown beside a change. */
const CONTEXT = 2;

/** Comparing the words of longer passages takes too long to follow typing. */
const MOST_CHARACTERS = 8_000;

/** What two texts say differently, word by word, with the lines around it. */
export function Difference({ before, after }: { before: string; after: string }) {
  const parts = compareLines(before.split('\n'), after.split('\n'));
  if (parts.every(({ isSame }) => isSame)) return <p className="card-body quiet">No difference.</p>;
  return (
    <Code label="Differences" className="pre-wrap difference">
      {parts.map(({ isSame, was, now }, index) => {
        const key = `${index}`;
        if (isSame)
          return <Unchanged key={key} lines={now} isFirst={index === 0} isLast={index === parts.length - 1} />;
        return <Changed key={key} was={was.join('\n')} now={now.join('\n')} />;
      })}
    </Code>
  );
}

function Unchanged({ lines, isFirst, isLast }: { lines: readonly string[]; isFirst: boolean; isLast: boolean }) {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return <>{`${lines.join('\n')}\n`}</>;
  const skipped = lines.length - head - tail;
  return (
    <>
      {head > 0 && `${lines.slice(0, head).join('\n')}\n`}
      <span className="quiet">{`… ${skipped} unchanged lines\n`}</span>
      {tail > 0 && `${lines.slice(-tail).join('\n')}\n`}
    </>
  );
}

function Changed({ was, now }: { was: string; now: string }) {
  const pieces = was.length + now.length > MOST_CHARACTERS ? [{ was, now }] : compareWords(was, now);
  return (
    <>
      {pieces.map((piece, index) => {
        const key = `${index}`;
        if (typeof piece === 'string') return <Fragment key={key}>{piece}</Fragment>;
        return (
          <Fragment key={key}>
            {piece.was && (
              <del>
                <span className="visually-hidden">Removed: </span>
                {piece.was}
              </del>
            )}
            {piece.now && (
              <ins>
                <span className="visually-hidden">Added: </span>
                {piece.now}
              </ins>
            )}
          </Fragment>
        );
      })}
      {'\n'}
    </>
  );
}
