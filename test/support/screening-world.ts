import type { ListedEntry, Position } from '#packages/watchlist/src/listed-entry.ts';
import { removeBlob } from '#shared/platform/blobs.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type CallOptions, call, type Response } from './api.ts';
import { aWorld, type World } from './risk-world.ts';
import { anEntry, loadList } from './screening-examples.ts';

/** Lists of invented people, and a client that searches them. */
export async function aScreeningWorld(): Promise<World> {
  await loadInventedLists();
  return aWorld();
}

export async function loadInventedLists(): Promise<void> {
  await loadList('eu_fsf', [
    named('Ambrose Quillfeather', { births: born('1961-04-17'), countries: ['IR'] }),
    named('Inkwell Holding SA', { kind: 'entity', countries: ['SY'] }),
  ]);
  await loadList('uk_sanctions', [
    named('Bartholomew Paperclip', {
      identifiers: [
        { kind: 'passport', value: 'QF0011223', country: 'IR' },
        { kind: 'wallet', value: 'bc1qfictitious0000000000000000000000000example', country: null },
      ],
    }),
  ]);
  await loadList('service_pep', [
    named('Greta Stapler', { id: 'Q1', pep: { positions: [MINISTER], relatedTo: [] } }),
    named('Otto Stapler Younger', {
      id: 'Q2',
      pep: { positions: [], relatedTo: [{ entryId: 'Q1', relation: 'child' }] },
    }),
  ]);
}

const named = (text: string, changes: Partial<ListedEntry> = {}) =>
  anEntry({ names: [{ text, isWeak: false }], births: [], countries: [], ...changes });

const born = (day: string) => [{ from: day, to: day, isCirca: false }];

const MINISTER: Position = {
  category: 'minister',
  title: 'Minister of Paper',
  country: 'IS',
  startedOn: '2015',
  endedOn: null,
  isCurrent: true,
  roster: 'an invented roster',
};

/** Screens against two sanctions lists, unless `more` overrides it. */
export const screen = (
  { client }: World,
  subject: Record<string, unknown>,
  more: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Response> =>
  call(client, screeningRoutes.createScreeningRun, {
    body: { subject, sources: ['eu_fsf', 'uk_sanctions'], ...more },
    ...options,
  });

/** The name of a listed person whose screening fails, since the details of the list are gone. */
export async function unscreenable(): Promise<string> {
  const name = 'Detaillos Verschwunden';
  const { versionId } = await loadList('ofac_sdn', [named(name)]);
  await removeBlob('lists', `indexes/ofac_sdn/${versionId}/details`);
  return name;
}
