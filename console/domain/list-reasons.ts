/** Why a version is held, or a list needs attention or is out of date. */
const REASONS: Record<string, string> = {
  approval_required: 'The file was uploaded and waits for a second person.',
  wrong_list: 'The file belongs to another list.',
  retired_publication: 'The publisher has given this publication up; another one replaced it.',
  count_differs: 'The file states another number of records than it has.',
  entries_unread: 'More than 1 % of the entries cannot be read.',
  shrunk: 'It has more than 20 % fewer entries than the active version.',
  mostly_changed: 'More than half of the entries are new or changed.',
  persons_lost_half: 'At least half of the people are gone.',
  entities_lost_half: 'At least half of the organizations are gone.',
  vessels_lost_half: 'At least half of the vessels are gone.',
  ids_replaced: 'Fewer than 60 % of the ids remain.',
  rolled_back: 'It was active until an operator rolled back from it.',
  upload_missing: 'The uploaded file was removed before it was read.',
  not_confirmed: 'The publisher has not confirmed the list within the expected time.',
};

const UNREADABLE: Record<string, string> = {
  missing_file: 'a file is missing',
  empty_file: 'it is empty',
  truncated: 'it breaks off',
  malformed: 'it is damaged',
  unexpected_format: 'it has another format',
  wrong_list: 'it belongs to another list',
  forbidden_markup: 'it contains markup that is not allowed',
  too_large: 'it is too large',
  too_deep: 'it is nested too deeply',
  no_entries: 'it has no entries',
};

export function listReason(code: string): string {
  const known = REASONS[code];
  if (known) return known;
  const fault = code.replace(/^unreadable_/, '');
  if (fault !== code)
    return `The file cannot be read: ${UNREADABLE[fault] ?? fault.replaceAll('_', ' ')}. The active version stays.`;
  if (code.startsWith('crawl_')) return 'The knowledge base was busy or did not answer. The active version stays.';
  return code.replaceAll('_', ' ');
}

const PLURALS: Record<string, string> = { person: 'people', entity: 'entities', entry: 'entries' };

/** `1 entry`, `2 vessels`. */
export const counted = (count: number, one: string) =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : (PLURALS[one] ?? `${one}s`)}`;
