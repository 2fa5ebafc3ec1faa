import { useMemo } from 'react';
import type { DecidingStep } from '../domain/decided-by.ts';
import { useWidth } from '../parts/use-width.ts';
import { layOutWaterfall, type WaterfallInput, type WaterfallStep } from './waterfall-layout.ts';

const ROW = 36;
const HEAD = 34;
const AFTER = 44;
const NARROWEST = 260;
const LETTER = 6.1;
const MARK = 5;
const DECIDING_INDENT = 24;

/** A score factor by factor: one bar each, over the bands of the policy. */
export function WaterfallPicture(input: WaterfallInput) {
  const { steps, deciding, bands, min, max, summary } = useMemo(() => layOutWaterfall(input), [input]);
  const [figure, available] = useWidth<HTMLElement>(440);
  const width = Math.max(NARROWEST, available);
  const labels = Math.min(230, width * 0.42);
  const decidingFrom = HEAD + steps.length * ROW + 8;
  const height = decidingFrom + deciding.length * (ROW + 4);
  const x = (value: number) => labels + ((value - min) / (max - min)) * (width - labels - AFTER);
  return (
    <figure ref={figure}>
      <svg className="waterfall" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
        {bands.map((band, index) => (
          <g key={band.id}>
            {index % 2 === 1 && (
              <rect
                className="band"
                x={x(band.from)}
                y={HEAD - 12}
                width={Math.max(0, x(band.to ?? max) - x(band.from))}
                height={decidingFrom - HEAD + 8}
              />
            )}
            <text
              className={band.isReached ? 'band-name is-reached' : 'band-name'}
              x={(x(band.from) + x(Math.min(band.to ?? max, max))) / 2}
              y={10}
              textAnchor="middle"
            >
              {band.id}
            </text>
            {band.from > 0 && (
              <>
                <line className="edge" x1={x(band.from)} x2={x(band.from)} y1={HEAD - 12} y2={decidingFrom} />
                <text className="edge-value" x={x(band.from) + 3} y={HEAD - 2}>
                  {band.from}
                </text>
              </>
            )}
          </g>
        ))}
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            y={HEAD + index * ROW}
            x={x}
            isLast={index === steps.length - 1}
            letters={Math.floor(labels / LETTER)}
          />
        ))}
        {deciding.map((step, index) => (
          <Deciding key={step.key} step={step} y={decidingFrom + index * (ROW + 4)} width={width} />
        ))}
      </svg>
    </figure>
  );
}

function Step({
  step,
  y,
  x,
  isLast,
  letters,
}: {
  step: WaterfallStep;
  y: number;
  x(value: number): number;
  isLast: boolean;
  /** How many letters of a label fit. */
  letters: number;
}) {
  const left = x(Math.min(step.from, step.to));
  const width = Math.max(2, Math.abs(x(step.to) - x(step.from)));
  const isQuiet = step.kind === 'default' || step.kind === 'unknown';
  return (
    <g className={`step is-${step.kind}${step.to < step.from ? ' is-down' : ''}`}>
      <text className={isQuiet ? 'name is-quiet' : 'name'} x={0} y={y + (step.note ? 12 : 18)}>
        {cut(step.label, letters)}
      </text>
      {step.note && (
        <text className="note" x={0} y={y + 26}>
          {cut(step.note, Math.floor(letters * 1.15))}
        </text>
      )}
      {!isLast && <line className="join" x1={x(step.to)} x2={x(step.to)} y1={y + 22} y2={y + ROW + 6} />}
      <rect className="bar-shape" x={left} y={y + 6} width={width} height={16} rx={2} />
      <text className="points" x={left + width + 5} y={y + 18}>
        {step.points}
      </text>
      <title>{`${step.label} ${step.points}${step.note ? `: ${step.note}` : ''}`}</title>
    </g>
  );
}

/** A rule or an override: it has no points, so it is a line across the picture. */
function Deciding({ step, y, width }: { step: DecidingStep; y: number; width: number }) {
  const letters = Math.floor((width - DECIDING_INDENT - 8) / LETTER);
  const [x, middle] = [12, y + ROW / 2];
  return (
    <g className={`deciding is-${step.kind} tone-${step.tone}`}>
      <rect className="deciding-line" x={0.5} y={y + 0.5} width={width - 1} height={ROW - 1} rx={4} />
      <path
        className="deciding-mark"
        d={`M${x} ${middle - MARK} L${x + MARK} ${middle} L${x} ${middle + MARK} L${x - MARK} ${middle} Z`}
      />
      <text className="name" x={DECIDING_INDENT} y={y + (step.note ? 15 : 22)}>
        {cut(step.label, letters)}
      </text>
      {step.note && (
        <text className="note" x={DECIDING_INDENT} y={y + 29}>
          {cut(step.note, Math.floor(letters * 1.15))}
        </text>
      )}
      <title>{`${step.label}${step.note ? `: ${step.note}` : ''}`}</title>
    </g>
  );
}

const cut = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
