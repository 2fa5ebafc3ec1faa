import type { ListedEntry } from '#packages/watchlist/src/listed-entry.ts';
import { foldWords } from './recall-case.ts';

/**
 * Names in Arabic script with the spellings they have in passports and newspapers. No rule yields the vowels
 * that Arabic script leaves out, so this is a table. Columns: scholarly without marks, French (Maghreb),
 * Persian, Egyptian and Levantine, English press.
 */
export const ARABIC_SCHEMES = [
  'scholarly spelling',
  'French spelling',
  'Persian spelling',
  'Egyptian spelling',
  'English press spelling',
];

const NAMES = `
  محمد Muhammad Mohamed Mohammad Mohamed Mohammed|حسن Hasan Hassen Hassan Hassan Hassan|علي Ali Ali Ali Aly Ali
  احمد Ahmad Ahmed Ahmad Ahmed Ahmed|ابراهيم Ibrahim Brahim Ebrahim Ibrahim Ibrahim|سيد Sayyid Sayed Seyed Sayed Sayyed
  حسين Husayn Hocine Hossein Hussein Hussain|محمود Mahmud Mahmoud Mahmoud Mahmoud Mahmood|صالح Salih Salah Saleh Saleh Saleh
  يوسف Yusuf Youcef Yousef Youssef Yousuf|خالد Khalid Khaled Khaled Khaled Khalid|جمال Jamal Djamel Jamal Gamal Jamal
  عمر Umar Omar Omar Omar Omer|مصطفي Mustafa Mostefa Mostafa Mostafa Mustapha|عماد Imad Imed Emad Emad Imad|خليل Khalil Khelil Khalil Khalil Khaleel
  رضا Rida Ridha Reza Reda Reza|محسن Muhsin Mohsen Mohsen Mohsen Mohsin|عباس Abbas Abbes Abbas Abbas Abbas|عدنان Adnan Adnane Adnan Adnan Adnan
  سعد Sad Saad Saad Saad Saad|طاهر Tahir Tahar Taher Taher Tahir|مرتضي Murtada Mortada Morteza Mortada Murtaza|قاسم Qasim Kacem Ghasem Kassem Qassem
  غسان Ghassan Ghassane Ghasan Ghassan Ghassan|حامد Hamid Hamed Hamed Hamed Hamed|جابر Jabir Djaber Jaber Gaber Jaber|رمضان Ramadan Ramdane Ramezan Ramadan Ramadhan
  سليمان Sulayman Slimane Soleyman Soliman Suleiman|منصور Mansur Mansour Mansour Mansour Mansoor|عامر Amir Ameur Amer Amer Amer|سعيد Said Said Saeid Saeed Saeed
  مالك Malik Malek Malek Malek Malik|صادق Sadiq Sadek Sadegh Sadek Sadeq|محمدي Muhammadi Mohamedi Mohammadi Mohamady Mohammadi|حبيب Habib Habib Habib Habib Habeeb
  حقاني Haqqani Hakkani Haghani Haqqani Haqqani|ايمن Ayman Aymen Ayman Ayman Aiman|يحيي Yahya Yahia Yahya Yehia Yahya|بسام Bassam Bessam Bassam Bassam Bassam
  حسام Husam Houssem Hesam Hossam Hussam|عصام Isam Issam Esam Essam Issam|اسماعيل Ismail Smail Esmail Ismail Ismael|عثمان Uthman Othmane Osman Osman Othman
  عيسي Isa Aissa Eisa Issa Essa|وسيم Wasim Ouassim Vasim Wassim Waseem|كمال Kamal Kamel Kamal Kamal Kamal|مهدي Mahdi Mehdi Mehdi Mahdy Mahdi|سلمان Salman Selmane Salman Salman Salman
  يونس Yunus Younes Younes Younis Younus|سمير Samir Samir Samir Samir Sameer|بلال Bilal Bilel Belal Belal Bilal|زهير Zuhayr Zoheir Zoheir Zoheir Zuhair|بركات Barakat Barakat Barakat Barakat Barakat
  موسوي Musawi Moussaoui Mousavi Moussawi Mousavi|هلال Hilal Hilel Helal Helal Hilal|اسامه Usama Oussama Osameh Osama Osama|سالم Salim Salem Salem Salem Salem|امين Amin Amine Amin Amin Ameen
  حسيني Husayni Hosseini Hosseini Husseini Hussaini|حافظ Hafiz Hafedh Hafez Hafez Hafeez|جميل Jamil Djamil Jamil Gamil Jameel|رياض Riyad Riadh Riaz Riad Riyadh|سلطان Sultan Soltane Soltan Sultan Sultan
  ناصر Nasir Nacer Naser Nasser Nasser|نادر Nadir Nader Nader Nader Nadir|خميس Khamis Khemis Khamis Khamees Khamis|اديب Adib Adib Adib Adeeb Adib|ياسر Yasir Yasser Yaser Yasser Yasir|ياسين Yasin Yassine Yasin Yassin Yaseen
  مازن Mazin Mazen Mazen Mazen Mazin|حمزه Hamza Hamza Hamzeh Hamza Hamzah|عادل Adil Adel Adel Adel Adil|فيصل Faysal Faycal Feisal Faisal Faisal|هاني Hani Hani Hani Hany Hani|مجيد Majid Madjid Majid Maged Majeed
  حميد Hamid Hamid Hamid Hamid Hameed|موسي Musa Moussa Mousa Moussa Moosa|طارق Tariq Tarek Taregh Tarek Tareq|ربيع Rabi Rabie Rabi Rabie Rabee|فاضل Fadil Fadhel Fazel Fadel Fadhil
  ماهر Mahir Maher Maher Maher Mahir|عاطف Atif Atef Atef Atef Atif|منير Munir Mounir Monir Mounir Muneer|جاسم Jasim Jassem Jasem Gassem Jassim|عمار Ammar Ammar Ammar Ammar Ammar
  طلال Talal Tallal Talal Talal Tallal|فواد Fuad Fouad Foad Fouad Fuad|صلاح Salah Salah Salah Salah Salah|فراس Firas Firas Feras Feras Firas|نبيل Nabil Nabil Nabil Nabil Nabeel|وليد Walid Oualid Valid Waleed Walid
  سامر Samir Samer Samer Samer Samer|انور Anwar Anouar Anvar Anwar Anwar|اكرم Akram Akrem Akram Akram Akram|اسعد Asad Assad Asad Assaad Asaad|جعفري Jafari Djaafari Jafari Gaafary Jafari|هاشم Hashim Hachem Hashem Hashem Hashim
  جواد Jawad Djaouad Javad Gawad Jawad|امير Amir Amir Amir Amir Ameer|رشيد Rashid Rachid Rashid Rasheed Rashid|شيخ Shaykh Cheikh Sheikh Sheikh Sheikh|مختار Mukhtar Mokhtar Mokhtar Mokhtar Mukhtar
  رجب Rajab Rajeb Rajab Ragab Rajab|توفيق Tawfiq Toufik Tofigh Tawfik Taufiq|فارس Faris Fares Fares Fares Faris|بغدادي Baghdadi Baghdadi Baghdadi Boghdady Baghdadi|خطيب Khatib Khatib Khatib Khateeb Khatib
  شريف Sharif Cherif Sharif Sherif Shareef|زياد Ziyad Ziad Ziad Ziad Zeyad|درويش Darwish Darouiche Darvish Darwish Darweesh|فايز Fayiz Fayez Fayez Fayez Faiz|رامي Rami Rami Rami Ramy Rami
  سليم Salim Slim Salim Selim Saleem|هاشمي Hashimi Hachemi Hashemi Hashemy Hashimi|كريمي Karimi Karimi Karimi Karimy Karimi|رحيم Rahim Rahim Rahim Rahim Raheem|اسد Asad Assad Asad Assad Asad|مخلوف Makhluf Makhlouf Makhlouf Makhlouf Makhluf
  تكريتي Tikriti Tikriti Tekriti Tikriti Tikriti|ظواهري Zawahiri Zaouahri Zavaheri Zawahri Zawahri|جولاني Jawlani Joulani Jolani Golani Jolani|نور Nur Nour Nour Nour Noor|بكر Bakr Bakr Bakr Bakr Bakr
  زكي Zaki Zaki Zaki Zaky Zaki|مبارك Mubarak Mbarek Mobarak Mobarak Mubarak|عزت Izzat Ezzat Ezzat Ezzat Izzat|نوري Nuri Nouri Nouri Noury Noori|فضل Fadl Fadhel Fazl Fadl Fazal|طه Taha Taha Taha Taha Taha
  شفيق Shafiq Chafik Shafigh Shafik Shafique|حمد Hamad Hamad Hamad Hamad Hamad|نمر Nimr Nemer Nemr Nemr Nimr|حاج Hajj Hadj Haj Hag Haji|اشرف Ashraf Achraf Ashraf Ashraf Ashraf|برهان Burhan Borhane Borhan Borhan Burhan
  باقري Baqiri Bakri Bagheri Bakery Baqeri|اكبر Akbar Akbar Akbar Akbar Akbar|حيدري Haydari Haidari Heydari Haidary Haideri|رضايي Ridai Ridhai Rezaei Redai Rezai|سلامي Salami Salami Salami Salamy Salami|لادن Ladin Laden Laden Laden Ladin
`;

