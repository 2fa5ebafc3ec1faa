import { type CatalogueEntry, UPLOADED } from '@assay/watchlist/catalogue';

/** The table of lists in docs/screening.md. */
export const listTable = (lists: Readonly<Record<string, CatalogueEntry>>): string =>
  [
    '| list | key | kind | refreshed | stale after | contains | known gaps |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(lists).map(rowOf),
  ].join('\n');

function rowOf([key, { shortName, publisherUrl, listKind, coverage, files, refresh }]: [string, CatalogueEntry]) {
  const isUploaded = Object.keys(files).length === 0;
  const { everyHours, staleAfterHours } = isUploaded ? UPLOADED : refresh;
  const refreshed = isUploaded ? 'by upload' : everyHours === 1 ? 'every hour' : `every ${spanOf(everyHours)}`;
  const link = `[${shortName}](${publisherUrl})`;
  const cells = [
    link,
    `\`${key}\``,
    listKind,
    refreshed,
    spanOf(staleAfterHours),
    coverage.summary,
    coverage.gaps.join(' '),
  ];
  return `| ${cells.join(' | ')} |`;
}

const DAY_HOURS = 24;
const spanOf = (hours: number) => (hours > DAY_HOURS ? `${hours / DAY_HOURS} days` : `${hours} hours`);
