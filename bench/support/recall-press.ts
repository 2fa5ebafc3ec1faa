import { foldWords, isLatin, type NamedEntry, type RecallCase } from './recall-case.ts';

/** Well-known listed people: words of a listed name, then how newspapers and others write the person. */
const SPELLINGS = `
Qasem SOLEIMANI|Kassem Soleimani|Ghassem Soleimani|Qassim Suleimani
Ayman AL ZAWAHIRI|Ayman al Zawahri|Aiman al-Zawahiri|Ayman Zawahri
Hasan NASRALLAH|Hassan Nasrallah|Hassan Nasrullah
Muammar QADHAFI|Moammar Gadhafi|Muammar Gaddafi|Mouammar Kadhafi
Saif QADHAFI|Saif al-Islam Gaddafi|Seif al-Islam Gadhafi
KIM Jong Un|Kim Jong Eun|Kim Jong-un|Kim Jung-un|Kim Jongun
Kim Yo Jong|Kim Yo-jong|Kim Yeo-jeong|Kim Yo Jung
Bashar AL-ASSAD|Bashar al Asad|Bachar el-Assad|Baschar al-Assad
Maher AL-ASSAD|Maher Assad|Maher el Assad
Asma AL-ASSAD|Asmaa al-Assad|Asma Assad
Rami MAKHLOUF|Ramy Makhlouf|Rami Makhluf
Vladimir PUTIN|Wladimir Putin|Vladimir Poutine|Vladimir Vladimirovitch Poutine
Sergei SHOIGU|Sergei Shoigu|Sergej Schoigu|Sergueï Choïgou|Sergey Shoygu
Sergei LAVROV|Sergei Lavrov|Sergej Lawrow|Sergueï Lavrov|Sergey Lavrov
Dmitry MEDVEDEV|Dmitri Medvedev|Dmitrij Medwedew|Dmitriy Medvedev|Dimitri Medvedev
Alexey MILLER|Alexei Miller|Alexej Miller|Aleksei Miller
Igor SECHIN|Igor Setschin|Igor Setchine|Igor Sjetsjin
Ramzan KADYROV|Ramzan Kadyrow|Ramsan Kadyrow|Ramzan Kadirov
Yevgeniy PRIGOZHIN|Yevgeny Prigozhin|Jewgeni Prigoschin|Evgueni Prigojine|Evgeny Prigozhin
Nikolai PATRUSHEV|Nikolai Patrushev|Nikolaj Patruschew|Nikolaï Patrouchev
Vyacheslav VOLODIN|Vyacheslav Volodin|Wjatscheslaw Wolodin|Viatcheslav Volodine
Valentina MATVIENKO|Valentina Matviyenko|Walentina Matwijenko
Alexander BORTNIKOV|Aleksandr Bortnikov|Alexander Bortnikow
Sergey NARYSHKIN|Sergei Naryshkin|Sergej Naryschkin|Sergueï Narychkine
Mikhail MISHUSTIN|Michail Mischustin|Mikhaïl Michoustine
Dmitry PESKOV|Dmitri Peskov|Dmitrij Peskow|Dmitriy Peskov
Valery GERASIMOV|Waleri Gerassimow|Valeri Guerassimov|Valeriy Gerasimov
Maria ZAKHAROVA|Maria Sacharowa|Mariya Zakharova
Vladimir SOLOVYOV|Vladimir Solovyev|Wladimir Solowjow
Dmitry KISELYOV|Dmitri Kiselyov|Dmitrij Kisseljow|Dmitry Kiselev
Margarita SIMONYAN|Margarita Simonjan
Roman ABRAMOVICH|Roman Abramowitsch|Roman Abramovitch
Oleg DERIPASKA|Oleg Vladimirovitch Deripaska
Alisher USMANOV|Alischer Usmanow|Alicher Ousmanov
Mikhail FRIDMAN|Michail Fridman|Mikhail Friedman
Petr AVEN|Pyotr Aven|Pjotr Awen|Piotr Aven
Gennady TIMCHENKO|Gennadi Timtschenko|Guennadi Timtchenko|Gennadiy Timchenko
Arkady ROTENBERG|Arkadi Rotenberg|Arkadij Rotenberg
Boris ROTENBERG|Boris Romanowitsch Rotenberg
Yury KOVALCHUK|Yuri Kovalchuk|Juri Kowaltschuk|Iouri Kovaltchouk
Viktor VEKSELBERG|Victor Vekselberg|Wiktor Wekselberg
Suleiman KERIMOV|Suleyman Kerimov|Suleiman Kerimow
Vladimir POTANIN|Wladimir Potanin|Vladimir Potanine
Alexey MORDASHOV|Alexei Mordashov|Alexej Mordaschow
Andrey MELNICHENKO|Andrei Melnichenko|Andrej Melnitschenko
German GREF|Herman Gref
Andrey KOSTIN|Andrei Kostin|Andrej Kostin
Sergey CHEMEZOV|Sergei Chemezov|Sergej Tschemesow
Konstantin MALOFEEV|Konstantin Malofeyev|Konstantin Malofejew
Alexander LUKASHENKO|Aleksandr Lukashenko|Alexander Lukaschenko|Alexandre Loukachenko|Alyaksandr Lukashenka
Viktor LUKASHENKO|Viktar Lukashenka|Wiktor Lukaschenko
Viktor YANUKOVYCH|Viktor Yanukovich|Wiktor Janukowytsch
Denis PUSHILIN|Denis Puschilin|Denys Pushylin
Sergey AKSYONOV|Sergei Aksyonov|Sergej Aksjonow
Igor GIRKIN|Igor Guirkine|Ihor Hirkin
Alexander DUGIN|Aleksandr Dugin|Alexandre Douguine
Kirill DMITRIEV|Kirill Dmitriyev|Kirill Dmitrijew
Anton VAINO|Anton Vayno|Anton Waino
Sergey KIRIYENKO|Sergei Kiriyenko|Sergej Kirijenko
Dmitry ROGOZIN|Dmitri Rogozin|Dmitrij Rogosin
Elvira NABIULLINA|Elwira Nabiullina|Elvira Nabioullina
Anton SILUANOV|Anton Siluanow
Alexander NOVAK|Aleksandr Novak|Alexander Nowak
Leonid SLUTSKY|Leonid Slutski|Leonid Sluzki
Gennady ZYUGANOV|Gennadi Zyuganov|Gennadi Sjuganow
Tigran KEOSAYAN|Tigran Keossajan
Nikolay TOKAREV|Nikolai Tokarev|Nikolaj Tokarew
Vagit ALEKPEROV|Wagit Alekperow|Vaguit Alekperov
Leonid MIKHELSON|Leonid Michelson
Aleksey KUDRIN|Aleksei Kudrin|Alexej Kudrin
Vladimir YAKUNIN|Wladimir Jakunin|Vladimir Iakounine
Viktor ZOLOTOV|Wiktor Solotow|Victor Zolotov
Andrey BELOUSOV|Andrei Belousov|Andrej Beloussow
Osama BIN LADEN|Usama bin Ladin|Oussama ben Laden|Ussama bin Laden
Abu Bakr AL-BAGHDADI|Abu Bakr Baghdadi|Abou Bakr al-Baghdadi
Abu Muhammad AL-JAWLANI|Abu Mohammed al-Jolani|Abou Mohammed al-Joulani|Abu Mohammad al-Golani
Sirajuddin HAQQANI|Siraj al-Din Haqqani|Siradschuddin Haqqani|Sirajudin Haqqani
Khalil HAQQANI|Khalil Hakkani|Khaleel Haqqani
Hafiz Muhammad SAEED|Hafiz Mohammed Saeed|Hafiz Mohammad Said
Masood AZHAR|Masud Azhar|Massoud Azhar
Dawood IBRAHIM|Daud Ibrahim|Dawud Ibrahim
Ismail HANIYEH|Ismail Haniyah|Ismaïl Haniyeh|Ismael Haniya
Yahya SINWAR|Yahia Sinwar|Yehya Sinwar
Mohammed DEIF|Muhammad Deif|Mohammad Daif
Saleh AL-AROURI|Salah al-Aruri|Salih Aruri
Naim QASSEM|Naim Kassem|Naïm Qassem
Hashem SAFIEDDINE|Hachem Safieddine|Hashim Safi al-Din
Ali KHAMENEI|Ali Chamenei|Ali Khamenei|Ali Khameneï
Mojtaba KHAMENEI|Mojtaba Chamenei|Mujtaba Khamenei
Ebrahim RAISI|Ebrahim Raeesi|Ibrahim Raisi
Hossein SALAMI|Hussein Salami|Hosein Salami
Esmail QAANI|Esmail Ghaani|Ismail Qaani
Mohammad BAGHERI|Mohammad Hossein Baqeri|Mohammed Bagheri
Amir Ali HAJIZADEH|Amir-Ali Hadschisadeh|Amirali Hajizadeh
Mohsen REZAEI|Mohsen Rezai|Mohsen Rezaee
Sadeq LARIJANI|Sadegh Larijani|Sadeq Amoli Laridschani
Mohammad Javad ZARIF|Mohammed Javad Zarif|Mohammad Dschawad Sarif
Mahmoud AHMADINEJAD|Mahmud Ahmadinedschad|Mahmoud Ahmadinezhad
Ahmad VAHIDI|Ahmed Vahidi|Ahmad Wahidi
Ali SHAMKHANI|Ali Schamchani
Abdul Malik AL-HOUTHI|Abdulmalik al-Huthi|Abdel Malek al-Houthi|Abdul-Malek al-Houthi
Ali Abdullah SALEH|Ali Abdallah Saleh|Ali Abdullah Salih
Ahmed Ali SALEH|Ahmed Ali Abdullah Saleh|Ahmad Ali Saleh
Khalifa GHWELL|Khalifa al-Ghwail|Khalifa Ghwil
Aguila SALEH|Agila Saleh|Aqila Saleh
Ahmed Mohamed HAROUN|Ahmed Haroun|Ahmad Harun
Musa HILAL|Moussa Hilal|Musa Helal
Mokhtar BELMOKHTAR|Mukhtar Belmukhtar|Mochtar Belmochtar
Abdelmalek DROUKDEL|Abdelmalik Drukdal|Abdelmalek Droukdal
Iyad AG GHALI|Iyad Ag Ghaly
Abubakar SHEKAU|Abu Bakr Shekau|Aboubakar Shekau
Nicolas MADURO|Nicolás Maduro Moros|Nicolas Maduro Moros
Diosdado CABELLO|Diosdado Cabello Rondón
Delcy RODRIGUEZ|Delcy Rodríguez
Vladimir PADRINO|Vladimir Padrino López
Tareck EL AISSAMI|Tarek el Aissami|Tareck Aissami
Rosario MURILLO|Rosario Maria Murillo
Joaquin GUZMAN LOERA|Joaquín Guzmán|Joaquín "El Chapo" Guzmán
Ismael ZAMBADA|Ismael Zambada García
Nemesio OSEGUERA|Nemesio Oseguera Cervantes
Ovidio GUZMAN|Ovidio Guzmán López
Rafael CARO QUINTERO|Rafael Caro-Quintero
Robert MUGABE|Robert Gabriel Mugabe
Emmerson MNANGAGWA|Emmerson Mnangagwa
Joseph KONY|Josef Kony
Carrie LAM|Carrie Lam Cheng Yuet-ngor|Lam Cheng Yuet-ngor
John LEE|Lee Ka-chiu|John Lee Ka-chiu
Chris TANG|Tang Ping-keung|Chris Tang Ping Keung
Teresa CHENG|Cheng Yeuk-wah|Teresa Cheng Yeuk Wah
XIA Baolong|Hsia Pao-lung|Xia Bao Long
CHEN Quanguo|Chen Quan Guo|Ch'en Ch'uan-kuo
ZHU Hailun|Zhu Hai Lun|Chu Hai-lun
WANG Junzheng|Wang Jun Zheng|Wang Chun-cheng
WANG Mingshan|Wang Ming Shan|Wang Ming-shan
LI Shangfu|Li Shang Fu|Li Shang-fu
CHOE Ryong Hae|Choi Ryong-hae|Choe Ryong-hae
KIM Yong Chol|Kim Yong-chol|Kim Young-chol|Kim Yong-chul|Kim Young-cheol
RI Pyong Chol|Ri Pyong-chol|Lee Byung-chul|Ri Byong-chol
PAK Jong Chon|Pak Jong-chon|Park Jong-chon|Park Jeong-cheon
HWANG Pyong So|Hwang Pyong-so|Hwang Byong-so|Hwang Byung-suh
KIM Ki Nam|Kim Ki-nam|Kim Gi-nam
KIM Won Hong|Kim Won-hong|Kim Wonhong
JANG Chang Ha|Jang Chang-ha|Chang Chang-ha
PARK Jin Hyok|Park Jin-hyok|Pak Jin Hyok|Park Jin-hyuk
Min Aung HLAING|Min Aung Hlaing
Viktor BOUT|Victor Bout|Wiktor But|Viktor But
Saddam HUSSEIN|Sadam Husain|Saddam Hussain
Uday SADDAM HUSSEIN|Odai Hussein|Oudaï Hussein
Qusay SADDAM HUSSEIN|Qusai Hussein|Kusay Hussein
Mohammad OMAR|Mullah Mohammed Omar|Mulla Mohammad Omar
Abdul Ghani BARADAR|Abdul Ghani Baradar|Abdulghani Baradar|Abdul-Ghani Barader
Gulbuddin HEKMATYAR|Gulbudin Hikmatyar|Golboddin Hekmatyar
`;

