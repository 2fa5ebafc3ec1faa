import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { now } from '#shared/platform/clock.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import type { ListKey } from '#shared/screening/lists/list.ts';
import { attentionReasonsOf } from '#shared/screening/lists/list-state.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { isSoaking } from '#test/support/soak.ts';
import { PUBLISHED_LISTS } from '#test/support/tools.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** Publications one after the other, as files: which are searched, and which are held for what. */
beforeEach(prepareEngine);

const directory = mkdtempSync(join(tmpdir(), 'publications-'));
let count = 0;

/** The reasons for which the last of these publications is held; none when it is searched. */
async function published(key: ListKey, ...publications: Record<string, string | Buffer>[]) {
  for (const files of publications) {
    count += 1;
    const addresses = Object.entries(files).map(([name, content]) => {
      const path = join(directory, `${count}-${name}`);
      writeFileSync(path, content);
      return [name, pathToFileURL(path).href];
    });
    const options = { addresses: Object.fromEntries(addresses) };
    await refreshList(workerContext(now()), { key }, options);
  }
  const state = await readListState(dynamoStore, key);
  return { state, reasons: attentionReasonsOf(state) };
}

interface Party {
  uid: number;
  type?: string;
  name?: string;
}

const sdnXml = (parties: readonly Party[], stated = parties.length) =>
  [
    '<?xml version="1.0"?><sdnList><publshInformation><Publish_Date>03/28/2025</Publish_Date>',
    `<Record_Count>${stated}</Record_Count></publshInformation>`,
    ...parties.map(
      ({ uid, type = 'Individual', name = `Invented ${uid}` }) =>
        `<sdnEntry><uid>${uid}</uid><lastName>${name}</lastName><sdnType>${type}</sdnType></sdnEntry>`,
    ),
    '</sdnList>',
  ].join('');

const parties = (from: number, to: number, changes: Partial<Party> = {}) =>
  Array.from({ length: to - from }, (_, at): Party => ({ uid: from + at, ...changes }));

const asFile = (xml: string) => ({ 'consolidated.xml': xml });

describe('invented publications', () => {
  test.each<[string, string, string[]]>([
    ['the next one, with a few more', sdnXml(parties(0, 110)), []],
    ['one cut short of its stated count', sdnXml(parties(0, 90), 100), ['count_differs']],
    ['one a fifth shorter and more', sdnXml(parties(0, 79)), ['shrunk']],
    [
      'one of which most entries changed',
      sdnXml([...parties(0, 51, { name: 'Other' }), ...parties(51, 100)]),
      ['mostly_changed'],
    ],
    ['one that replaced its ids', sdnXml(parties(45, 145)), ['ids_replaced']],
    [
      'one whose persons became entities',
      sdnXml([...parties(0, 51, { type: 'Entity' }), ...parties(51, 100)]),
      ['mostly_changed', 'persons_lost_half'],
    ],
  ])('%s', async (_case, xml, expected) => {
    const { reasons } = await published('ofac_consolidated', asFile(sdnXml(parties(0, 100))), asFile(xml));

    expect(reasons).toEqual(expected);
  });

  test('vessels are counted apart from other entities', async () => {
    const withVessels = (vessels: number) =>
      sdnXml([...parties(0, 100), ...parties(100, 100 + vessels, { type: 'Vessel' })]);

    const { state, reasons } = await published('ofac_sdn', asFile(withVessels(10)), asFile(withVessels(5)));

    expect(state.active?.counts).toEqual({ person: 100, entity: 0, vessel: 10 });
    expect(reasons).toEqual(['vessels_lost_half']);
  });

  test('the file of the other list of the same format, as a first version too', async () => {
    await published('ofac_sdn', asFile(sdnXml(parties(0, 100))));

    const { state, reasons } = await published('ofac_consolidated', asFile(sdnXml(parties(0, 90))));

    expect(state.active).toBeNull();
    expect(reasons).toEqual(['wrong_list']);
  });

  test('a first version is activated if its count is right, and held otherwise', async () => {
    const right = await published('ofac_sdn', asFile(sdnXml(parties(0, 3))));
    const wrong = await published('ofac_consolidated', asFile(sdnXml(parties(50, 53), 4)));

    expect(right.state.active?.entryCount).toBe(3);
    expect(wrong).toMatchObject({ state: { active: null }, reasons: ['count_differs'] });
  });

  test('a file whose root belongs to another list cannot be read as this one', async () => {
    const { reasons } = await published('eu_fsf', { 'eu.xml': sdnXml(parties(0, 3)) });

    expect(reasons).toEqual(['unreadable_wrong_list']);
  });
});

describe.skipIf(!existsSync(PUBLISHED_LISTS))('real publications (needs published files)', () => {
  const file = (path: string) => readFileSync(join(PUBLISHED_LISTS, path));
  const unpacked = (path: string) => gunzipSync(file(path));
  const consolidated = () => file('ofac_consolidated/consolidated.xml');
  const sdn = (entries: Buffer) => ({
    'sdn.csv': entries,
    'alt.csv': file('ofac_sdn/alt.csv'),
    'sdn_comments.csv': file('ofac_sdn/sdn_comments.csv'),
  });

  test('OFAC’s consolidated list ten months later is searched', async () => {
    const { reasons } = await published(
      'ofac_consolidated',
      asFile(unpacked('ofac_consolidated/older-version/consolidated.xml.gz').toString()),
      asFile(consolidated().toString()),
    );

    expect(reasons).toEqual([]);
  });

  // The consolidated list takes the same path in a fraction of the time.
  test.runIf(isSoaking)('OFAC’s SDN list four months later is searched', async () => {
    const { state, reasons } = await published(
      'ofac_sdn',
      sdn(file('ofac_sdn/sdn.csv')),
      sdn(unpacked('ofac_sdn/later-version/sdn.csv.gz')),
    );

    expect(reasons).toEqual([]);
    expect(state.active?.entryCount).toBe(14_973);
    expect(state.previous[0]?.counts).toEqual({ person: 6_646, entity: 6_411, vessel: 764 });
  });

  test('70 entries less than the file states are noticed', async () => {
    const whole = consolidated().toString();
    const entries = whole.split('<sdnEntry>');
    const cut = [...entries.slice(0, 374), '</sdnList>']
      .join('<sdnEntry>')
      .replace(/<sdnEntry><\/sdnList>$/, '</sdnList>');

    const { reasons } = await published('ofac_consolidated', asFile(whole), asFile(cut));

    expect(reasons).toEqual(['count_differs']);
  });

  test('SDN persons under the header of the consolidated list are held for every reason', {
    tags: 'full',
  }, async () => {
    await published('ofac_sdn', sdn(file('ofac_sdn/sdn.csv')));
    const ids = [
      ...file('ofac_sdn/sdn.csv')
        .toString()
        .matchAll(/^(\d+),"[^"]*","individual"/gm),
    ];
    const wrong = sdnXml(
      ids.slice(0, 1_000).map(([, uid]) => ({ uid: Number(uid) })),
      443,
    );

    const { state, reasons } = await published('ofac_consolidated', asFile(consolidated().toString()), asFile(wrong));

    expect(state.active?.entryCount).toBe(443);
    expect(reasons).toEqual(['wrong_list', 'count_differs', 'mostly_changed', 'entities_lost_half', 'ids_replaced']);
  });
});
