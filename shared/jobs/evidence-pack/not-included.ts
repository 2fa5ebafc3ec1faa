import type { PackInput, PackState } from './pack.ts';

export interface Omission {
  what: string;
  why: string;
}

/** What a reader could look for and will not find, and why. */
export function notIncluded(input: PackInput, { unproved, withheld, files }: PackState): Omission[] {
  const missing = input.documentIds.filter((id) => !files.some(({ name }) => name === `agreements/${id}.pdf`));
  return [
    ...(input.includeNotes
      ? []
      : [
          {
            what: `Notes: ${withheld} events of the type risk.note.added`,
            why: 'Notes are internal and were not asked for.',
          },
        ]),
    {
      what: 'Files attached to notes',
      why: 'They are internal. Their names and digests are in the events of the notes.',
    },
    {
      what: `Proofs of ${unproved} events`,
      why: 'The events of a day (UTC) are sealed in the night after it. Make a pack on a later day, or read GET /audit/events/{id}/proof.',
    },
    ...missing.map((id) => ({ what: `Document ${id}`, why: 'It was deleted before the pack was made.' })),
    { what: 'Documents that the request did not name', why: 'Documents do not name a subject of the risk records.' },
    {
      what: 'Verification sessions, and images and data that customers entered in them',
      why: 'What was imported from them is evidence; the sessions are records of their own.',
    },
    {
      what: 'Investigations and their findings',
      why: 'They were made of the records in this pack. Read GET /risk/investigations/{id}.',
    },
    {
      what: 'The public key of the seal',
      why: 'The certificate in the sealed PDF has it, and GET /documents/seal-key publishes it. A key in the archive would prove nothing.',
    },
    {
      what: 'Contexts, and what the same list entry or policy means for others',
      why: 'They concern other subjects. An assessment has the policy and the evidence that it used.',
    },
    {
      what: 'Entries of screening lists that did not match',
      why: 'Runs name the versions of the lists that they searched. Versions are archived by their publishers’ files.',
    },
    {
      what: 'Settings, members, API keys, webhooks and logs of the organization',
      why: 'They do not concern the subject.',
    },
  ];
}
