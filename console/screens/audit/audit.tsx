import { useState } from 'react';
import { useAddressQuery, useSetAddressQuery, uuidIn } from '../../address.ts';
import type { Api } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useApi } from '../../app.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Code } from '../../parts/scrolling.tsx';
import { CopyText, Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toastError } from '../../parts/toast.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { TopBar } from '../../shell/top-bar.tsx';
import { ProofCard } from './proof-card.tsx';

type Root = Awaited<ReturnType<Api['risk']['listAuditRoots']>>['items'][number];

/** What anyone needs to verify an export without the service. */
const COMMANDS = [
  'assay call documents.readSealKey --pick publicKey > seal-key.pem',
  'assay call risk.listAuditRoots > roots.json',
  'assay audit verify events.ndjson --roots roots.json --public-key seal-key.pem',
].join('\n');

/** Sealed roots by day, and the proof of one event. */
export function AuditLog() {
  const { event } = useAddressQuery();
  const list = usePages(['audit-roots'], (api, { offset, signal }) =>
    api.risk.listAuditRoots({ query: { order: 'newest', offset }, signal }),
  );
  return (
    <>
      <TopBar title="Audit log" />
      <div className="page stack">
        <p className="quiet">
          Every event is a leaf of an append-only tree, which is sealed each night. Save the roots where the operator of
          the service cannot change them: with them anyone can show that no event was changed, removed or added since.
        </p>
        <EventSearch key={event} event={event} />
        {uuidIn(event) && <ProofCard id={event ?? ''} />}
        <Card title="Sealed roots">
          <RecordTable
            list={list}
            rows={list.items}
            idOf={({ id }) => id}
            empty={
              <Empty title="No root yet">
                <p>The events of a day are sealed in the night after it.</p>
                <NextStep to={['events']}>Show the event log</NextStep>
              </Empty>
            }
            columns={[
              { title: 'Day', look: 'strong', cell: ({ upTo }) => lastDay(upTo) },
              { title: 'Events', look: 'right', cell: ({ treeSize }) => treeSize.toLocaleString('en') },
              { title: 'New', look: 'right quiet', cell: (root) => newIn(root) },
              { title: 'Root', look: 'mono', cell: ({ root }) => <span title={root}>{root.slice(0, 16)}…</span> },
              { title: 'Sealed', look: 'quiet', cell: ({ sealedAt }) => <Time at={sealedAt} /> },
              {
                title: 'Actions',
                isTitleHidden: true,
                look: 'right',
                cell: (root) => (
                  <Button {...ROW} size="small" onClick={() => save(root)}>
                    Save
                  </Button>
                ),
              },
            ]}
          />
        </Card>
        <Card title="Verify an export">
          <div className="card-body stack">
            <p>Export the event log as JSON lines, save the roots and the public key, and run:</p>
            <Code label="Commands">{COMMANDS}</Code>
            <div className="cluster">
              <CopyText text={COMMANDS} label="Copy the commands" />
              <SaveKey />
            </div>
          </div>
        </Card>
      </div>
    </>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last day (UTC) whose events are leaves. */
const lastDay = (upTo: string) => new Date(Date.parse(upTo) - DAY_MS).toISOString().slice(0, 10);

const newIn = ({ treeSize, previousTreeSize }: Root) => `+${(treeSize - previousTreeSize).toLocaleString('en')}`;

const save = (root: Root) =>
  saveFile(`root-${lastDay(root.upTo)}.json`, JSON.stringify({ items: [root] }, null, 2), 'application/json');

function SaveKey() {
  const api = useApi();
  const saveKey = async () => {
    const { publicKey } = await api.documents.readSealKey({});
    saveFile('seal-key.pem', publicKey, 'application/x-pem-file');
  };
  return <Button onClick={() => void saveKey().catch(toastError)}>Save the public key</Button>;
}

function EventSearch({ event }: { event: string | undefined }) {
  const setQuery = useSetAddressQuery();
  const [text, setText] = useState(event ?? '');
  const isId = uuidIn(text.trim()) !== undefined;
  return (
    <form
      className="cluster event-search"
      onSubmit={(submit) => {
        submit.preventDefault();
        if (isId) void setQuery({ event: text.trim() });
      }}
    >
      <TextField label="Id of an event" value={text} onText={setText} />
      <Button type="submit" blocked={isId ? null : 'Write the id of an event. The event log shows it.'}>
        Show its proof
      </Button>
    </form>
  );
}
