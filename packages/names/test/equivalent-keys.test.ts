import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equivalentKeys } from '../src/equivalents/equivalent-keys.ts';

const meets = (a: readonly string[], b: readonly string[]) => a.some((key) => b.includes(key));

/** Whether each word of one name is the same name as the word at its place in the other. */
function isSameName(first: string, second: string): boolean {
  const [a, b] = [first, second].map((name) => name.split(' '));
  const [own, other] = [equivalentKeys(a ?? []), equivalentKeys(b ?? [])];
  return own.length === other.length && own.every((keys, at) => a?.[at] === b?.[at] || meets(keys, other[at] ?? []));
}

const pairsIn = (table: string) =>
  table
    .trim()
    .split(/\s*[\n,]\s*/)
    .map((pair) => pair.split(/\s*[=~]\s*/) as [string, string]);

const SAME: Readonly<Record<string, string>> = {
  Arabic: `
    mohammed = muhammad, mohamed = mohammad, muhammed = mohamad, hassan = hasan, hussein = husayn,
    hossein = hussain, hosein = hussayn, ahmed = ahmad, mahmoud = mahmud, mahmood = mahmoud,
    yusuf = youssef, yousef = yusuf, yousuf = yusef, qasem = kassem, kassem = ghassem, qasim = kasim,
    gadhafi = qadhafi, gaddafi = qaddafi, kadhafi = gadafi, zawahri = zawahiri, dhawahri = zawahiri,
    jamal = gamal, djamel = jamal, jalal = galal, najib = naguib, hamed = hamid, hamed = hamad,
    khaled = khalid, walid = waleed, rashid = rachid, sharif = cherif, hashem = hachem, saeed = said,
    suleiman = sulayman, soleiman = suleiman, souleymane = sulayman, ibrahim = ebrahim, ismail = esmail,
    mustafa = mostafa, moustapha = mustafa, osama = usama, othman = uthman, osman = othman, omar = umar,
    abdulrahman = abdelrahman, abdurrahman = abdulrahman, abderrahmane = abdurrahman, abdullah = abdallah,
    abdollah = abdullah, abdulaziz = abdelaziz, abdelkader = abdulqadir, abdulkarim = abdelkrim,
    salahuddin = salaheddine, nureddin = noureddine, nasrallah = nasrullah, habibullah = habibollah,
    daoud = dawood, dawud = daud, fawzi = faouzi, tawfiq = toufik, zaynab = zeinab, zayd = zaid,
    haydar = haidar, heydar = haydar, faysal = faisal, kadhim = kazim, kazem = kadhem, ridha = rida,
    reza = rida, ramadan = ramazan, ramadhan = ramazan, fouad = fuad, ziyad = ziad, riyadh = riad,
    hamzah = hamza, fatima = fatemeh, fatimah = fatima, khadija = khadijah, musawi = mousavi, javad = jawad,
    zakaria = zakariyya, yahya = yahia, mehdi = mahdi, elsayed = alsayed, elmasry = masri,
    sahraoui = sahrawi, bagher = baqer, sadegh = sadiq, ghorbani = qorbani, moghadam = moqaddam,
    araghi = araqi, nezhad = nejad, farouk = faruq, tarek = tariq, mokhtar = mukhtar, mounir = munir,
    nasser = nasir, yasser = yasir, bachir = bashir, lotfi = lutfi, choukri = shukri, messaoud = masud,
    mehmood = mahmud, qureshi = quraishi, chaudhry = choudhury, hashmi = hashimi, siddiqui = siddiqi,
    gassmi = gasmi, ibrahiim = ibrahim, mahmoood = mahmood, mansuur = mansour, sofiane = sofian, rezaee = rezaei,
    nowbakht = nobakht, daryoush = dariush, norouzi = nowruzi, mashhadani = mashadani, bassel = basil,
    yazeed = yazid, abdur = abdul`,
  'Turkic and Caucasian': `
    mehmet = mehmed, ahmet = ahmed, recep = rajab, huseyin = hussein, enver = anwar, ekrem = akram,
    akhmed = ahmed, magomed = mohammed, khasan = hasan, kasym = qasym, rakhman = rahman, murat = murad,
    aliyev = aliev, tokayev = toqaev, khalilov = halilov`,
  Slavic: `
    sergey = sergei, serguei = sergey, sergej = sergei, sergii = serhiy, aleksey = alexei, alexey = aleksei,
    dmitry = dmitri, dmitriy = dmitrii, dmitrij = dmitry, dmytro = dmitri, yury = yuri, iurii = yuri,
    jurij = yuriy, iouri = yury, mikhaylovich = mikhailovich, evgeny = yevgeniy, evgenii = yevgeny,
    jewgenij = evgeny, vladimir = wladimir, volodymyr = vladimir, uladzimir = vladimir, aleksandr = alexander,
    oleksandr = aleksandr, alexandr = aleksandr, aliaksandr = alexander, ivanov = ivanoff, ivanov = iwanow,
    romanov = romanoff, lebedev = lebedeff, medvedev = medvedeff, zelenskiy = zelensky, zelenskyi = zelenskyy,
    dostoevsky = dostoyevskiy, dostojewski = dostoevskii, tschaikowski = tchaikovsky,
    chaykovskiy = tchaikovsky, khrushchev = khrushchov, shcherbakov = scherbakov, sergeevich = sergeyevich,
    sergeevich = sergeievich, vasilievich = vasilyevich, nikolaevich = nikolayevich, petrovich = petrovic,
    petrovich = petrovitch, petrovich = petrowitsch, vladimirovich = vladimirovitj,
    vladimirovich = volodymyrovych, aleksandrovna = oleksandrivna, ivanovna = ivanivna, fyodor = fedor,
    pyotr = petr, petro = pyotr, semyon = semen, artyom = artem, solovyov = soloviev, kovalyov = kovalev,
    natalia = nataliya, natalya = natalia, tatiana = tatyana, yulia = iuliia, julia = yuliya, maria = mariya,
    ksenia = kseniya, oksana = oxana, maksim = maxim, viktor = victor, nikolai = nicolai, mykola = nikolay,
    gennady = gennadiy, guennadi = gennady, elena = yelena, jelena = elena, olena = elena, egor = yegor,
    mikhail = mykhailo, pavel = pavlo, igor = ihor, oleg = oleh, olga = olha, anna = hanna,
    tsvetkov = tzvetkov, zhukovskiy = zhukovsky, lukashenko = lukashenka, abramovich = abramowitsch,
    andrey = andrei, andriy = andrei, vasily = vassili, vasyl = vasiliy, ilya = ilia, kirill = kyrylo,
    bogdan = bohdan, svetlana = svitlana, grigory = hryhoriy, konstantin = kostiantyn, lavrovs = lavrov,
    sergejs = sergej, volkau = volkov, rybakou = rybakov, timosenko = timoshenko, tymosjenko = tymoshenko,
    savtsenko = savchenko, tsjerkesov = cherkesov, zjoeganov = zyuganov, szugalej = shugalej,
    vladimirovici = vladimirovich, borisovits = borisovich, bohatyrov = bogatyrov`,
  Korean: `
    kim jong un = kim jong eun, kim jong un = kim jung eun, kim jongun = kim jongeun,
    kim jong un = gim jeong eun, lee jae myung = yi jae myong, ri yong ho = lee young ho,
    ri jae myong = rhee jae myung, park geun hye = pak kun hye, choi sun sil = choe sun sil,
    park chung hee = pak chong hui, choe ryong hae = choi ryong hae, hwang pyong so = hwang byong so,
    moon jae in = mun jae in, roh moo hyun = no mu hyon, jang song thaek = chang song taek,
    kim yo jong = kim yeo jung, kim il sung = kim il song, yoon suk yeol = yun sok yol,
    kim young chol = kim yong chul, kim hyun woo = kim hyon u, jo yong won = cho yong won,
    paek se bong = baek se bong, kang sok ju = gang seok ju, o kuk ryol = oh guk ryol,
    kim yongchol = kim youngchul, kim kyong hui = kim kyung hee`,
  Chinese: `
    mao tse tung = mao ze dong, chou en lai = zhou en lai, hsi chin ping = xi jin ping,
    teng hsiao ping = deng xiao ping, chiang ching kuo = jiang jing guo, tsai ying wen = cai ying wen,
    chang chung mou = zhang zhong mou, lee teng hui = li deng hui, wong wei = wang wei, wong wei = huang wei,
    chan wai man = chen wei wen, cheung ka fai = zhang jia hui, ng wing keung = wu yong qiang,
    lam tai fai = lin da hui, leung chun ying = liang zhen ying, tse wai ming = xie wei ming,
    kwok fu shing = guo fu cheng, lau tak wah = liu de hua, yeung yuk wah = yang yu hua,
    lee ka chiu = li jia chao,
    chan fong = chen fang, leung wei = liang wei, chow wei = zhou wei, tsang wei = zeng wei,
    kwok wei = guo wei, yeung wei = yang wei, lau wei = liu wei, lam wei = lin wei, cheung wei = zhang wei,
    tse wei = xie wei, ng wei = wu wei, chang wei = zhang wei, hsu wei = xu wei, hsieh wei = xie wei`,
  others: `
    vasquez = vazquez, velasquez = velazquez, gonzalez = gonzales, djordje = dorde, giannis = yannis,
    panagiotis = panayiotis, chaim = haim, itzhak = yitzhak, jitzchak = yitzhak, mosze = moshe, cvi = zvi,
    htun = tun, minn = min, paredez = paredes, velazques = velasquez, narender = narendra, ravinder = ravindra`,
};

