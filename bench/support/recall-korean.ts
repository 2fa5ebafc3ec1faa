import { foldWords } from './recall-case.ts';

/** Korean names in Latin letters by syllable. Columns of a syllable: North Korean, McCune–Reischauer without marks, Revised, South Korean passports. */
const SYLLABLES = `
  김 kim kim gim kim|리 ri ri ri lee|박 pak pak bak park|최 choe choe choe choi|정 jong chong jeong jung
  강 kang kang gang kang|조 jo cho jo cho|윤 yun yun yun yoon|장 jang chang jang chang|림 rim rim rim lim
  한 han han han han|오 o o o oh|서 so so seo suh|신 sin sin sin shin|권 kwon kwon gwon kwon
  황 hwang hwang hwang hwang|안 an an an ahn|송 song song song song|류 ryu ryu ryu yoo|홍 hong hong hong hong
  전 jon chon jeon chun|고 ko ko go koh|문 mun mun mun moon|백 paek paek baek baik|배 pae pae bae bae
  남 nam nam nam nam|로 ro no no roh|노 no no no noh|하 ha ha ha ha|주 ju chu ju joo|구 ku ku gu koo|곽 kwak kwak gwak kwak
  차 cha cha cha cha|라 ra na na rah|렴 ryom yom ryeom yeom|현 hyon hyon hyeon hyun|연 yon yon yeon yeon|손 son son son sohn
  양 yang yang yang yang|허 ho ho heo huh|유 yu yu yu yoo|임 im im im lim|이 ri yi i lee|우 u u u woo|심 sim sim sim shim
  변 pyon pyon byeon byun|지 ji chi ji jee|진 jin chin jin jin|방 pang pang bang bang|민 min min min min
  철 chol chol cheol chul|영 yong yong yeong young|용 yong yong yong yong|은 un un eun eun|성 song song seong sung
  혁 hyok hyok hyeok hyuk|명 myong myong myeong myung|경 kyong kyong gyeong kyung|석 sok sok seok suk|수 su su su soo
  희 hui hui hui hee|호 ho ho ho ho|광 kwang kwang gwang kwang|국 guk kuk guk kook|일 il il il il|원 won won won won
  준 jun chun jun joon|길 gil kil gil gil|봉 bong pong bong bong|학 hak hak hak hak|만 man man man man|룡 ryong yong ryong ryong
  태 thae tae tae tae|상 sang sang sang sang|동 tong tong dong dong|선 son son seon sun|춘 chun chun chun choon|천 chon chon cheon chun
  창 chang chang chang chang|식 sik sik sik shik|삼 sam sam sam sam|섭 sop sop seop sub|규 gyu kyu gyu kyu|금 kum kum geum keum
  기 gi ki gi ki|욱 uk uk uk wook|운 un un un woon|재 jae chae jae jae|종 jong chong jong jong|순 sun sun sun soon|승 sung sung seung seung
  렬 ryol yol ryeol ryul|령 ryong yong ryeong ryung|린 rin in rin rin|무 mu mu mu moo|복 bok pok bok bok|빈 bin pin bin bin|산 san san san san
  찬 chan chan chan chan|칠 chil chil chil chil|혜 hye hye hye hye|환 hwan hwan hwan hwan|훈 hun hun hun hoon|흥 hung hung heung heung
  덕 dok tok deok duk|도 do to do do|두 du tu du doo|대 dae tae dae dae|건 gon kon geon kun|근 gun kun geun keun|미 mi mi mi mi|숙 suk suk suk sook
  옥 ok ok ok ok|애 ae ae ae ae|란 ran nan ran ran|연 yon yon yeon yeon|아 a a a ah|여 yo yo yeo yeo|자 ja cha ja ja|인 in in in in
  병 byong pyong byeong byung|범 bom pom beom bum|보 bo po bo bo|부 bu pu bu boo|시 si si si see|세 se se se sae|제 je che je jae|중 jung chung jung joong
  직 jik chik jik jik|해 hae hae hae hae|화 hwa hwa hwa hwa|효 hyo hyo hyo hyo|형 hyong hyong hyeong hyung|익 ik ik ik ik|웅 ung ung ung woong|윤 yun yun yun yoon
`;

const ROWS = SYLLABLES.trim()
  .split(/[|\n]/)
  .map((row) => row.trim().split(' '));

export const KOREAN_SCHEMES = [
  'North Korean spelling',
  'McCune–Reischauer',
  'Revised Romanization',
  'South Korean passports',
];
const NORTH_KOREAN = 0;

const byHangul = new Map(ROWS.map(([hangul = '', ...spellings]) => [hangul, spellings]));

/** Spellings in the North that stand for more than one syllable say nothing about the others. */
const byNorthern = new Map<string, string[] | undefined>();
for (const [, ...spellings] of ROWS) {
  const northern = spellings[NORTH_KOREAN] ?? '';
  const known = byNorthern.get(northern);
  const isOther = known && known.join() !== spellings.join();
  byNorthern.set(northern, byNorthern.has(northern) && (isOther || !known) ? undefined : spellings);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Family name, then the given name's syllables with a hyphen. */
function together(spellings: readonly (readonly string[] | undefined)[], scheme: string) {
  const column = KOREAN_SCHEMES.indexOf(scheme);
  const words = spellings.map((each) => each?.[column]);
  const [family, first, second] = words;
  if (words.length < 2 || words.length > 3 || words.includes(undefined)) return undefined;
  if (!family || !first) return undefined;
  return `${capital(family)} ${capital(first)}${second ? `-${second}` : ''}`;
}

export const romaniseHangul = (text: string, scheme: string) =>
  together(
    Array.from(text.replace(/\s/g, ''), (syllable) => byHangul.get(syllable)),
    scheme,
  );

/** A name that a list prints as the North writes it: the family name is in capitals, before or after. */
export function respellKorean(listed: string, scheme: string): string | undefined {
  const words = listed.split(/[\s-]+/);
  const family = words.findIndex((word) => word.length > 1 && word === word.toUpperCase());
  const given = words.filter((_, at) => at !== family);
  // All in capitals says nothing about which word is the family name.
  if (given.every((word) => word === word.toUpperCase())) return undefined;
  const [surname = ''] = words.slice(family);
  if (family < 0) return undefined;
  const syllables = [surname, ...given].map((word) => foldWords(word).join(''));
  const made = together(
    syllables.map((syllable) => byNorthern.get(syllable)),
    scheme,
  );
  return made && foldWords(made).join(' ') !== syllables.join(' ') ? made : undefined;
}
