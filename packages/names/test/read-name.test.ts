import { beforeAll, describe, expect, test } from 'vitest';
import { loadNameTables, newNameTables } from '../src/name-tables.ts';
import { readName, significantWords } from '../src/normalise-name.ts';
import { withoutEastAsianSpaces } from '../src/scripts.ts';

const tables = newNameTables();

type Options = Parameters<typeof readName>[2];

/** Whether some reading of `text` has exactly these words, each in one of its spellings, in any order. */
function readsAs(text: string, latin: string, options: Options = {}): boolean {
  const wanted = latin.split(' ');
  return readName(tables, text, options).some((reading) => {
    const words = significantWords(reading);
    return (
      words.length === wanted.length && wanted.every((each) => words.some(({ spellings }) => spellings.includes(each)))
    );
  });
}

const spellingsOf = (text: string, options: Options = {}) =>
  readName(tables, text, options).flatMap(({ words }) => words.flatMap(({ spellings }) => [...spellings]));

beforeAll(() => loadNameTables(tables, ['中', 'ไทย']));

describe('Latin letters', () => {
  test.each([
    ['Łukasz Wałęsa', 'lukasz walesa'],
    ['Jürgen Groß', 'jurgen gross'],
    ['Jürgen Groß', 'juergen gross'],
    ['Søren Kjær', 'soren kjaer'],
    ['Søren Kjær', 'soeren kjaer'],
    ['Đorđe Šćekić', 'dorde scekic'],
    ['Đorđe Šćekić', 'djordje scekic'],
    ['İlham Əliyev', 'ilham aliyev'],
    ['ＦＵＬＬ　Ｗｉｄｔｈ', 'full width'],
    ['PÉREZ, José María', 'jose maria perez'],
    ['Shine 2000', 'shine 2000'],
  ])('%s is read as %s', (text, latin) => {
    expect(readsAs(text, latin)).toBe(true);
  });

  test.each([
    ['Jean-Pierre Dupont', 'jean pierre dupont'],
    ['Jean-Pierre Dupont', 'jeanpierre dupont'],
    ["Conan O'Brien", 'conan obrien'],
    ['Conan O’Brien', 'conan o brien'],
    ["Abdullah Sa'id", 'abdullah said'],
    ['J.P. Morgan', 'jp morgan'],
    ['J.P. Morgan', 'j p morgan'],
  ])('hyphens, apostrophes and dots: %s is also read as %s', (text, latin) => {
    expect(readsAs(text, latin)).toBe(true);
  });

  test.each(['', '   ', '...', '—', '!?'])('%j has no word', (text) => {
    expect(readName(tables, text)).toEqual([]);
  });
});