/** عبد before an article and a name of God is one name, written apart or together. */
const SERVANTS = `
  الله Abd-Allah Abdallah Abdollah Abdalla Abdullah|الرحمن Abd-al-Rahman Abderrahmane Abdolrahman Abdel-Rahman Abdul-Rahman|السلام Abd-al-Salam Abdessalem Abdolsalam Abdel-Salam Abdul-Salam
  العزيز Abd-al-Aziz Abdelaziz Abdolaziz Abdel-Aziz Abdul-Aziz|اللطيف Abd-al-Latif Abdellatif Abdollatif Abdel-Latif Abdul-Latif|القادر Abd-al-Qadir Abdelkader Abdolghader Abdel-Kader Abdul-Qader
  الكريم Abd-al-Karim Abdelkrim Abdolkarim Abdel-Karim Abdul-Kareem|المالك Abd-al-Malik Abdelmalek Abdolmalek Abdel-Malek Abdul-Malik|الستار Abd-al-Sattar Abdessattar Abdolsattar Abdel-Sattar Abdul-Sattar
  المنان Abd-al-Mannan Abdelmannane Abdolmannan Abdel-Mannan Abdul-Manan|الحكيم Abd-al-Hakim Abdelhakim Abdolhakim Abdel-Hakim Abdul-Hakeem|الرحيم Abd-al-Rahim Abderrahim Abdolrahim Abdel-Rahim Abdul-Rahim
`;

