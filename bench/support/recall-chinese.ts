/** Chinese names in other systems than pinyin, by syllable, from the published tables. */
const INITIALS =
  /^(zh|ch|sh|b|p|m|f|d|t|n|l|g|k|h|j|q|x|r|z|c|s|y|w)?(iang|iong|uang|ueng|ang|eng|ong|ian|iao|ing|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|ve|üe|a|o|e|i|u|v|ü)$/;

const WADE_INITIALS: Record<string, string> = {
  b: 'p',
  p: 'p',
  d: 't',
  t: 't',
  g: 'k',
  k: 'k',
  j: 'ch',
  q: 'ch',
  x: 'hs',
  zh: 'ch',
  ch: 'ch',
  z: 'ts',
  c: 'ts',
  r: 'j',
};
const WADE_FINALS: Record<string, string> = {
  ian: 'ien',
  ie: 'ieh',
  iong: 'iung',
  ong: 'ung',
  ue: 'ueh',
  er: 'erh',
  uo: 'o',
};
const WADE_WHOLE: Record<string, string> = {
  zhi: 'chih',
  chi: 'chih',
  shi: 'shih',
  ri: 'jih',
  zi: 'tzu',
  ci: 'tzu',
  si: 'szu',
  he: 'ho',
  ge: 'ko',
  ke: 'ko',
  e: 'o',
  yi: 'i',
  you: 'yu',
  yan: 'yen',
  ye: 'yeh',
  yong: 'yung',
  guo: 'kuo',
  kuo: 'kuo',
  huo: 'huo',
  shuo: 'shuo',
  gui: 'kuei',
  kui: 'kuei',
  yue: 'yueh',
  yuan: 'yuan',
  luo: 'lo',
  duo: 'to',
};

function isSyllable(text: string): boolean {
  return INITIALS.test(text) || ['yi', 'ye', 'yue', 'yuan', 'yin', 'yun', 'ying', 'wu'].includes(text);
}