describe('words that are not significant', () => {
  test.each([
    ['Osama bin Laden', 'osama laden'],
    ['Bashar al-Assad', 'bashar assad'],
    ['Ludwig van Beethoven', 'ludwig beethoven'],
    ['Acme Trading Ltd.', 'acme trading'],
    ['ООО Ромашка', 'romashka'],
    ['Muster GmbH & Co. KG', 'muster'],
    ['Example S.A.', 'example'],
    ['Example Limited Liability Company', 'example'],
    ['OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU ROMASHKA', 'romashka'],
    ['Общество с ограниченной ответственностью «Ромашка»', 'romashka'],
    ['Открытое акционерное общество Ромашка', 'romashka'],
    ['Otkrytoe Aktsionernoe Obshchestvo Romashka', 'romashka'],
    ['Federal State Unitary Enterprise Romashka', 'romashka'],
    ['Ejemplo, Sociedad Anónima de Capital Variable', 'ejemplo'],
    ['Ejemplo S. de R.L. de C.V.', 'ejemplo'],
    ['Beispiel Gesellschaft mit beschränkter Haftung', 'beispiel'],
    ['Exemple, société par actions simplifiée', 'exemple'],
    ['Przykład Sp. z o.o.', 'przyklad'],
    ['华为技术有限公司', '华为技术'],
    ['华为技术有限公司', 'huaweijishu'],
    ['中国海洋石油总公司', '中国海洋石油'],
    ['台灣積體電路製造股份有限公司', '台灣積體電路製造'],
    ['トヨタ自動車株式会社', 'トヨタ自動車'],
    ['주식회사 보기', '보기'],
    ['Weihai Jianshe Jituan Youxian Gongsi', 'weihai jianshe jituan'],
  ])('%s is compared as %s', (text, latin) => {
    expect(readsAs(text, latin)).toBe(true);
  });

  test('are compared if the name consists of nothing else', () => {
    expect(readsAs('Ltd', 'ltd')).toBe(true);
    expect(readsAs('De La', 'de la')).toBe(true);
  });

  test.each(['Ben Carson', 'Le Duc'])('%s begins with a name, not with a particle', (text) => {
    expect(readsAs(text, text.toLowerCase())).toBe(true);
  });

  test.each(['Maria Das', 'Bin Wang', 'Wang Bin', 'Ravi DAS'])(
    '%s is a person, with a word that is a particle elsewhere',
    (text) => {
      expect(readsAs(text, text.toLowerCase(), { kind: 'person' })).toBe(true);
    },
  );

  test.each(['Li Bin', 'Du Wei', 'Kim La', 'Ho Den', 'Yu Bin', 'Liu Du', 'Al Gore', 'An Das'])(
    '%s is a person of two short words, and both count',
    (text) => {
      expect(readsAs(text, text.toLowerCase(), { kind: 'person' })).toBe(true);
      expect(readName(tables, text, { kind: 'person' }).map((one) => significantWords(one).length)).toEqual([2]);
    },
  );

  test.each(['Li De Wei', 'Nguyen Van An', 'Kim La Un', 'Le Thi Den', 'Wong Du Ming', 'Bin Li Ya'])(
    '%s has no particle, since all words beside it are syllables of East Asia',
    (text) => {
      expect(readsAs(text, text.toLowerCase(), { kind: 'person' })).toBe(true);
    },
  );

  test('particles stay particles in names of other languages, and in names of companies', () => {
    expect(readsAs('Abdullah bin Li', 'abdullah li', { kind: 'person' })).toBe(true);
    expect(readsAs('Oscar de la Hoya', 'oscar hoya', { kind: 'person' })).toBe(true);
    expect(readsAs('Jan van den Berg', 'jan berg', { kind: 'person' })).toBe(true);
    expect(readsAs('Los Ejemplos', 'ejemplos', { kind: 'entity' })).toBe(true);
    expect(readsAs('Li De Wei', 'li wei', { kind: 'entity' })).toBe(true);
    expect(readsAs('The Example', 'example')).toBe(true);
    expect(readsAs('Example and Co.', 'example')).toBe(true);
  });

  test('the Arabic article counts in a name of two words, in both of its spellings', () => {
    expect(readsAs('El Zawahiri', 'el zawahiri', { kind: 'person' })).toBe(true);
    expect(readsAs('El Zawahiri', 'al zawahiri', { kind: 'person' })).toBe(true);
    expect(readsAs('Ayman El Zawahiri', 'ayman zawahiri', { kind: 'person' })).toBe(true);
  });

  test('do not include the word for a branch of a company', () => {
    expect(readsAs('华为技术有限公司北京分公司', '华为技术')).toBe(false);
    expect(readsAs('华为技术有限公司北京分公司', '华为技术 北京分公司')).toBe(true);
  });

  test('do not include words that only begin like a legal form in full', () => {
    expect(readsAs('Obshchestvo Memorial', 'obshchestvo memorial')).toBe(true);
    expect(readsAs('Joint Stock Exchange', 'joint stock exchange')).toBe(true);
  });

  test('the letters of a form are no initials, unless the name may be a person’s', () => {
    const lettersIn = (text: string, kind?: 'entity' | 'person') =>
      spellingsOf(text, { kind }).filter(({ length }) => length === 1);

    expect(lettersIn('Example S.A.', 'entity')).toEqual([]);
    expect(lettersIn('A.S. Pushkin')).toEqual(['a', 's']);
    expect(lettersIn('A.S. Pushkin', 'person')).toEqual(['a', 's']);
  });

  test('a person’s name has no company form in it', () => {
    expect(readsAs('Kim Co', 'kim co', { kind: 'person' })).toBe(true);
    expect(readsAs('Kim Co', 'kim', { kind: 'entity' })).toBe(true);
  });
});

