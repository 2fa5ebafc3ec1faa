import { useState } from 'react';
import type { ScreeningProfile } from '../../api/profiles.ts';
import { useApi, useInvalidate } from '../../app.tsx';
import { FIGURES, foundWith } from '../../domain/profile-words.ts';
import { CheckboxSet, TextAreaField, TextField } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { toast } from '../../parts/toast.tsx';
import { bodyOf, isWithPeps, missingIn, type ProfileText, textOf } from './profile-form.ts';

/** Saves a profile, or proposes it to another person. */
export function ProfileDialog({
  profile,
  lists,
  isProposal,
  onClose,
}: {
  /** Undefined for a new one. */
  profile: ScreeningProfile | undefined;
  lists: readonly string[];
  isProposal: boolean;
  onClose(): void;
}) {
  const api = useApi();
  const invalidate = useInvalidate();
  const [text, setText] = useState(() => textOf(profile));
  const field = (name: Exclude<keyof ProfileText, 'sources'>) => ({
    value: text[name],
    onText: (value: string) => setText({ ...text, [name]: value }),
  });
  const submit = async (idempotencyKey: string) => {
    const params = { key: text.key.trim() };
    const body = bodyOf(text, profile?.version ?? 0);
    if (isProposal)
      await api.screening.proposeScreeningProfile({
        params,
        body: { ...body, reason: text.reason.trim() },
        idempotencyKey,
      });
    else await api.screening.saveScreeningProfile({ params, body, idempotencyKey });
    toast(isProposal ? 'Proposed.' : 'Profile saved.');
    onClose();
    await invalidate(['profiles']);
  };
  return (
    <FormDialog
      title={profile ? `Change ${profile.key}` : 'New profile'}
      button={isProposal ? 'Propose' : 'Save'}
      blocked={missingIn(text, isProposal)}
      onClose={onClose}
      onSubmit={submit}
    >
      {!profile && (
        <TextField
          label="Key"
          {...field('key')}
          maxLength={100}
          autoFocus
          autoComplete="off"
          hint="Lowercase letters, digits, underscores, dots and hyphens. Requests name the profile by it."
        />
      )}
      <CheckboxSet
        legend="Lists"
        values={[...new Set([...lists, ...text.sources])]}
        chosen={text.sources}
        onChosen={(sources) => setText({ ...text, sources })}
      >
        {(key) => <span className="mono">{key}</span>}
      </CheckboxSet>
      <TextField
        label="Review score"
        {...field('reviewScore')}
        inputMode="numeric"
        hint={`${foundWith(Number(text.reviewScore))} ${FIGURES}`}
      />
      <TextField label="Match score" {...field('matchScore')} inputMode="numeric" />
      {isWithPeps(text) && (
        <TextField
          label="Look-back of former PEPs, in months"
          {...field('pepLookbackMonths')}
          inputMode="numeric"
          hint="Empty: 12 months."
        />
      )}
      <TextAreaField label="Purpose" {...field('purpose')} rows={2} maxLength={500} />
      <TextAreaField label="Why these lists and scores" {...field('riskRationale')} rows={3} maxLength={2000} />
      {isProposal && (
        <TextAreaField
          label="Reason"
          {...field('reason')}
          rows={2}
          maxLength={2000}
          hint="Another owner or admin saves the profile. Your proposal replaces an open one."
        />
      )}
    </FormDialog>
  );
}