/** A word of pinyin as its syllables, the fewest that there are. */
function pinyinSyllables(word: string): string[] | undefined {
  const text = word.toLowerCase().replace(/[’']/g, '');
  if (!/^[a-zü]+$/.test(text)) return undefined;
  const split = (rest: string): string[] | undefined => {
    if (rest === '') return [];
    for (let length = Math.min(6, rest.length); length > 0; length -= 1) {
      const first = rest.slice(0, length);
      const others = isSyllable(first) ? split(rest.slice(length)) : undefined;
      if (others) return [first, ...others];
    }
    return undefined;
  };
  return split(text);
}

function toWadeGiles(syllable: string): string {
  const whole = WADE_WHOLE[syllable];
  if (whole !== undefined) return whole;
  const [, initial = '', final = ''] = INITIALS.exec(syllable) ?? [];
  return (WADE_INITIALS[initial] ?? initial) + (WADE_FINALS[final] ?? final);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const CHINESE_SCHEMES = ['Wade–Giles', 'pinyin by syllable', 'pinyin with a hyphen'];

/** Family name of one syllable first, given name of one or two. */
function writeChinese(family: string, given: readonly string[], scheme: string): string {
  if (scheme === 'Wade–Giles') {
    const [first = '', ...rest] = given.map(toWadeGiles);
    return [capital(toWadeGiles(family)), [capital(first), ...rest].join('-')].join(' ');
  }
  if (scheme === 'pinyin by syllable') return [family, ...given].map(capital).join(' ');
  const [first = '', ...rest] = given;
  return `${capital(family)} ${[capital(first), ...rest].join('-')}`;
}

/** What a list prints as "Given FAMILY" or "Family Given" in pinyin. */
export function respellChinese(listed: string, scheme: string): string | undefined {
  const words = listed.split(/\s+/);
  if (words.length !== 2) return undefined;
  const [one = '', two = ''] = words;
  const isFamily = (word: string) => word === word.toUpperCase() && word.length > 1;
  const [family, given] = isFamily(one) && !isFamily(two) ? [one, two] : [two, one];
  const [surname, syllables] = [pinyinSyllables(family), pinyinSyllables(given)];
  if (surname?.length !== 1 || !syllables || syllables.length > 2) return undefined;
  if (scheme !== 'Wade–Giles' && syllables.length < 2) return undefined;
  const made = writeChinese(surname[0] ?? '', syllables, scheme);
  return made.toLowerCase() === listed.toLowerCase() ? undefined : made;
}

/** Characters of names with their reading in pinyin and their usual spelling in Hong Kong. */
const CANTONESE = `
  陈陳 chen Chan|黄黃 huang Wong|李 li Lee|王 wang Wong|张張 zhang Cheung|刘劉 liu Lau|梁 liang Leung|吴吳 wu Ng|何 he Ho|林 lin Lam
  郑鄭 zheng Cheng|周 zhou Chow|杨楊 yang Yeung|谢謝 xie Tse|曾 zeng Tsang|郭 guo Kwok|冯馮 feng Fung|邓鄧 deng Tang|叶葉 ye Yip|麦麥 mai Mak
  潘 pan Poon|罗羅 luo Law|蔡 cai Choi|徐 xu Tsui|胡 hu Wu|朱 zhu Chu|高 gao Ko|马馬 ma Ma|许許 xu Hui|孙孫 sun Suen
  赵趙 zhao Chiu|余 yu Yu|卢盧 lu Lo|蒋蔣 jiang Tseung|方 fang Fong|江 jiang Kong|陆陸 lu Luk|苏蘇 su So|沈 shen Sum|莫 mo Mok
  家 jia Ka|明 ming Ming|国國 guo Kwok|伟偉 wei Wai|文 wen Man|华華 hua Wah|志 zhi Chi|强強 qiang Keung|健 jian Kin|德 de Tak
  荣榮 rong Wing|永 yong Wing|玉 yu Yuk|丽麗 li Lai|英 ying Ying|美 mei Mei|芳 fang Fong|慧 hui Wai|敏 min Man|兰蘭 lan Lan
  光 guang Kwong|辉輝 hui Fai|海 hai Hoi|平 ping Ping|东東 dong Tung|新 xin San|成 cheng Shing|建 jian Kin|军軍 jun Kwan|林 lin Lam
  俊 jun Chun|杰傑 jie Kit|龙龍 long Lung|超 chao Chiu|天 tian Tin|正 zheng Ching|中 zhong Chung|安 an On|世 shi Sai|子 zi Tsz
  生 sheng Sang|金 jin Kam|春 chun Chun|秀 xiu Sau|珍 zhen Chun|惠 hui Wai|婷 ting Ting|欣 xin Yan|仁 ren Yan|义義 yi Yee
  克 ke Hak|勤 qin Kan|君 jun Kwan|彦彥 yan Yin|启啟 qi Kai|耀 yao Yiu|宗 zong Chung|锋鋒 feng Fung|宏 hong Wang|立 li Lap
  山 shan Shan|波 bo Bor|祥 xiang Cheung|元 yuan Yuen|兴興 xing Hing|庆慶 qing Hing|贵貴 gui Kwai|福 fu Fuk|才 cai Choi|学學 xue Hok
`;

const CHARACTERS = new Map(
  CANTONESE.trim()
    .split(/[|\n]/)
    .flatMap((row) => {
      const [characters = '', pinyin = '', cantonese = ''] = row.trim().split(' ');
      return Array.from(characters, (character) => [character, { pinyin, cantonese }] as const);
    }),
);

export const HAN_SCHEMES = ['Wade–Giles', 'pinyin', 'Hong Kong spelling'];

/** Undefined where a character is not in the table, or the name is not one of two or three. */
export function romaniseHan(text: string, scheme: string): string | undefined {
  const read = Array.from(text, (character) => CHARACTERS.get(character));
  const [family, ...given] = read.flatMap((one) => one ?? []);
  if (!family || read.includes(undefined) || read.length < 2 || read.length > 3) return undefined;
  if (scheme === 'Hong Kong spelling') {
    const [first = '', second] = given.map(({ cantonese }) => cantonese);
    return `${family.cantonese} ${first}${second ? `-${second.toLowerCase()}` : ''}`;
  }
  const syllables = given.map(({ pinyin }) => pinyin);
  if (scheme === 'Wade–Giles') return writeChinese(family.pinyin, syllables, scheme);
  return `${capital(family.pinyin)} ${capital(syllables.join(''))}`;
}
