import type { ReactNode } from 'react';
import { serverNow } from '../../api/clock.ts';
import type { MatchDetail } from '../../api/matches.ts';
import { type Agreement, type Comparison, type Customer, foldWord, hasEnded } from '../../domain/compare-entry.ts';
import { countryName } from '../../domain/country.ts';
import { dayOf } from '../../parts/time.tsx';

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
}: {
  customer: Customer;
  entry: MatchDetail['entry'];
  match: MatchDetail['match'];
  comparison: Comparison;
}) {
  const lit = comparison.name.agreeing;
  return (
    <div className="card scroll-x">
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
                {match.source}
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
                    </span>
                  )),
                )
              : match.listedName}
          </Line>
          <Line label="Born" agreement={comparison.born}>
            {customer.born ?? '–'}
            {orDash((entry?.births ?? []).map(birthInWords).join(', '))}
          </Line>
          <Line label={entry?.kind === 'entity' ? 'Country' : 'Nationality'} agreement={comparison.country}>
            {orDash(customer.countries.map(countryName).join(', '))}
            {orDash((entry?.countries ?? []).map(countryName).join(', '))}
          </Line>
          <Line label="Documents" agreement={comparison.document}>
            {lines(
              customer.documents.map(({ value, country }) => (
                <span key={value}>{numberInWords('', value, country)}</span>
              )),
            )}
            {lines(
              (entry?.identifiers ?? []).map(({ kind, value, country }) => (
                <span key={kind + value}>{numberInWords(kind, value, country)}</span>
              )),
            )}
          </Line>
          <Line label="Address">
            {customer.address ?? '–'}
            {lines((entry?.addresses ?? []).map(({ text }) => <span key={text}>{text}</span>))}
          </Line>
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
    </div>
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
