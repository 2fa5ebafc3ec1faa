import { useRef, useState } from 'react';
import { useIsAdmin } from '../../api/me.ts';
import { useApi, useApiQuery, useInvalidate } from '../../app.tsx';
import { Actor } from '../../domain/actor.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { dataUrlOf } from '../../parts/data-url.ts';
import { DropArea } from '../../parts/drop-area.tsx';
import { TextField } from '../../parts/field.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { Failure } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { type BrandEdits, type BrandRecord, colourFrom, editedBrand, logoRefusal, updateOf } from './brand-edits.ts';
import { BrandPreview } from './brand-preview.tsx';

const NAME_CHARACTERS = 100;

/** Name, logo and colour that signers see on the signing page and in emails. */
export function BrandCard() {
  const brand = useApiQuery(['brand'], (api, signal) => api.organization.readBrand({ signal }));
  const { updatedBy, updatedAt } = brand.data ?? {};
  return (
    <Card
      title="Brand"
      end={
        updatedBy && updatedAt ? (
          <span className="quiet">
            <Actor actor={updatedBy} /> · <Time at={updatedAt} />
          </span>
        ) : undefined
      }
    >
      <QueryPart query={brand} lines={4}>
        {(latest) => <BrandForm latest={latest} />}
      </QueryPart>
    </Card>
  );
}

function BrandForm({ latest }: { latest: BrandRecord }) {
  const api = useApi();
  const invalidate = useInvalidate();
  const isAdmin = useIsAdmin();
  const picker = useRef<HTMLInputElement>(null);
  const [edits, setEdits] = useState<BrandEdits>({});
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const shown = editedBrand(latest, edits);
  const colour = edits.colour ?? latest.colour ?? '';
  const isColour = colourFrom(colour) !== undefined;
  const takeLogo = async (file: File | undefined) => {
    if (!file || !isAdmin) return;
    const refusal = logoRefusal(file);
    setError(refusal === null ? undefined : new Error(refusal));
    if (refusal === null) setEdits({ ...edits, logo: await dataUrlOf(file) });
  };
  const save = async () => {
    setError(undefined);
    setSaving(true);
    try {
      await api.organization.updateBrand({ body: updateOf(latest, edits) });
      toast('Brand saved.');
      setEdits({});
    } catch (problem) {
      setError(problem);
    }
    setSaving(false);
    await invalidate(['brand']);
  };
  const blocked = !isAdmin
    ? 'Owners and admins change the brand.'
    : isSaving
      ? 'Saving.'
      : !isColour
        ? 'The colour is not complete.'
        : Object.keys(edits).length === 0
          ? 'Nothing has changed.'
          : null;
  return (
    <form
      className="card-body stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocked === null) void save();
      }}
    >
      <TextField
        label="Name for signers"
        hint={`Empty: the name of the organization. Where signers read another name, they read “Registered as ${latest.registeredName ?? '…'}” as well.`}
        value={edits.name ?? latest.name ?? ''}
        onText={(name) => setEdits({ ...edits, name })}
        maxLength={NAME_CHARACTERS}
        disabled={!isAdmin}
      />
      <div className="brand-colour">
        <TextField
          label="Colour"
          hint="Of buttons and lines, such as #0b5fff. Text on it is black or white; lines and links are darkened or lightened until they can be read."
          fault={isColour ? undefined : 'Write #rrggbb.'}
          value={colour}
          onText={(text) => setEdits({ ...edits, colour: text })}
          disabled={!isAdmin}
        />
        <input
          type="color"
          aria-label="Choose a colour"
          value={shown.colour ?? '#0f766e'}
          disabled={!isAdmin}
          onChange={(event) => setEdits({ ...edits, colour: event.target.value })}
        />
      </div>
      <DropArea onFiles={([file]) => void takeLogo(file)}>
        <p className="quiet">
          Logo: PNG or SVG up to 100 KB, shown 48 pixels high on white. Emails have no logo: an image from a server
          would tell when they are read.
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.svg,image/png,image/svg+xml"
          onChange={(event) => {
            void takeLogo(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className="cluster">
          <Button
            size="small"
            blocked={isAdmin ? null : 'Owners and admins change the brand.'}
            onClick={() => picker.current?.click()}
          >
            {shown.logo === null ? 'Add a logo' : 'Replace the logo'}
          </Button>
          {shown.logo !== null && isAdmin && (
            <Button size="small" look="plain" onClick={() => setEdits({ ...edits, logo: null })}>
              Remove the logo
            </Button>
          )}
        </div>
      </DropArea>
      <BrandPreview {...shown} registeredName={latest.registeredName} />
      {error !== undefined && <Failure error={error} />}
      <div>
        <Button type="submit" look="primary" blocked={blocked}>
          Save brand
        </Button>
      </div>
    </form>
  );
}
