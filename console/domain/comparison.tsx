import type { ReactNode } from 'react';
import { serverNow } from '../api/clock.ts';
import { useListName } from '../api/lists.ts';
import type { MatchDetail } from '../api/matches.ts';
import { ScrollX } from '../parts/scrolling.tsx';
import { dayOf } from '../parts/time.tsx';
import { type Agreement, type Comparison, type Customer, foldWord, hasEnded } from './compare-entry.ts';
import { countryName } from './country.ts';
import { schemeInWords } from './match-group.ts';
import { Measures } from './measures.tsx';

type Entry = NonNullable<MatchDetail['entry']>;

/** A fact that no other list states of the party. */
const OnlyHere = () => <span className="caption text-warn"> · only on this list</span>;

/** Lists differ in case and punctuation. */
const foldName = (text: string) => foldWord(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ''));

const MARKS: Record<Agreement, string> = { same: '●', near: '◐', different: '○', unknown: '–' };
const TONES: Record<Agreement, string> = {
  same: 'text-bad',
  near: 'text-warn',
  different: 'text-ok',
  unknown: 'quiet',
};

/** The customer and the listed entry line by line, with how they agree. */
export function ComparisonTable({
  customer,
  entry,
  match,
  comparison,
  others = [],
}: {
  customer: Customer;
  entry: MatchDetail['entry'];
  match: Pick<MatchDetail['match'], 'source' | 'listedName'>;
  comparison: Comparison;
  /** The entries of other lists that name the same party. */
  others?: readonly Entry[];
}) {
  const mark = (stated: string, valuesOf: (one: Entry) => readonly string[]) =>
    others.length > 0 && !others.some((one) => valuesOf(one).includes(stated)) ? <OnlyHere /> : null;
  /** On one line, unless some of it has to be marked. */
  const short = (stated: readonly string[], valuesOf: (one: Entry) => readonly string[]) =>
    stated.some((one) => mark(one, valuesOf))
      ? lines(
          stated.map((one) => (
            <span key={one}>
              {one}
              {mark(one, valuesOf)}
            </span>
          )),
        )
      : orDash(stated.join(', '));
  const lit = comparison.name.agreeing;
  const nameOf = useListName();
  return (
    <ScrollX className="card" label="Comparison">
      <table className="table compare">
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Fact</span>
            </th>
            <th>Your customer</th>
            <th>
              Listed entry
              <div className="caption">
                {nameOf(match.source)}
                {entry?.listedOn && `, listed ${plainDay(entry.listedOn)}`}
              </div>
            </th>
            <th>Agrees</th>
          </tr>
        </thead>
        <tbody>
          <Line label="Name" agreement={comparison.name}>
            {lines(customer.names.map((name) => <Lit key={name} text={name} lit={lit} />))}
            {entry
              ? lines(
                  entry.names.map(({ text, isWeak }) => (
                    <span key={text}>
                      <Lit text={text} lit={lit} />
                      {isWeak && <span className="quiet"> weak alias</span>}
                      {mark(foldName(text), (one) => one.names.map((name) => foldName(name.text)))}
                    </span>
                  )),
                )
              : match.listedName}
          </Line>
          <Line label="Born" agreement={comparison.born}>
            {customer.born ?? '–'}
            {short((entry?.births ?? []).map(birthInWords), (one) => one.births.map(birthInWords))}
          </Line>
          <Line label={entry?.kind === 'entity' ? 'Country' : 'Nationality'} agreement={comparison.country}>
            {orDash(customer.countries.map(countryName).join(', '))}
            {short((entry?.countries ?? []).map(countryName), (one) => one.countries.map(countryName))}
          </Line>
          <Line label="Documents" agreement={comparison.document}>
            {lines(
              customer.documents.map(({ value, country }) => (
                <span key={value}>{numberInWords('', value, country)}</span>
              )),
            )}
            {lines(
              (entry?.identifiers ?? []).map(({ kind, value, country }) => (
                <span key={kind + value}>
                  {numberInWords(kind, value, country)}
                  {mark(foldName(value), (one) => one.identifiers.map((number) => foldName(number.value)))}
                </span>
              )),
            )}
          </Line>
          <Line label="Address">
            {customer.address ?? '–'}
            {lines((entry?.addresses ?? []).map(({ text }) => <span key={text}>{text}</span>))}
          </Line>
          {(entry?.measures ?? []).length > 0 && (
            <Line label="Measures">
              –
              <Measures measures={entry?.measures ?? []} />
            </Line>
          )}
          {(entry?.references ?? []).length > 0 && (
            <Line label="References">
              –
              {lines(
                (entry?.references ?? []).map(({ scheme, value }) => (
                  <span key={scheme + value}>
                    {schemeInWords(scheme)} <span className="mono">{value}</span>
                  </span>
                )),
              )}
            </Line>
          )}
          <Line label="Programmes">
            –
            <span className="cluster">
              {(entry?.programmes ?? []).map((programme) => (
                <span key={programme} className="tag">
                  {programme}
                </span>
              ))}
            </span>
          </Line>
          {entry && entry.titles.length > 0 && (
            <Line label="Functions">–{lines(entry.titles.map((title) => <span key={title}>{title}</span>))}</Line>
          )}
          {entry?.remarks && (
            <Line label="Remarks">
              –<span className="pre-wrap">{entry.remarks}</span>
            </Line>
          )}
          {entry && entry.links.length > 0 && (
            <Line label="Publisher">
              –
              {lines(
                entry.links.map((link) => (
                  <a key={link} href={link} target="_blank" rel="noreferrer">
                    {new URL(link).hostname}
                  </a>
                )),
              )}
            </Line>
          )}
        </tbody>
      </table>
      {entry?.endsOn && hasEnded(entry.endsOn, serverNow()) && (
        <p className="card-body text-warn">The listing ended on {plainDay(entry.endsOn)}.</p>
      )}
    </ScrollX>
  );
}