const DIFFERENT: Readonly<Record<string, string>> = {
  Arabic: `
    mohammed ~ mahmoud, mohammed ~ ahmed, muhammad ~ hamad, hassan ~ hussein, hasan ~ husayn, salim ~ salam,
    karim ~ karam, jamal ~ kamal, jamal ~ jamil, jamil ~ kamil, hamid ~ hamad, hamid ~ hamdi, hamidi ~ hamdi,
    salim ~ salman, salem ~ salman, rashid ~ rashad, khalid ~ khalil, khaled ~ khalaf, walid ~ khalid,
    nasir ~ nasr, nasir ~ bashir, nasri ~ nasiri, samir ~ munir, samir ~ amir, majid ~ majdi, tariq ~ tahir,
    karim ~ rahim, rahim ~ rahman, rahman ~ rahmani, hakim ~ hashim, qasim ~ kazim, ghazi ~ qazi,
    ghani ~ qani, ghazi ~ hijazi, aziz ~ azizi, ali ~ alia, ali ~ eli, omar ~ amr, umar ~ ammar, anwar ~ omar,
    yasir ~ yasin, yusuf ~ yunus, ibrahim ~ ismail, ishaq ~ isa, musa ~ mustafa, murad ~ marwan,
    nabil ~ jamil, nadir ~ nadim, faris ~ firas, fahd ~ fuad, faisal ~ fadil, sultan ~ salman, zayd ~ ziad,
    zayn ~ zaynab, abdulaziz ~ abdullah, abdulrahman ~ abdulrahim, abdulkarim ~ abdulqadir, abdullah ~ abdi,
    nasrullah ~ nasruddin, jalaluddin ~ jamaluddin, habibullah ~ hamidullah, fatima ~ fatin, layla ~ lina,
    maryam ~ mariana, hassani ~ hosni, jafar ~ jafari, soleiman ~ soleimani, mousavi ~ mousa, tawfiq ~ rafiq,
    sharif ~ ashraf, latif ~ lutfi, bashar ~ bashir, salah ~ sultan, saad ~ said, saud ~ said, malik ~ malika,
    rida ~ rashid, badr ~ badri, hilal ~ halil, khan ~ kahn, gul ~ jul, hadi ~ hatim, taha ~ tahir`,
  Slavic: `
    sergei ~ serge, andrei ~ andre, andrei ~ andreas, aleksei ~ aleksandr, aleksandr ~ aleksandra, igor ~ egor,
    dmitri ~ dmitrova, vladimir ~ vladislav, yuri ~ yulia, mikhail ~ mikhailov, ivan ~ ivanov,
    petr ~ petrov, petrov ~ petrova, ivanov ~ ivanova, sokolov ~ sokolova, nikolai ~ nikita, oleg ~ olga,
    anna ~ nina, elena ~ alina, elena ~ irina, elina ~ alina, marina ~ maria, natalia ~ tatiana,
    viktor ~ viktoria, valeri ~ valentin, valentin ~ valentina, roman ~ romanov, pavel ~ pavlov,
    maksim ~ maksimov, konstantin ~ kirill, boris ~ borisov, anton ~ antonov, artem ~ artur, denis ~ danil,
    sergeevich ~ sergeevna, ivanovich ~ ivanovna, petrovich ~ pavlovich, kuznetsov ~ kuznetsova,
    smirnov ~ simonov, popov ~ petrov, zhukov ~ shukhov, chernov ~ chernin, volkov ~ volskiy,
    kozlov ~ kozlovskiy, morozov ~ moroz, vasiliev ~ vasilevskiy, stepan ~ stepanov, gleb ~ oleg,
    fedor ~ fedorov, semen ~ semenov, ruslan ~ rustam, timur ~ timofei, svetlana ~ snezhana,
    lukashenko ~ lukashin, shevchenko ~ savchenko, kovalenko ~ kovalchuk, tkachenko ~ tkachuk`,
  'other languages': `
    juan ~ yuan, jan ~ ian, ellen ~ alan, emma ~ anna, martin ~ martina, martin ~ martinez, jose ~ josie,
    maria ~ mario, maria ~ marie, antonio ~ antonia, luis ~ luisa, carlos ~ carla, fernando ~ fernandez,
    garcia ~ gracia, lopez ~ gomez, perez ~ paris, hernandez ~ fernandez, rodriguez ~ rodrigo, silva ~ silvia,
    smith ~ schmidt, miller ~ muller, hans ~ anna, paul ~ paula,
    robert ~ roberta, daniel ~ daniela, michael ~ michelle, eric ~ erica, christian ~ christina,
    francisco ~ francesca, gabriel ~ gabriela, victor ~ victoria, andrea ~ andreas, alberto ~ albert,
    alexander ~ alexandra, james ~ jamie, kumar ~ kamal, singh ~ sinha, patel ~ pavel, nguyen ~ nguyet, santos ~ santana, rossi ~ rosa`,
  'Korean and Chinese': `
    kim jong un ~ kim jong il, kim jong un ~ kim jong nam, kim young ho ~ kim yong nam,
    lee jae myung ~ lee jae yong, park geun hye ~ park chung hee, kim min ~ kim jin, kim sun ~ kim seong,
    choi min ~ cho min, jang song ~ jong song, han min ~ hwang min, lee min ~ lim min, kim hyun ~ kim hoon,
    kim su ~ kim so, kang min ~ kwon min, kim joon ~ kim jin, yoon ho ~ yang ho, kim mi ~ kim min,
    wang wei ~ huang wei, chen wei ~ zhen wei, chen wei ~ cheng wei, zhang wei ~ zheng wei,
    tang wei ~ deng wei, li wei ~ liu wei, lin wei ~ liang wei, xu wei ~ xie wei,
    jin wei ~ yin wei, jun li ~ yun li, wang jing ~ wang ying, li na ~ li nan, zhao min ~ zhou min,
    wu wei ~ hu wei, xi jin ping ~ xi jing ping, xi jinping ~ xi yinping, guo min ~ gao min,
    yang jie ~ yang jia, zhu li ~ zhou li, sun wen ~ song wen, ma jian ~ ma qian, he bin ~ hu bin,
    luo min ~ lu min, cai wei ~ cao wei, wong wei ~ leung wei, chan wei ~ cheung wei, lau ming ~ lam ming`,
};

