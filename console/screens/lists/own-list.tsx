import { useState } from 'react';
import { useGo } from '../../address.ts';
import type { ListSource } from '../../api/lists.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { counted } from '../../domain/list-reasons.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Table } from '../../parts/record-table.tsx';
import { KIND_WORDS } from './own-lists.tsx';

/** What an own list is, and which rows of its latest file are no entries. */
export function OwnListCard({ source }: { source: ListSource }) {
  const { unreadCount = 0, unreadRows = [], fileName = '' } = source.own?.lastUpload ?? {};
  return (
    <Card title="Own list">
      <div className="card-body stack-s">
        <p>{KIND_WORDS[source.listKind]}. Your organization alone sees it and screens against it, in this mode.</p>
        {unreadCount > 0 && (
          <p className="text-warn">
            {counted(unreadCount, 'row')} of {fileName} could not be read
            {unreadRows.length < unreadCount && `; the first ${unreadRows.length} are below`}.
          </p>
        )}
      </div>
      {unreadRows.length > 0 && (
        <Table
          caption={`Rows of ${fileName} that could not be read`}
          rows={unreadRows}
          idOf={({ line }) => String(line)}
          columns={[
            { title: 'Line', look: 'num', cell: ({ line }) => line },
            { title: 'Why', cell: ({ detail }) => detail },
          ]}
        />
      )}
    </Card>
  );
}

/** Deletes the list once its key has been typed. */
export function DeleteOwnList({ source: { key, name }, blocked }: { source: ListSource; blocked: string | null }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <Card title="Delete">
      <div className="card-body stack">
        <p>Deletes the list with all its versions. Runs and matches stay. Watches that name it fail.</p>
        <div>
          <Button look="danger" blocked={blocked} onClick={() => setAsking(true)}>
            Delete the list
          </Button>
        </div>
        {isAsking && (
          <FormDialog
            title={`Delete ${name}`}
            button="Delete the list"
            look="danger"
            blocked={typed.trim() === key ? null : 'Type the key of the list.'}
            onClose={() => setAsking(false)}
            onSubmit={async () => {
              await api.screening.deleteOwnList({ params: { key } });
              await invalidate(['lists'], ['counts']);
              void go('lists');
            }}
          >
            <p>
              Runs, profiles and policies that name this list are refused or incomplete from then on. Type{' '}
              <code>{key}</code> to confirm.
            </p>
            <TextField label="Key of the list" value={typed} onText={setTyped} autoComplete="off" spellCheck={false} />
          </FormDialog>
        )}
      </div>
    </Card>
  );
}
