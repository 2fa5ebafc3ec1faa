import { COUNTRY_ALIASES, DEMONYMS } from './country-aliases.ts';

/** ISO 3166-1: alpha-2 followed by alpha-3; Kosovo has the code in common use. */
const ISO_CODES =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE ' +
  'BABIH BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS ' +
  'BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN ' +
  'COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST ' +
  'EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF ' +
  'GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD ' +
  'HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM ' +
  'JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA ' +
  'LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD ' +
  'MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM ' +
  'NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA ' +
  'SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD ' +
  'STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON ' +
  'TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR ' +
  'VNVNM VUVUT WFWLF WSWSM XKXKX YEYEM YTMYT ZAZAF ZMZMB ZWZWE';

const alpha2To3 = new Map(ISO_CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)] as const));
const namesToCode = new Map<string, string>();
const adjectivesToCode = new Map<string, string>();

const english = new Intl.DisplayNames('en', { type: 'region' });
for (const [code, alpha3] of alpha2To3) {
  namesToCode.set(fold(code), code);
  namesToCode.set(fold(alpha3), code);
  namesToCode.set(fold(english.of(code) ?? code), code);
}
for (const [code, names] of Object.entries(COUNTRY_ALIASES))
  for (const name of names) namesToCode.set(fold(name), code);
for (const [code, names] of Object.entries(DEMONYMS))
  for (const name of names.split(' ')) adjectivesToCode.set(fold(name.replaceAll('_', ' ')), code);

/** ISO 3166-1 alpha-2 of a country named, coded or used as an adjective; null if it names none. */
export function countryCode(text: string): string | null {
  // `BR 69980000` is a registration number, not Brazil.
  if (/\d/.test(text)) return null;
  const folded = fold(text);
  return namesToCode.get(folded) ?? adjectivesToCode.get(folded) ?? null;
}

/**
 * `UK` is not an ISO 3166-1 code, but reserved for the United Kingdom; callers send it as often as
 * GB.
 */
const RESERVED = ['UK', 'GB'] as const;

const codes = new Map<string, string>([
  ...[...alpha2To3].flatMap(([code, alpha3]): [string, string][] => [
    [code, code],
    [alpha3, code],
  ]),
  RESERVED,
]);

/** ISO 3166-1 alpha-2 of a code of two or three letters in either case; null if it is no code. */
export const countryOfCode = (code: string): string | null => codes.get(code.toUpperCase()) ?? null;

const LONGEST_NAME_WORDS = 8;

/**
 * The country at the beginning of a remark: `Libya number`, `British passport number`. A country
 * further on may be the place of issue or belong to someone else, and does not count.
 */
export function leadingCountryCode(text: string): string | null {
  const words = text
    .replace(/[().:]/g, ' ')
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/,$/, ''));
  for (let count = Math.min(words.length, LONGEST_NAME_WORDS); count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ');
    // Two letters may abbreviate anything, above all `ID`.
    const code = name.length > 2 ? countryCode(name) : null;
    if (code) return code;
  }
  return null;
}

function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[’'`‘ʻ]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
    .replace(/ the$/, '')
    .replace(/\bst\b/g, 'saint');
}
