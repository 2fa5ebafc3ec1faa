import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pathIn, useAddressQuery } from '../address.ts';
import { useMode } from '../app.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { toast } from '../parts/toast.tsx';
import { useViews } from './use-views.ts';
import { filtersOf, VIEW_NAME_CHARACTERS } from './views.ts';

/** Opens saved views of a screen, and saves the current filters under a name. */
export function SavedViews({ screen, filters }: { screen: string; filters: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Views
      </Button>
      {isOpen && <ViewsDialog screen={screen} filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}

function ViewsDialog({ screen, filters, onClose }: { screen: string; filters: readonly string[]; onClose(): void }) {
  const mode = useMode();
  const { views, save, remove } = useViews();
  const [name, setName] = useState('');
  const query = filtersOf(useAddressQuery(), filters);
  const shown = views.filter((view) => view.screen === screen);
  const current = Object.entries(query).map(([key, value]) => `${key} ${value}`);
  return (
    <Dialog title="Views" onClose={onClose}>
      <form
        className="dialog-body"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '' || current.length === 0) return;
          save({ screen, name: name.trim(), query });
          toast(`Saved ${name.trim()}.`);
          onClose();
        }}
      >
        {shown.length === 0 ? (
          <p className="quiet">No saved views. Set filters and save them under a name.</p>
        ) : (
          <ul className="stack-s">
            {shown.map((view) => (
              <li key={view.id} className="between">
                <Link to={pathIn(mode, screen)} search={view.query} onClick={onClose}>
                  {view.name}
                </Link>
                <Button size="small" look="plain" aria-label={`Delete ${view.name}`} onClick={() => remove(view.id)}>
                  Delete
                </Button>
              </li>
            ))}
          </ul>
        )}
        <TextField
          label="Save the current filters as"
          hint={current.length === 0 ? 'No filter is set.' : `Filters: ${current.join(', ')}.`}
          value={name}
          maxLength={VIEW_NAME_CHARACTERS}
          onText={setName}
        />
        <p className="caption">Views are stored in this browser and shown to you only.</p>
        <div className="dialog-actions">
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            look="primary"
            blocked={current.length === 0 ? 'Set a filter first.' : name.trim() === '' ? 'Write a name first.' : null}
          >
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
