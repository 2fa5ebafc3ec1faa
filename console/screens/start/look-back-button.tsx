import { useState } from 'react';
import { useGo } from '../../address.ts';
import { useLists } from '../../api/lists.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';

/** Asks since when the customers of a batch, or all that are watched, would have been found on a list. */
export function LookBackButton({ batchId, look }: { batchId?: string; look?: 'primary' }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...(look && { look })} onClick={() => setAsking(true)}>
        {batchId === undefined ? 'Look back with all watches' : 'Look back with these rows'}
      </Button>
      {isAsking && <LookBackDialog batchId={batchId} onClose={() => setAsking(false)} />}
    </>
  );
}

function LookBackDialog({ batchId, onClose }: { batchId: string | undefined; onClose(): void }) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const lists = (useLists().data?.items ?? []).filter(({ own, versionId }) => !own && versionId);
  const [chosen, setChosen] = useState<string>();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const source = chosen ?? lists[0]?.key ?? '';
  const start = async (idempotencyKey: string) => {
    const body = {
      ...(batchId === undefined ? { watches: true as const } : { batchId }),
      source,
      from: instantOf(from),
      ...(to && { to: instantOf(to) }),
    };
    const { id } = await api.screening.createScreeningLookBack({ body, idempotencyKey });
    toast('The look-back was started.');
    void invalidate(['look-backs']);
    void go('screen', 'look-backs', id);
  };
  const blocked = lists.length === 0 ? 'No list is loaded.' : from === '' ? 'Choose the first day.' : null;
  return (
    <FormDialog title="Look back" button="Start" blocked={blocked} onSubmit={start} onClose={onClose}>
      <p className="quiet">
        Compares {batchId === undefined ? 'all watched customers' : 'the rows of the batch'} with the versions of a list
        that were searched in a time, and finds the first that would have led to a review. Nothing is recorded on them.
      </p>
      <SelectField
        label="List"
        value={source}
        options={lists.map(({ key, name }) => [key, name])}
        onValue={setChosen}
        hint="Earlier versions of own lists are not archived."
      />
      <TextField label="From" type="date" value={from} onText={setFrom} />
      <TextField label="Until the beginning of (optional)" type="date" value={to} onText={setTo} />
    </FormDialog>
  );
}

/** Days are those of the person who asks. */
const instantOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