function Line({
  label,
  agreement,
  children,
}: {
  label: string;
  agreement?: { agreement: Agreement; words: string };
  children: readonly [ReactNode, ReactNode] | readonly ReactNode[];
}) {
  const [left, right] = children;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{left}</td>
      <td>{right}</td>
      <td className={agreement ? TONES[agreement.agreement] : 'quiet'}>
        {agreement ? (
          <>
            <span aria-hidden="true">{MARKS[agreement.agreement]}</span> {agreement.words}
          </>
        ) : (
          'not scored'
        )}
      </td>
    </tr>
  );
}

const lines = (parts: readonly ReactNode[]): ReactNode =>
  parts.length === 0 ? '–' : <span className="lines">{parts}</span>;

/** A day of a list has no time zone. */
const plainDay = (day: string) => dayOf(day, 'utc');

const orDash = (text: string) => (text === '' ? '–' : text);

/** Words that occur on both sides are lit. */
function Lit({ text, lit }: { text: string; lit: ReadonlySet<string> }) {
  const parts = text.split(/([^\p{L}\p{M}\p{N}]+)/u);
  return (
    <span>
      {parts.map((part, index) =>
        lit.has(foldWord(part)) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: words of one text have no other identity
          <mark key={index}>{part}</mark>
        ) : (
          part
        ),
      )}
    </span>
  );
}

function birthInWords({ from, to, isCirca }: { from: string; to: string; isCirca: boolean }): string {
  const circa = isCirca ? 'about ' : '';
  if (from === to) return circa + from;
  if (from.endsWith('-01-01') && to.endsWith('-12-31'))
    return from.slice(0, 4) === to.slice(0, 4)
      ? circa + from.slice(0, 4)
      : `${circa}${from.slice(0, 4)} to ${to.slice(0, 4)}`;
  return `${circa}${from} to ${to}`;
}

const KINDS: Record<string, string> = {
  passport: 'Passport ',
  national_id: 'National ID ',
  registration_number: 'Registration ',
  wallet: 'Wallet ',
  tax_id: 'Tax ID ',
  lei: 'LEI ',
  imo: 'IMO ',
  bic: 'BIC ',
  email: 'Email ',
  website: 'Website ',
};

const numberInWords = (kind: string, value: string, country: string | null) => (
  <>
    {KINDS[kind] ?? ''}
    <span className="mono">{value}</span>
    {country && <span className="quiet"> ({countryName(country)})</span>}
  </>
);
