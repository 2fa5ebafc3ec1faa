import type { ReactNode } from 'react';
import { isProblem } from '../../api/problem.ts';
import { useApiQuery } from '../../app.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { CopyText } from '../../parts/states.tsx';
import { dateInWords } from '../../pictures/list-year-layout.ts';
import {
  type Attestation,
  checksInWords,
  gapInWords,
  outcomeInWords,
  periodInWords,
  runsInWords,
  watchedVersion,
  watchesInWords,
} from './attested-words.ts';

/** What the attestation of a day says of one list, in words. */
export function AttestedDay({ listKey, date }: { listKey: string; date: string }) {
  const attestation = useApiQuery(['attestations', date], (client, signal) =>
    client.screening.readScreeningAttestation({ params: { date }, signal }),
  );
  const { error } = attestation;
  return (
    <section className="stack-s" aria-label={`Attestation of ${dateInWords(date)}`}>
      <h3>{dateInWords(date)}</h3>
      {isProblem(error, 'not_attested_yet') ? (
        <p className="quiet">{error.message}</p>
      ) : isProblem(error) && error.status === 404 ? (
        <p className="quiet">
          This day has no attestation. Days before your organization screened anyone in this mode have none.
        </p>
      ) : (
        <QueryPart query={attestation} lines={6}>
          {(data) => <Attested attestation={data} listKey={listKey} />}
        </QueryPart>
      )}
    </section>
  );
}

function Attested({ attestation, listKey }: { attestation: Attestation; listKey: string }) {
  const { date, lists, digest } = attestation;
  const list = lists.find(({ key }) => key === listKey);
  const against = watchedVersion(attestation, listKey);
  return (
    <>
      <dl className="facts">
        {list ? (
          <>
            <Fact name="Outcome">
              <span className={list.outcome === 'gap' ? 'strong text-bad' : 'strong'}>{outcomeInWords(list)}</span>
            </Fact>
            <Lines name="Versions searched" none="None">
              {list.versions.map(({ versionId, publishedAt, ...period }) => (
                <li key={period.from}>
                  {periodInWords(date, period)}: {publishedAt ? `published ${publishedAt.slice(0, 10)}` : 'no date'} ·{' '}
                  <span className="mono">{versionId}</span>
                </li>
              ))}
            </Lines>
            <Fact name="Checks">{checksInWords(date, list)}</Fact>
            <Lines name="Gaps" none="None">
              {list.gaps.map((gap) => (
                <li key={gap.from + gap.reason}>{gapInWords(date, gap)}</li>
              ))}
            </Lines>
            <Lines name="Held for approval" none="Never">
              {list.held.map((period) => (
                <li key={period.from}>{periodInWords(date, period)}</li>
              ))}
            </Lines>
            <Lines name="Out of date" none="Never">
              {list.stale.map((period) => (
                <li key={period.from}>{periodInWords(date, period)}</li>
              ))}
            </Lines>
          </>
        ) : (
          <Fact name="Outcome">The attestation does not have this list: no version of it was searched.</Fact>
        )}
        <Fact name="Watches">
          {watchesInWords(attestation)}
          {against && (
            <>
              {' '}
              · against <span className="mono">{against}</span>
            </>
          )}
        </Fact>
        <Fact name="Runs of all lists">{runsInWords(attestation)}</Fact>
        <Fact name="Digest">
          <span className="mono">{digest}</span> <CopyText text={digest} label="Copy digest" />
        </Fact>
      </dl>
      <p className="caption">Times are UTC. The digest is a leaf of the audit log.</p>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** Several in a list, or one word if there are none. */
const Lines = ({ name, none, children }: { name: string; none: string; children: readonly ReactNode[] }) => (
  <Fact name={name}>{children.length > 0 ? <ul>{children}</ul> : none}</Fact>
);
