import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Difference } from '../../parts/difference.tsx';
import { type MergePart, mergeTexts } from '../../parts/merge-texts.ts';
import { Code } from '../../parts/scrolling.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { mergeImages } from './images-card.tsx';
import { type TemplateRecord, type TemplateText, textOf } from './template-draft.ts';

type Choice = 'mine' | 'theirs' | 'both';

const CHOICES = [
  ['mine', 'My lines'],
  ['theirs', 'Their lines'],
  ['both', 'Both, theirs first'],
] as const satisfies readonly (readonly [Choice, string])[];

const TEXTS = [
  ['source', 'Source'],
  ['sample', 'Sample data'],
] as const;

/** Another person saved a revision meanwhile: both are compared, and joined where they changed different lines. */
export function Merge({
  base,
  mine,
  theirs,
  onCancel,
  onMerged,
}: {
  base: TemplateText;
  mine: TemplateText;
  theirs: TemplateRecord;
  onCancel(): void;
  onMerged(text: TemplateText): void;
}) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const other = textOf(theirs);
  const merged = TEXTS.map(([name, title]) => ({
    name,
    title,
    parts: mergeTexts(base[name].split('\n'), { mine: mine[name].split('\n'), theirs: other[name].split('\n') }),
  }));
  const keyOf = (name: string, index: number) => `${name} ${index}`;
  const open = merged.flatMap(({ name, parts }) =>
    parts.flatMap((part, index) => ('lines' in part || choices[keyOf(name, index)] ? [] : [index])),
  );
  const conflicts = merged.flatMap(({ parts }) => parts.filter((part) => !('lines' in part))).length;
  const textFor = (name: string, parts: readonly MergePart[]) =>
    parts.flatMap((part, index) => linesOf(part, choices[keyOf(name, index)])).join('\n');
  const settled = (name: 'name' | 'pageSize' | 'language') => (mine[name] === base[name] ? other[name] : mine[name]);
  const use = () => {
    const texts = Object.fromEntries(merged.map(({ name, parts }) => [name, textFor(name, parts)]));
    const images = mergeImages(base.images, mine.images, other.images);
    const pageSize = mine.pageSize === base.pageSize ? other.pageSize : mine.pageSize;
    onMerged({ ...mine, ...texts, name: settled('name'), language: settled('language'), pageSize, images });
  };
  return (
    <>
      <TopBar
        title={`Merge with revision ${theirs.revision}`}
        end={
          <>
            <Button onClick={onCancel}>Back to my text</Button>
            <Button
              look="primary"
              blocked={open.length > 0 ? 'Choose the lines of every conflict first.' : null}
              onClick={use}
            >
              Use the merged text
            </Button>
          </>
        }
      />
      <div className="page stack">
        <p role="status">
          Revision {theirs.revision} was saved while you were writing.{' '}
          {conflicts === 0
            ? 'It changed other lines than you, so both can be kept.'
            : `${conflicts === 1 ? 'One place was' : `${conflicts} places were`} changed by both of you.`}{' '}
          Nothing is saved until you save the merged text.
        </p>
        {merged.map(({ name, title, parts }) =>
          parts.map((part, index) => {
            if ('lines' in part) return null;
            const key = keyOf(name, index);
            return (
              <fieldset key={key} className="card plain-set">
                <legend className="visually-hidden">{title}: conflict</legend>
                <div className="card-body stack-s">
                  <strong>{title}: changed by both</strong>
                  <div className="form-grid">
                    <Lines title="My lines" lines={part.mine} />
                    <Lines title="Their lines" lines={part.theirs} />
                  </div>
                  <div className="cluster">
                    {CHOICES.map(([value, label]) => (
                      <label key={value} className="check">
                        <input
                          type="radio"
                          name={key}
                          checked={choices[key] === value}
                          onChange={() => setChoices({ ...choices, [key]: value })}
                        />
                        {label}
                      </label>
                    ))}
                  </div>
                </div>
              </fieldset>
            );
          }),
        )}
        {TEXTS.map(([name, title]) => (
          <Card key={name} title={`${title}: what they changed`}>
            <Difference before={base[name]} after={other[name]} />
          </Card>
        ))}
        {TEXTS.map(([name, title]) => (
          <Card key={name} title={`${title}: what you changed`}>
            <Difference before={base[name]} after={mine[name]} />
          </Card>
        ))}
      </div>
    </>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <div className="stack-s">
    <span className="caption">{title}</span>
    <Code label={title} className="pre-wrap">
      {lines.length === 0 ? '(removed)' : lines.join('\n')}
    </Code>
  </div>
);

function linesOf(part: MergePart, choice: Choice | undefined): readonly string[] {
  if ('lines' in part) return part.lines;
  if (choice === 'theirs') return part.theirs;
  return choice === 'both' ? [...part.theirs, ...part.mine] : part.mine;
}