/** How many words more than these a name of the entry has, of the names that have all of these. */
function wordsBeyond({ entry }: NamedEntry, words: readonly string[]): number {
  const beyond = entry.names
    .filter(({ text }) => isLatin(text))
    .map(({ text }) => foldWords(text))
    .filter((listed) => words.every((word) => listed.includes(word)))
    .map((listed) => listed.length - words.length);
  return Math.min(...beyond);
}

/** Of several entries that bear the name, that of the person, not of relatives named after them. */
function findListed(people: readonly NamedEntry[], listed: string): NamedEntry | undefined {
  const words = foldWords(listed);
  let best: { named: NamedEntry; beyond: number } | undefined;
  for (const named of people) {
    const beyond = wordsBeyond(named, words);
    if (beyond < (best?.beyond ?? Number.POSITIVE_INFINITY)) best = { named, beyond };
  }
  return best?.named;
}

export function pressCases(named: readonly NamedEntry[]): RecallCase[] {
  const people = named.filter(({ entry }) => entry.kind === 'person');
  return SPELLINGS.trim()
    .split('\n')
    .flatMap((row) => {
      const [listed = '', ...spellings] = row.split('|');
      const target = findListed(people, listed);
      if (!target) return [];
      return spellings.map(
        (name): RecallCase => ({
          group: 'press spellings',
          kind: 'well-known person in a press spelling',
          subject: { name, entityType: 'person' },
          target,
          edition: 'published',
          sameEntryOnly: false,
          expected: 'found',
        }),
      );
    });
}