describe.each(Object.entries(SAME))('spellings of the same name, %s', (_, table) => {
  test.each(pairsIn(table))('%s is %s', (first, second) => {
    expect(isSameName(first, second)).toBe(true);
  });
});

describe.each(Object.entries(DIFFERENT))('different names, %s', (_, table) => {
  test.each(pairsIn(table))('%s is not %s', (first, second) => {
    expect(isSameName(first, second)).toBe(false);
  });
});

describe('keys', () => {
  const latin = fc.stringMatching(/^[a-z]{0,14}$/);
  const syllable = fc.constantFrom(
    'kim',
    'jong',
    'un',
    'jongun',
    'wong',
    'chan',
    'li',
    'wei',
    'ka',
    'chiu',
    'young',
    'chung',
    'abdul',
    'abdulrahman',
    'gadhafi',
    'sergeevich',
    'tschaikowski',
    'elghazal',
    'dhahegth',
  );
  const name = fc.array(fc.oneof(latin, syllable, fc.string()), { maxLength: 6 });

  test('a name of any text has keys for each word, a few, of letters a to z and signs', () => {
    fc.assert(
      fc.property(name, (words) => {
        const keys = equivalentKeys(words);

        expect(keys).toHaveLength(words.length);
        for (const each of keys) {
          expect(each.length).toBeLessThanOrEqual(8);
          expect(new Set(each).size).toBe(each.length);
          for (const key of each) expect(key).toMatch(/^[ascnkeh]:[a-zA-Z0-9-]+$/);
        }
      }),
    );
  });

  test('the same words have the same keys', () => {
    fc.assert(
      fc.property(name, (words) => {
        expect(equivalentKeys([...words])).toEqual(equivalentKeys(words));
      }),
    );
  });

  test.each([['x'], ['jp'], ['al'], [''], ['محمد'], ['金'], ['müller'], ['2000']])(
    'an initial, a word of two letters or not in folded Latin letters has none: %j',
    (word) => {
      expect(equivalentKeys([word])).toEqual([[]]);
    },
  );

  test('syllables have keys of Korean or Chinese only where the whole name is one', () => {
    const families = (words: string[]) =>
      new Set(equivalentKeys(words).flatMap((keys) => keys.map((key) => key.slice(0, 1))));

    expect(families(['kim', 'jong', 'un'])).toEqual(new Set(['k']));
    expect(families(['zhang', 'wei'])).toEqual(new Set(['c']));
    expect(families(['kim', 'smith'])).not.toContain('k');
    expect(families(['wei', 'rodriguez'])).not.toContain('c');
    expect(families(['kim', 'jong', 'un', 'il', 'song'])).toEqual(new Set());
  });

  test('a word has no keys of Arabic or Cyrillic where it is a syllable of East Asia', () => {
    expect(equivalentKeys(['jin', 'yin', 'chen', 'juan', 'thanh']).flat()).toEqual([]);
  });

  test('a given name in one word shares a key with its two syllables joined, in every spelling', () => {
    const [, joined = []] = equivalentKeys(['kim', 'jongun']);
    const [, other = []] = equivalentKeys(['kim', 'jungeun']);
    const [, chinese = []] = equivalentKeys(['mao', 'tsetung']);

    expect(meets(joined, other)).toBe(true);
    expect(meets(chinese, equivalentKeys(['mao', 'zedong'])[1] ?? [])).toBe(true);
  });
});