const ARTICLES = ['al-', 'El ', 'al-', 'El-', 'Al '];

const MAGHREB = ['DZ', 'MA', 'TN', 'MR', 'LY'];
const PERSIAN = ['IR', 'AF'];

/** Spellings follow where a person is from: an Algerian is not written as in Tehran, nor the reverse. */
export function arabicSchemesOf({ names, countries }: ListedEntry): readonly string[] {
  const [scholarly = '', french = '', persian = '', egyptian = '', english = ''] = ARABIC_SCHEMES;
  const isFrom = (those: readonly string[]) => countries.some((country) => those.includes(country));
  const texts = names.map(({ text }) => text).join(' ');
  if (isFrom(PERSIAN) || /[یکگپچژ]/u.test(texts)) return [scholarly, persian, english];
  if (isFrom(MAGHREB) || /\b(?:ben|ould)\b/i.test(texts)) return [scholarly, french, english];
  return [scholarly, egyptian, english];
}

/** Letters that Persian, Urdu and careless typists write otherwise. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u064b-\u065f\u0670\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/[ةہ]/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ي')
    .replace(/\u200c/g, ' ');

const rows = (text: string) =>
  text
    .trim()
    .split(/[|\n]/)
    .map((row) => row.trim().split(' '))
    .map(([arabic = '', ...spellings]) => [plain(arabic), spellings] as const);

const names = new Map(rows(NAMES));
const servants = new Map(rows(SERVANTS));

function spellWord(word: string, column: number): string | undefined {
  const known = names.get(word)?.[column];
  if (known !== undefined) return known;
  const bare = word.startsWith('ال') ? names.get(word.slice(2))?.[column] : undefined;
  return bare === undefined ? undefined : `${ARTICLES[column]}${bare}`;
}

/** Undefined where the table lacks a word of it, or it is one name alone. */
export function romaniseArabic(text: string, scheme: string): string | undefined {
  const column = ARABIC_SCHEMES.indexOf(scheme);
  const joined = plain(text).replace(/(^| )عبد ?(ال|لله)/g, (_, space, article) => `${space}عبد_${article}`);
  const spelled = joined
    .trim()
    .split(/\s+/)
    .map((word) =>
      word.startsWith('عبد_')
        ? servants.get(word.slice(4).replace(/^لله$/, 'الله'))?.[column]
        : spellWord(word, column),
    );
  return spelled.length < 2 || spelled.includes(undefined) ? undefined : spelled.join(' ');
}

/** Spellings of one name each; one that two names share says nothing. */
const groups = new Map<string, readonly string[] | undefined>();
for (const spellings of [...names.values(), ...servants.values()])
  for (const spelling of new Set(spellings.map((each) => foldWords(each).join(''))))
    groups.set(spelling, groups.has(spelling) ? undefined : spellings);

/** A listed name in Latin letters with each word that the table knows in the spelling of a scheme. */
export function respellArabic(words: readonly string[], scheme: string): string | undefined {
  const column = ARABIC_SCHEMES.indexOf(scheme);
  const respelled = words.map((word) => groups.get(foldWords(word).join(''))?.[column] ?? word);
  const isChanged = respelled.some((word, at) => foldWords(word).join('') !== foldWords(words[at] ?? '').join(''));
  return words.length >= 2 && isChanged ? respelled.join(' ') : undefined;
}