describe('other alphabets, by every common scheme', () => {
  test.each([
    ['Юрий Щербаков', 'yuriy shcherbakov'],
    ['Юрий Щербаков', 'iurii shcherbakov'],
    ['Юрий Щербаков', 'yury shcherbakov'],
    ['Юрий Щербаков', 'yuri shcherbakov'],
    ['Юрий Щербаков', 'urij serbakov'],
    ['Алексей Навальный', 'aleksey navalnyy'],
    ['Алексей Навальный', 'alexei navalny'],
    ['Дмитрий Медведев', 'dmitry medvedev'],
    ['Дмитрий Медведев', 'dmitrii medvedev'],
    ['Володимир Зеленський', 'volodymyr zelenskyy'],
    ['Володимир Зеленський', 'volodymyr zelenskyi'],
    ['Володимир Анатолійович', 'vladimir anatolievich'],
    ['Олександр Миколайович Ющенко', 'alexander nikolaevich yushchenko'],
    ['Олена Сергіївна', 'elena sergeevna'],
    ['Дмитро Юрійович', 'dmitry yurievich'],
    ['Аляксандр Уладзіміравіч Лукашэнка', 'aleksandr vladimirovich lukashenka'],
    ['Мікалай Рыгоравіч', 'nikolay grigorovich'],
    ['Алексей Алексеевич', 'alexey alexeyevich'],
    ['Евгений Георгиевич', 'yevgeny georgyevich'],
    ['Семен Королев', 'semyon korolyov'],
    ['Петр Соловьев', 'pyotr solovyov'],
    ['Алекса́ндр', 'alexander'],
    ['Виктория', 'victoria'],
    ['Хрущёв', 'khrushchev'],
    ['Владимир Путин', 'wladimir putin'],
    ['Владимир Путин', 'vladimir poutine'],
    ['Ђорђе', 'djordje'],
    ['Қасым-Жомарт Тоқаев', 'kasym zhomart tokaev'],
    ['Алёна', 'alyona'],
    ['Αλέξης Τσίπρας', 'alexis tsipras'],
    ['Κυριάκος Μητσοτάκης', 'kyriakos mitsotakis'],
    ['محمد حسن', 'muhammad hassan'],
    ['محمد حسن', 'mohamed hasan'],
    ['بشار الأسد', 'bashar assad'],
    ['عبدالله', 'abdullah'],
    ['حسین', 'hossein'],
    ['בנימין נתניהו', 'benjamin netanyahu'],
    ['מאיר אטינגר', 'meir ettinger'],
    ['משה שרביט', 'moshe sharvit'],
    ['יעל כהן', 'yael cohen'],
    ['בירן', 'biran'],
    ['Նիկոլ Փաշինյան', 'nikol pashinyan'],
    ['გიორგი', 'giorgi'],
    ['नरेन्द्र मोदी', 'narendra modi'],
  ])('%s is also read as %s', async (text, latin) => {
    await loadNameTables(tables, [text]);

    expect(readsAs(text, latin)).toBe(true);
  });
});

test('Cyrillic names: a word without known differences has no Russian form', () => {
  expect(spellingsOf('Иванов')).not.toContain('ivanyov');
  expect(spellingsOf('Олег')).not.toContain('aleg');
});

