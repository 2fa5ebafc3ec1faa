import { Link } from '@tanstack/react-router';
import { pathIn, useAddressQuery, usePathParam, useSetAddressQuery } from '../../address.ts';
import { type RecordOf, useRecords } from '../../api/records.ts';
import { useMode } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { TopBar } from '../../shell/top-bar.tsx';
import { Publish } from './publish.tsx';
import { compareSentences, policyInSentences } from './sentences.ts';

type Version = RecordOf<'policies'>;

/** The versions of one policy: read in sentences, compared, published. */
export function Policy() {
  const key = usePathParam('key');
  const mode = useMode();
  const query = useAddressQuery();
  const setQuery = useSetAddressQuery();
  const list = useRecords('policies', { key });
  const versions = list.items.toSorted((one, other) => other.data.version - one.data.version);
  const shown = versions.find(({ data }) => String(data.version) === query.version) ?? versions[0];
  const other = versions.find(({ data }) => String(data.version) === query.compare);
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
      />
      <div className="page">
        <QueryPart query={list} lines={8}>
          {() =>
            shown ? (
              <div className="columns">
                <div className="stack">
                  {other ? (
                    <Comparison before={other} after={shown} />
                  ) : (
                    <Sentences version={shown} />
                  )}
                  <details className="card">
                    <summary className="card-head">Definition as JSON</summary>
                    <pre className="code">{JSON.stringify(shown.data.definition, null, 2)}</pre>
                  </details>
                </div>
                <Card title="Versions">
                  {versions.map((version) => (
                    <div key={version.id} className="card-row">
                      <button
                        type="button"
                        className="link"
                        aria-current={version.id === shown.id}
                        onClick={() =>
                          void setQuery({
                            version: String(version.data.version),
                            compare: undefined,
                          })
                        }
                      >
                        v{version.data.version}
                      </button>
                      <span className="cluster">
                        {version.data.status === 'published' ? (
                          <Pill tone="ok">Published</Pill>
                        ) : (
                          <Pill mark="ring">Draft</Pill>
                        )}
                        {version.id !== shown.id && (
                          <Button
                            size="small"
                            look="plain"
                            aria-pressed={version.id === other?.id}
                            onClick={() => void setQuery({ compare: String(version.data.version) })}
                          >
                            Compare
                          </Button>
                        )}
                      </span>
                    </div>
                  ))}
                </Card>
              </div>
            ) : (
              <Empty title="There is no policy with this key" />
            )
          }
        </QueryPart>
      </div>
    </>
  );
}

function Sentences({ version }: { version: Version }) {
  return (
    <Card
      title={`Version ${version.data.version} in words`}
      end={
        version.data.publishedAt && (
          <span className="quiet">
            published <Time at={version.data.publishedAt} />
          </span>
        )
      }
    >
      <div className="card-body stack">
        {version.data.publishedAt === null && <Publish version={version} />}
        {policyInSentences(version.data.definition).map(({ heading, sentences }) => (
          <section key={heading} className="stack-s">
            <h3>{heading}</h3>
            <ul className="sentences">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}

function Comparison({ before, after }: { before: Version; after: Version }) {
  const [old, now] = before.data.version < after.data.version ? [before, after] : [after, before];
  const changes = compareSentences(old.data.definition, now.data.definition);
  const setQuery = useSetAddressQuery();
  return (
    <Card
      title={`What changed from v${old.data.version} to v${now.data.version}`}
      end={
        <Button size="small" onClick={() => void setQuery({ compare: undefined })}>
          Stop comparing
        </Button>
      }
    >
      <div className="card-body stack">
        {changes.length === 0 && <p className="quiet">The two versions say the same.</p>}
        {changes.map(({ heading, removed, added }) => (
          <section key={heading} className="stack-s">
            <h3>{heading}</h3>
            <ul className="sentences">
              {removed.map((sentence) => (
                <li key={`-${sentence}`} className="is-removed">
                  <span className="visually-hidden">Removed: </span>
                  <del>{sentence}</del>
                </li>
              ))}
              {added.map((sentence) => (
                <li key={`+${sentence}`} className="is-added">
                  <span className="visually-hidden">Added: </span>
                  <ins>{sentence}</ins>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}
