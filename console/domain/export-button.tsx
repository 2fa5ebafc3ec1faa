import { useState } from 'react';
import { useGo } from '../address.ts';
import type { Api } from '../api/client.ts';
import { useApi, useInvalidate } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { toast, toastError } from '../parts/toast.tsx';

export type NewExport = Parameters<Api['jobs']['createExport']>[0]['body'];

interface Exported extends Pick<NewExport, 'kind'> {
  filter?: object;
  range?: { from: string | undefined; to: string | undefined };
}

/** Exports the list of a screen with its filters as CSV. Filters that are undefined are not sent. */
export function ExportButton({ kind, filter = {}, range }: Exported) {
  const api = useApi();
  const go = useGo();
  const invalidate = useInvalidate();
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      await api.jobs.createExport({ body: { kind, format: 'csv', filter, ...range } as NewExport });
      toast('The export was started.', { action: { label: 'See exports', run: () => void go('exports') } });
      await invalidate(['jobs']);
    } catch (error) {
      toastError(error);
    } finally {
      setStarting(false);
    }
  };
  return (
    <Button size="small" blocked={isStarting ? 'The export is being started.' : null} onClick={() => void start()}>
      Export
    </Button>
  );
}
