/**
 * Month names and abbreviations of identity documents, January first: those of Unicode CLDR for
 * Latin, Cyrillic, Greek, Arabic, Hebrew, Armenian and Georgian scripts, in lower case without
 * accents. A word with different meanings in two languages (`listopad` is October in Croatian and
 * November in Polish) is listed for both months.
 */
const MONTH_WORDS: readonly string[] = [
  'january jan janvier janv januar janner enero ene janeiro gennaio gen januari tammikuu ' +
    'tammikuuta tammi jaanuar jaan janvaris sausis sausio styczen stycznia sty leden ledna led ' +
    'januara sijecanj sijecnja sij јануар јан јануари януари январь января янв січень січня січ ' +
    'студзень студзеня сту ianuarie ian ιανουαριου ιαν ocak oca yanvar yan қаңтар қаң janar gener ' +
    'eanair ean jannar urtarrila urt xaneiro xan يناير جانفي جنوری جنو ינואר იანვარი იან հունվար ' +
    'հունվարի հնվ جنوري jannaayo janaayo januarie ionawr ion jaen',
  'february feb fevrier fevr februar febrero fevereiro fev febbraio februari helmikuu ' +
    'helmikuuta helmi veebruar veebr februaris febr vasaris vasario luty lutego lut unor unora ' +
    'uno februara veljaca veljace velj фебруар феб февруари фев февраль февраля февр лютии лютого ' +
    'лют люты лютага februarie φεβρουαριου φεβ subat sub fevral ақпан ақп shkurt shk febrer ' +
    'feabhra feabh frar fra otsaila ots febreiro فبراير فيفري شباط فبروری פברואר თებერვალი თებ ' +
    'փետրվար փետրվարի փտվ فېبروري فبروري فروری febraayo pebrero peb chwefror chw chwef',
  'march mar mars marz marzo marco maart mrt marts maaliskuu maaliskuuta maalis kovas kovo ' +
    'marzec marca brezen brezna bre marec ozujak ozujka ozu mart март мар марта березень березня ' +
    'бер сакавік сакавіка сак martie marcius marc μαρτιου μαρ наурыз нау marta marzu martxoa مارس ' +
    'اذار مارچ מרץ maret mac მარტი მარ մարտ մարտի մրտ machi maarso marso maerz mae mawrth maw',
  'april apr avril avr abril abr aprile huhtikuu huhtikuuta huhti aprill aprilis balandis ' +
    'balandzio kwiecien kwietnia kwi duben dubna dub aprila travanj travnja tra април апр апрель ' +
    'апреля квітень квітня квіт красавік красавіка кра aprilie απριλιου απρ nisan nis aprel сәуір ' +
    'сәу prill pri dabril dabr aibrean aib apirila api ابريل افريل نيسان اپریل אפריל აპრილი აპრ ' +
    'ապրիլ ապրիլի ապր aprili abriil abrell ebrill ebr',
  'may mai mayo maio maggio mag mei maj toukokuu toukokuuta touko maijs geguze geguzes maja ' +
    'kveten kvetna kve svibanj svibnja svi мај маи мая травень травня трав majus μαιου μαι mayis ' +
    'мамыр мам maig bealtaine beal mejju mej maiatza مايو ماي ايار می מאי მაისი მაი մայիս մայիսի ' +
    'մյս مۍ ميی maayo mee',
  'june jun juin juni junio junho giugno giu kesakuu kesakuuta kesa juuni junijs birzelis ' +
    'birzelio czerwiec czerwca cze cerven cervna cvn juna junij lipanj lipnja lip јун јуни юни ' +
    'июнь июня июн червень червня черв чэрвень чэрвеня чэр iunie iun junius ιουνιου ιουν haziran ' +
    'haz iyun iyn маусым мау qershor qer juny meitheamh meith gunju gun ekaina eka xuno يونيو ' +
    'جوان حزيران جون יוני ივნისი ივნ հունիս հունիսի հնս juun hunyo hun junie mehefin meh',
  'july jul juillet juil juli julio julho luglio lug heinakuu heinakuuta heina juuli julijs ' +
    'liepa liepos lipiec lipca lip cervenec cervence cvc jula julij srpanj srpnja srp јул јули ' +
    'юли июль июля июл липень липня лип ліпень ліпеня ліп iulie iul julius ιουλιου ιουλ temmuz ' +
    'tem iyul iyl шілде шіл korrik korr juliol iuil lulju lul uztaila uzt xullo xul يوليو يوليوز ' +
    'جويلية تموز جولای جول יולי julai ივლისი ივლ հուլիս հուլիսի հլս جولايی luulyo hulyo hul julie ' +
    'gorffennaf gor gorff',
  'august aug aout agosto ago augustus augusti elokuu elokuuta elo agust agu augusts rugpjutis ' +
    'rugpjucio sierpien sierpnia sie srpen srpna srp augusta avgust avg kolovoz kolovoza kol ' +
    'август авг августа серпень серпня серп жнівень жніуня жні augusztus αυγουστου αυγ agustos ' +
    'avqust avq тамыз там gusht gush agost dagost ag dag lunasa lun awwissu aww abuztua abu اغسطس ' +
    'غشت اوت اب اگست אוגוסט agustus ogos ogo აგვისტო აგვ օգոստոս օգոստոսի օգս اګست agosti ogosto ' +
    'ogs awst aou',
  'september sep sept septembre septiembre setembro set settembre syyskuu syyskuuta syys ' +
    'septembris rugsejis rugsejo wrzesien wrzesnia wrz zari zar septembra rujan rujna ruj ' +
    'septembar септембар сеп септември сентябрь сентября сент вересень вересня вер верасень ' +
    'верасня septembrie szeptember szept σεπτεμβριου σεπ eylul eyl sentyabr sen қыркүиек қыр сен ' +
    'sentabr shtator sht setembre mfomh settembru iraila ira سبتمبر شتنبر ايلول سپتمبر ספטמבר ' +
    'სექტემბერი სექ սեպտեմբեր սեպտեմբերի սեպ سېپتمبر ستمبر septemba sebteembar sebtembar seb ' +
    'setyembre medi',
  'october oct octobre oktober okt octubre outubro out ottobre ott lokakuu lokakuuta loka ' +
    'oktoober oktobris spalis spalio pazdziernik pazdziernika paz rijen rijna rij oktobra ' +
    'listopad listopada lis oktobar октобар окт октомври октябрь октября жовтень жовтня жовт ' +
    'кастрычнік кастрычніка кас octombrie οκτωβριου οκτ ekim eki oktyabr қазан қаз oktabr tetor ' +
    'tet doctubre doct dfomh ottubru urria urr اكتوبر اکتوبر אוקטובר ოქტომბერი ოქტ հոկտեմբեր ' +
    'հոկտեմբերի հոկ oktoba oktoobar oktubre hydref hyd',
  'november nov novembre noviembre novembro marraskuu marraskuuta marras novembris lapkritis ' +
    'lapkricio listopad listopada lis listopadu novembra studeni studenoga stu novembar новембар ' +
    'нов ноември ное ноябрь ноября нояб листопад листопада лист лістапад лістапада ліс noiembrie ' +
    'νοεμβριου νοε kasim kas noyabr noy қараша қар ноя nentor nen samhain samh novembru azaroa ' +
    'aza نوفمبر نونبر نومبر נובמבר ნოემბერი ნოე նոյեմբեր նոյեմբերի նոյ novemba noofeembar nof ' +
    'nobyembre nob tachwedd tach',
  'december dec decembre dezember dez diciembre dic dezembro dicembre desember des joulukuu ' +
    'joulukuuta joulu detsember dets decembris gruodis gruodzio grudzien grudnia gru prosinec ' +
    'prosince pro decembra prosinac prosinca decembar децембар дец декември дек декабрь декабря ' +
    'грудень грудня груд снежань снежня сне decembrie δεκεμβριου δεκ aralik ara dekabr dek ' +
    'желтоқсан жел dhjetor dhj desembre nollaig noll dicembru abendua abe decembro ديسمبر دجنبر ' +
    'دسمبر دسم דצמבר disember dis დეკემბერი დეკ դեկտեմբեր դեկտեմբերի դեկ desemba diseembar ' +
    'disyembre rhagfyr rhag',
];

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

const monthsOf = new Map<string, number[]>();
MONTH_WORDS.forEach((words, index) => {
  for (const word of [...words.split(' '), ROMAN[index] ?? ''])
    monthsOf.set(word, [...(monthsOf.get(word) ?? []), index + 1]);
});

/** Months that a normalized word can name; empty if it names none. */
export const monthsNamed = (word: string): readonly number[] => monthsOf.get(word) ?? [];