describe('Chinese, Japanese and Korean', () => {
  test.each([
    ['习近平', 'CN', 'xi jinping'],
    ['习近平', 'CN', 'xi jin ping'],
    ['吕布', 'CN', 'lu bu'],
    ['单田芳', 'CN', 'shan tianfang'],
    ['蔡英文', 'TW', 'tsai yingwen'],
    ['張忠謀', 'TW', 'chang chung mou'],
    ['李家超', 'HK', 'lee ka chiu'],
    ['陳方安生', 'HK', 'chan fong on sang'],
    ['梁振英', 'HK', 'leung chun ying'],
    ['欧阳娜娜', 'CN', 'ouyang nana'],
  ])('%s of %s is read as %s', (text, country, latin) => {
    expect(readsAs(text, latin, { country })).toBe(true);
  });

  test('without a country Chinese characters are read for the mainland, Taiwan and Hong Kong', () => {
    const spellings = spellingsOf('張');

    expect(spellings).toEqual(expect.arrayContaining(['zhang', 'chang', 'cheung']));
  });

  test('a country decides for its own romanisation', () => {
    expect(spellingsOf('張', { country: 'CN' })).not.toContain('cheung');
    expect(spellingsOf('張', { country: 'HK' })).not.toContain('zhang');
  });

  test.each([
    ['김정은', 'kim jongun'],
    ['김정은', 'kim jong un'],
    ['박근혜', 'park geun hye'],
    ['이재명', 'lee jae myung'],
    ['최순실', 'choi sun sil'],
    ['남궁민', 'namgung min'],
    ['やまだ たろう', 'yamada taro'],
    ['やまだ たろう', 'yamada tarou'],
    ['オオタニ', 'otani'],
    ['オオタニ', 'ohtani'],
    ['きょうこ', 'kyoko'],
    ['まっちゃ', 'matcha'],
    ['山田太郎', 'yamada taro'],
    ['山田 太郎', 'yamada tarou'],
    ['佐々木由美子', 'sasaki yumiko'],
    ['小泉純一郎', 'koizumi junichiro'],
    ['大野裕子', 'ohno yuko'],
    ['大野裕子', 'ono hiroko'],
    ['山崎健', 'yamasaki takeshi'],
    ['鈴木さくら', 'suzuki sakura'],
    ['大谷翔平', 'ohtani shohei'],
    ['橋本弘文', 'hashimoto hirofumi'],
    ['田上不美夫', 'tanoue fumio'],
    ['田上 不美夫', 'tanoue fumio'],
    ['黒澤明', 'kurosawa akira'],
    ['渡邊眞紀子', 'watanabe makiko'],
  ])('%s is also read as %s', (text, latin) => {
    expect(readsAs(text, latin)).toBe(true);
  });

  test('of Japan, characters are not read as Chinese, and are compared as they are', () => {
    expect(spellingsOf('御手洗太郎', { country: 'JP' })).toEqual(['御手洗太郎']);
    expect(spellingsOf('山田太郎', { country: 'JP' })).not.toContain('shan');
    expect(spellingsOf('山田太郎')).toContain('shan');
  });

  test.each([
    ['金正恩', 'KP', 'kim jong un'],
    ['金正恩', 'KR', 'kim jongeun'],
    ['李在明', 'KR', 'lee jae myung'],
    ['李在明', 'KP', 'ri jae myong'],
    ['李在明', 'KR', 'yi jaemyeong'],
    ['林東源', 'KR', 'lim dong won'],
    ['盧武鉉', 'KR', 'roh mu hyun'],
    ['朴正熙', 'KR', 'park chung hui'],
    ['崔龍海', 'KP', 'choe ryong hae'],
    ['柳時敏', 'KR', 'yoo si min'],
    ['南宮珉', 'KR', 'namgung min'],
    ['胡志明', 'VN', 'ho chi minh'],
    ['阮文安', 'VN', 'nguyen van an'],
    ['黎筍', 'VN', 'le duan'],
    ['范文同', 'VN', 'pham van dong'],
    ['武元甲', 'VN', 'vo nguyen giap'],
    ['阮富仲', 'VN', 'nguyen phu trong'],
  ])('%s of %s is read as %s', (text, country, latin) => {
    expect(readsAs(text, latin, { country, kind: 'person' })).toBe(true);
  });

  test('of Korea and Vietnam, characters are not read as Chinese', () => {
    expect(spellingsOf('金正恩', { country: 'KP' })).not.toContain('jin');
    expect(spellingsOf('胡志明', { country: 'VN' })).not.toContain('hu');
    expect(spellingsOf('金正恩', { country: 'CN' })).not.toContain('kim');
  });

  test('characters of a Korean name and Hangul have the same readings', () => {
    const latin = (text: string) => readName(tables, text, { country: 'KR' }).slice(1);

    expect(latin('金正恩')).toEqual(latin('김정은'));
  });

  test('a name with a character that Korea does not read is read as before', () => {
    expect(spellingsOf('金㐀恩', { country: 'KR' })).toEqual(spellingsOf('金㐀恩'));
  });

  test('of another country, characters are not read as Japanese', () => {
    expect(spellingsOf('林太郎', { country: 'TW' })).not.toContain('hayashi');
    expect(spellingsOf('林太郎')).toEqual(expect.arrayContaining(['hayashi', 'lin', 'lam']));
  });

  test('a whole name without a known surname is not one long given name', () => {
    expect(spellingsOf('胡文志')).not.toContain('kofumishi');
    expect(spellingsOf('山田 文志')).toContain('fumishi');
  });

  test('the characters themselves are a reading too', () => {
    expect(spellingsOf('习近平')).toContain('习近平');
    expect(spellingsOf('金正恩')).toContain('金正恩');
  });

  test.each([
    ['김 정 은', '김정은'],
    ['习 近 平', '习近平'],
    ['山田　太郎', '山田太郎'],
  ])('%s is also screened without its spaces', (text, joined) => {
    expect(withoutEastAsianSpaces(text)).toBe(joined);
  });

  test.each(['习近平', 'Xi Jinping', 'Kim 정은'])('%s has no spaces to leave out', (text) => {
    expect(withoutEastAsianSpaces(text)).toBeUndefined();
  });
});
