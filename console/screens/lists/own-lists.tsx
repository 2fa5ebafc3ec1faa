import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn } from '../../address.ts';
import { type ListSource, useLists } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/me.ts';
import { useMode } from '../../app.tsx';
import { IfAllowed } from '../../domain/next-step.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { Empty } from '../../parts/states.tsx';
import { ROW } from '../../parts/use-row-keys.ts';
import { ListState } from './list-state.tsx';
import { NewOwnList } from './new-own-list.tsx';

export const KIND_WORDS: Readonly<Record<ListSource['listKind'], string>> = {
  sanctions: 'Sanctions',
  pep: 'Politically exposed persons',
  watch: 'Own entries',
};

/** Lists of the organization, which no other organization sees. */
export function OwnListsCard() {
  const mode = useMode();
  const list = useLists();
  const [isCreating, setCreating] = useState(false);
  const blocked = useIsAdmin() ? null : 'Owners and admins create lists.';
  const own = (list.data?.items ?? []).filter((source) => source.own);
  const create = (
    <Button blocked={blocked} onClick={() => setCreating(true)}>
      Create an own list
    </Button>
  );
  return (
    <Card title="Own lists" end={own.length > 0 && create}>
      {list.data && own.length === 0 ? (
        <Empty title="Your organization has no list of its own">
          <p>Former employees, refused customers or entries of a data provider: runs that name the list find them.</p>
          <IfAllowed blocked={blocked}>{create}</IfAllowed>
        </Empty>
      ) : (
        <RecordTable
          list={list}
          lines={2}
          rows={own}
          idOf={({ key }) => key}
          isLink
          columns={[
            {
              title: 'List',
              cell: ({ key, name }) => (
                <>
                  <Link {...ROW} to={pathIn(mode, 'lists', key)}>
                    {name}
                  </Link>
                  <div className="caption mono">{key}</div>
                </>
              ),
            },
            { title: 'State', cell: (source) => <ListState source={source} /> },
            { title: 'Kind', look: 'quiet', cell: ({ listKind }) => KIND_WORDS[listKind] },
            { title: 'Entries', look: 'right num', cell: ({ entryCount }) => entryCount.toLocaleString('en-GB') },
          ]}
        />
      )}
      {isCreating && <NewOwnList known={own.map(({ key }) => key)} onClose={() => setCreating(false)} />}
    </Card>
  );
}
