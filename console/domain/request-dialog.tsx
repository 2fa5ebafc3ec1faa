import { useState } from 'react';
import { serverNow } from '../api/clock.ts';
import { useDirectory } from '../api/directory.ts';
import { useMe } from '../api/me.ts';
import type { NewRequest, RequestKind } from '../api/requests.ts';
import { useApi } from '../app.tsx';
import { CheckboxSet, SelectField, TextAreaField } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toast.tsx';
import { addresseeInWords } from './request-words.ts';
import { wordsOf } from './words.ts';

const TEXT_CHARACTERS = 4000;
const HOUR_MS = 3_600_000;
const DUE = [
  ['none', 'No date', 0],
  ['4h', 'In 4 hours', 4],
  ['day', 'Tomorrow, at this time', 24],
  ['3d', 'In 3 days', 72],
  ['week', 'In a week', 168],
] as const;
type Due = (typeof DUE)[number][0];

/** What a request is about: one match, or open actions of the subject. */
export interface RequestTarget {
  subject: { id: string; externalId: string };
  matchId?: string;
  actions: readonly { id: string; name: string }[];
}

/** The service takes this many actions in one request. */
const ACTIONS_PER_REQUEST = 20;

export const whyNotAsk = ({ matchId, actions }: Pick<RequestTarget, 'matchId' | 'actions'>) =>
  matchId === undefined && actions.length === 0 ? 'There is no open action to ask about.' : null;

const TITLES = { information: 'Need information about', escalation: 'Escalate' } as const;

/** Asks a person or a role about open work. */
export function RequestDialog({
  kind,
  target: { subject, matchId, actions },
  onClose,
  onDone,
}: {
  kind: RequestKind;
  target: RequestTarget;
  onClose(): void;
  onDone(): void;
}) {
  const api = useApi();
  const { data: me } = useMe();
  const people = useDirectory();
  const [to, setTo] = useState(kind === 'escalation' ? 'admin' : 'member');
  const [text, setText] = useState('');
  const [due, setDue] = useState<Due>('none');
  // As it was when the dialog was opened: a second attempt sends the same time.
  const [openedMs] = useState(serverNow);
  const names = [...new Set(actions.map(({ name }) => name))];
  const [chosen, setChosen] = useState<readonly string[]>(names);
  const others = people.filter(({ userId }) => userId !== me?.userId);
  const nameOf = (userId: string) => {
    const person = others.find((one) => one.userId === userId);
    return person?.name ?? person?.email ?? userId;
  };
  const about: NewRequest['about'] =
    matchId === undefined
      ? {
          actionIds: actions
            .filter(({ name }) => chosen.includes(name))
            .map(({ id }) => id)
            .slice(0, ACTIONS_PER_REQUEST),
        }
      : { matchId };
  const send = async (idempotencyKey: string) => {
    const hours = DUE.find(([key]) => key === due)?.[2] ?? 0;
    const body: NewRequest = {
      kind,
      about,
      to: to as NonNullable<NewRequest['to']>,
      text: text.trim(),
      ...(hours > 0 && { dueAt: new Date(openedMs + hours * HOUR_MS).toISOString() }),
    };
    await api.risk.createRequest({ params: { id: subject.id }, body, idempotencyKey });
    toast(`Asked ${addresseeInWords(to, (actor) => nameOf(actor.replace('user:', '')))}: ${subject.externalId}.`);
    onDone();
  };
  const blocked =
    'actionIds' in about && about.actionIds.length === 0
      ? 'Choose an action.'
      : text.trim() === ''
        ? 'Write what you need first.'
        : null;
  return (
    <FormDialog
      title={`${TITLES[kind]} ${subject.externalId}`}
      button={kind === 'escalation' ? 'Escalate' : 'Ask'}
      blocked={blocked}
      onClose={onClose}
      onSubmit={send}
    >
      {matchId === undefined && names.length > 1 && (
        <CheckboxSet legend="About" values={names} chosen={chosen} onChosen={setChosen}>
          {wordsOf}
        </CheckboxSet>
      )}
      <SelectField
        label="To"
        value={to}
        options={[
          ['member', 'Any member'],
          ['admin', 'Owners and admins'],
          ['owner', 'Owners'],
          ...others.map(({ userId }) => [userId, nameOf(userId)] as const),
        ]}
        onValue={setTo}
      />
      <TextAreaField
        label={kind === 'escalation' ? 'Why it needs another decision' : 'What do you need to know?'}
        rows={4}
        required
        maxLength={TEXT_CHARACTERS}
        value={text}
        autoFocus
        onText={setText}
      />
      <SelectField
        label="Answer needed"
        value={due}
        options={DUE.map(([key, label]) => [key, label] as const)}
        onValue={setDue}
      />
      <p className="caption">
        {matchId === undefined
          ? 'The actions stay as they are and can be completed before the answer.'
          : 'The match stays as it is and can be decided before the answer.'}
      </p>
    </FormDialog>
  );
}
