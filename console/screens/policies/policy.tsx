import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, usePathParam } from '../../address.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { PolicyChanges } from '../../domain/policy-changes.tsx';
import { POINTS, policyInSentences } from '../../domain/policy-sentences.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Code } from '../../parts/scrolling.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ROW, useRowKeys } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { BacktestDialog } from './backtest-dialog.tsx';
import { Ladders } from './ladder.tsx';
import { Publish } from './publish.tsx';
import { Quality } from './quality.tsx';
import { Retire } from './retire.tsx';
import { Rollout } from './rollout.tsx';
import { Scenarios } from './scenarios.tsx';
import { Statistics } from './statistics.tsx';

type Version = RecordOf<'policies'>;

/** The versions of one policy: read in sentences, compared, published. */
export function Policy() {
  const key = usePathParam('key');
  const mode = useMode();
  useRowKeys();
  const list = useRecords('policies', { key, order: 'newest' });
  const versions = list.items.toSorted((one, other) => other.data.version - one.data.version);
  const numbered = (text: string | undefined) => versions.find(({ data }) => String(data.version) === text);
  // `compare/1...3`, in whichever order, or `versions/3`; otherwise the newest version is shown.
  const isComparing = usePathParam('view') === 'compare';
  const wanted = usePathParam('which');
  const [before, after] = wanted
    .split('...')
    .map(numbered)
    .toSorted((one, other) => (one?.data.version ?? 0) - (other?.data.version ?? 0));
  const shown = wanted === '' ? versions[0] : isComparing ? after : before;
  const inForce = versions.find(({ data }) => data.inForce);
  return (
    <>
      <TopBar
        title={key}
        isId
        crumbs={
          <>
            <Link to={pathIn(mode, 'policies')}>Policies</Link>
            <span aria-hidden="true">/</span>
          </>
        }
        end={
          <>
            <Link className="button" to={pathIn(mode, 'policies', key, 'backtests')}>
              Backtests
            </Link>
            {shown && (
              <Link className="button primary" to={pathIn(mode, 'policies', key, 'lab')} search={{ from: shown.id }}>
                Edit as a new version
              </Link>
            )}
          </>
        }
      >
        {inForce && <Pill tone="ok">v{inForce.data.version} in force</Pill>}
      </TopBar>
      <div className="page">
        <QueryPart query={list} lines={8}>
          {() =>
            shown ? (
              <div className="columns">
                <div className="stack">
                  {isComparing && before && after ? (
                    <Comparison before={before} after={after} />
                  ) : (
                    <Sentences version={shown} inForce={inForce} others={othersOf(versions, shown)} />
                  )}
                  {!isComparing && <Scenarios key={shown.id} version={shown} />}
                  {!isComparing && <Quality policyKey={key} version={shown.data.version} />}
                  <details className="card">
                    <summary className="card-head">Definition as JSON</summary>
                    <Code label="Definition">{JSON.stringify(shown.data.definition, null, 2)}</Code>
                  </details>
                </div>
                <div className="stack">
                  <Card title="Versions">
                    {versions.map((version) => (
                      <div key={version.id} className="card-row">
                        <Link
                          {...ROW}
                          to={pathIn(mode, 'policies', key, 'versions', String(version.data.version))}
                          aria-current={version.id === shown.id}
                        >
                          v{version.data.version}
                        </Link>
                        <span className="cluster">
                          <State version={version} />
                          {version.id !== shown.id && (
                            <Link
                              className="button small plain"
                              to={pathIn(
                                mode,
                                'policies',
                                key,
                                'compare',
                                `${version.data.version}...${shown.data.version}`,
                              )}
                              aria-current={isComparing && version.id === before?.id}
                            >
                              Compare
                            </Link>
                          )}
                        </span>
                      </div>
                    ))}
                    <More list={list} />
                  </Card>
                  <Statistics policyKey={key} />
                </div>
              </div>
            ) : (
              <Empty
                title={
                  versions.length === 0
                    ? 'There is no policy with this key'
                    : list.hasNextPage
                      ? 'This version is not loaded yet'
                      : 'This policy has no such version'
                }
              >
                <More list={list} />
                <NextStep to={['policies']}>All policies</NextStep>
              </Empty>
            )
          }
        </QueryPart>
      </div>
    </>
  );
}

/** Versions that can monitor subjects which this one could take over, newest first. */
const othersOf = (versions: readonly Version[], { id }: Version) =>
  versions.filter((version) => version.id !== id && version.data.status === 'published');

function State({ version: { data } }: { version: Version }) {
  if (data.inForce) return <Pill tone="ok">In force</Pill>;
  if (data.retiredAt) return <Pill>Retired</Pill>;
  return data.status === 'published' ? <Pill>Published</Pill> : <Pill mark="ring">Draft</Pill>;
}

function Sentences({
  version,
  inForce,
  others,
}: {
  version: Version;
  inForce: Version | undefined;
  others: readonly Version[];
}) {
  const { definition, publishedAt, retiredAt, createdBy, createdAt, publishedBy, note } = version.data;
  const [isTesting, setTesting] = useState(false);
  return (
    <Card
      title={`Version ${version.data.version} in words`}
      end={
        <span className="quiet">
          {publishedAt ? 'published' : 'created'} <Time at={publishedAt ?? createdAt} />
          {(publishedBy ?? createdBy) && (
            <>
              {' '}
              by <Actor actor={publishedBy ?? createdBy ?? ''} />
            </>
          )}
        </span>
      }
    >
      <div className="card-body stack">
        {publishedAt === null && <Publish version={version} inForce={inForce} />}
        {publishedAt !== null && !retiredAt && others.length > 0 && (
          <Rollout key={version.id} version={version} others={others} />
        )}
        {publishedAt !== null && !retiredAt && <Retire version={version} />}
        <div>
          <Button size="small" onClick={() => setTesting(true)}>
            Backtest…
          </Button>
        </div>
        {isTesting && (
          <BacktestDialog
            policyKey={version.data.key}
            tested={{ policyVersionId: version.id, version: version.data.version }}
            onClose={() => setTesting(false)}
          />
        )}
        {retiredAt && (
          <p className="notice warn">
            Retired <Time at={retiredAt} />. No new assessment or monitoring uses this version.
          </p>
        )}
        {note && <p className="pre-wrap">{note}</p>}
        {policyInSentences(definition).map(({ heading, sentences }) => (
          <section key={heading} className="stack-s">
            <h3>{heading}</h3>
            {heading === POINTS ? (
              <Ladders factors={definition.factors} />
            ) : (
              <ul className="sentences">
                {sentences.map(({ text }) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}

function Comparison({ before, after }: { before: Version; after: Version }) {
  const mode = useMode();
  const { key, version } = after.data;
  return (
    <Card
      title={`What changed from ${named(before)} to ${named(after)}`}
      end={
        <Link className="button small" to={pathIn(mode, 'policies', key, 'versions', String(version))}>
          Stop comparing
        </Link>
      }
    >
      <div className="card-body stack">
        <PolicyChanges before={before.data.definition} after={after.data.definition} />
      </div>
    </Card>
  );
}

const named = ({ data: { version, inForce } }: Version) => `v${version}${inForce ? ' (in force)' : ''}`;
