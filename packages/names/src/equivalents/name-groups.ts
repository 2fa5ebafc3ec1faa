/**
 * Names whose Latin spellings no rule unifies, one name per line. The number counts the people on
 * the lists of the United States, the European Union, the United Kingdom and the United Nations who
 * are listed in more than one of the line's spellings. Only spellings of one name: no nicknames,
 * and no other names that look alike.
 */
export const NAME_GROUPS = `
  0 mehmet mehmed memet mehemmed
  6 hassan hassen
  1 jafar jafer cafer
  3 dib deeb dibe
  4 salama salameh salame
  10 gaddafi qadhafi qaddafi gadhafi kadhafi kaddafi ghadaffi ghathafi qathafi gathafi khadafi gadafi qadafi qazzafi
  16 qasim qasem kassem ghasem gasem kasim kacem kacim qassim qasym kasym gasim casim
  5 abulqasim abolqasem abolghasem abulghasem abualqasim abolgasem abulkasim abolqasim
  4 qasimi qasemi ghasemi kasimi kassemi gasemi
  6 sadiq sadegh sadeq sadek sadik sadigh
  1 sadiqi sadeqi sadeghi sadeki sadighi
  2 baqir bagher baqer baghir bakir
  1 baqiri bagheri baqeri baghery baghiri
  0 qurbani qorbani ghorbani kurbani gorbani gurbani
  0 qurban qorban ghorban kurban gurban
  3 qaani ghaani
  0 quli qoli gholi kuli
  2 qulizadeh qolizadeh gholizadeh kulizade gulizade
  2 taqi taghi
  3 iraqi eraqi eraghi araqi araghi
  0 qalibaf ghalibaf kalibaf
  0 qumi qomi ghomi
  0 qazvini ghazvini kazvini
  4 muqaddam moqaddam moghadam moqadam mughaddam mokaddam
  3 qadir qader kader kadir ghader gader qadeer
  5 qadiri qadri qaderi kadri kaderi kadiri ghaderi
  0 abdulkarim abdelkrim abdelkarim abdolkarim
  1 abdulqadir abdolghader abdulghader abdelkader abdulkadir abdolqader
  2 qurayshi qureshi quraishi qoreishi qureishi koreishi ghoreishi kureishi qorayshi
  3 zawahiri zawahri zawahari dhawahiri dhawahri dawahiri zawaheri
  27 masri misri masry elmasry almasri almisri
  3 tikriti takriti
  6 anizi anzi enezi anazi enazi
  4 ghamdi ghamidi
  0 utaybi otaibi utaibi oteibi oteiby
  1 hashimi hashemi hashmi hachemi hashimy
  0 kazimi kazemi kazmi kadhimi kadhemi kadhmi
  11 fazl fazal fadl fadhl fazel
  12 fazil fadil fazel fadel fadhil fadhel
  9 saqr saqer saqir sakr saker
  3 shibl shebl shibil shebil shebel
  4 nuaymi naimi nuaimi noaimi nuimi nueimi
  4 juhani juhni johani jahani jahni
  5 kuwari kawari kowari
  8 muallim moalim maalim mualim moallim mualem
  3 sibai sebai sabai sibaai
  3 jawlani golani julani jolani joulani jaulani
  4 ismatullah asmatullah esmatullah ismatollah
  2 inayatullah enayatullah enayatollah anayatullah
  5 shihab shahab shehab chehab
  4 misfer mesfer mosfer musfer
  2 falih faleh
  35 salih saleh salah soleh sholeh saalih
  4 nawfal nofal naufal nawfel noufal nofel
  7 hamsho hamcho hamisho hemasho hmisho hamchu
  3 haswani hasawani heswani
  5 qatirji katarji qatarji katerji katirji qaterji
  2 awda odeh udeh odah awdah auda audeh udah
  4 khidr khudr khodr khoder khader khudur khedr khodor
  8 tawfiq tawfik toufic taoufik toufik tewfik tevfik taufik taufiq tofik tofiq
  29 sulayman suleiman soleiman sulaiman suleyman suleman sulejman souleymane soulemane soliman slimane soleyman suliman sulieman solaiman
  39 yusuf yousef youssef yousuf yusef yusif jusuf yosef youssouf yusof yusup yousaf yousif yusouf
  11 uthman othman osman usman ousmane othmane otman ousman uthmane
  12 mustafa mostafa moustafa mustapha moustapha mostapha musthafa mostefa mustofa moustfa
  12 ibrahim ebrahim ibrahima brahim ibraheem ibrohim ibragim
  28 ismail ismael esmail ismaeel esmaeil smail ismoil ismaila esmaeel
  427 muhammad mohammed mohammad mohamed muhammed mohamad muhamed mochammad mochamad mohamud mahamat mahamed mukhammad mukhammed mukhamed mohd muhd muhammet mohammod mahomed magomed
  18 mahmud mahmoud mahmood mohamud mohamoud mahamud mahamoud mahamood mehmood mehmud makhmud mahmut
  168 ahmad ahmed ahmet achmad akhmad akhmed achmed ahmat akhmet
  54 hussein husayn hussain husain hossein hosein husein huseyin huseyn houssein hossain khusein gusein husseyn hissein hissene hosain houcine hocine
  4 hasan hassan khasan gasan hassane
  7 mahdi mehdi mahdy mehdy mekhdi
  8 murtada morteza murtaza murtadha mortaza mourtada mortada
  6 rida reza redha ridha riza raza rezza
  14 jamal gamal djamal djamel jamel cemal dzhamal jamaal
  0 jalal galal djalal celal dzhalal jalaal
  5 jafar jaafar jaffar djaafar dzhafar djafar cafer
  0 jalil djalil dzhalil jaleel celil galil
  2 jawad javad jawwad djawad gawad
  3 jawid javed javid javaid jawed
  4 mukhtar mokhtar moukhtar muhtar mochtar
  11 nasir nasser naser nacer naseer naceur
  0 najib naguib nagib nadjib najeeb necip nejib
  1 rajab ragab recep radjab rajap redjep rejep radzhab
  4 ramadan ramazan ramadhan ramzan ramdane ramadane
  5 sharif cherif sherif shareef charif syarif
  47 umar omar oumar omer umer
  0 uday oday udai odai odey
  0 walid waleed oualid velid
  0 wahid waheed vahid ouahid
  0 wali vali ouali veli
  7 yahya yahia yehia yehya yahiya yihya
  1 yasin yassin yaseen yassine yacine
  2 yaqub yaqoub yacoub yakub yakoub yaghoub yacub yaqoob yaaqoub yakup
  3 ishaq eshaq ishak eshagh
  0 zubayr zubair zoubeir zobeir zubeir
  2 zayd zaid zeid zayed
  2 zaynab zainab zeinab zeynab zineb zaineb
  9 abubakar aboubakar abubaker abubakr aboubacar aboubaker abubeker abubakary
  4 boubaker boubakeur boubacar boubakar bubacar
  3 hamza hamzah hamze khamza
  22 khalid khaled khalit kalid chalid
  1 khalifa khalifah khalifeh khelifa kalifa
  0 khadija khadidja khadijah khadeeja khadije
  0 fatima fatma fatemeh fatimah fatime fatuma
  1 aisha aysha aicha aishah ayesha ayse aisyah
  0 maryam mariam maryem meryem miryam
  3 layla laila leila leyla lejla
  0 lutfi lotfi lutfy lotfy
  2 luay louay loai loay luai
  1 majid madjid mejid majeed mecit
  0 masud masoud massoud mesud masood messaoud
  2 murad mourad murat morad myrat
  5 muhsin mohsen mohsin muhsen mouhsine mohcine
  0 mujahid mojahed mudjahid moudjahid
  3 munir mounir muneer monir
  4 mubarak mobarak moubarak mbarek mubarek
  0 musa moussa mousa moosa musah
  0 nur noor nour nuur
  1 omid umid
  0 parviz parvez pervez parwiz perviz pervaiz parvaiz
  1 rauf raouf raoof raof
  2 rashid rachid rasheed reshid resit rashed
  25 rahman rehman rahmon rakhman rachman rochman rahmane
  5 rahim raheem rakhim rachim rochim
  6 abdurrahman abdulrahman abdurakhman abdurrachman abdulrohman abdurahmon abdirahman abdirahmon abdiraxman
  4 abdurrahim abdulrahim abdurakhim abdurochim abdurrachim
  0 rustam rostam rustem roustam rostom
  4 siraj saraj seraj
  3 sirajuddin serajuddin sarajuddin
  1 shukri choukri shoukry shokri choukry chokri
  1 subhi sobhi sobhy soubhi
  6 suhayl suheil sohail souheil suhail sohayl sohel
  8 tariq tarek tareq tarik tarique torik
  2 ubayd obaid obeid ubaid oubeid
  2 ubaydi obeidi obaidi ubaidi oubaidi
  1 zahir zaher dhahir zaheer
  0 zulfiqar zulfikar zolfaghar zolfaqar zulfikhar
  2 ghulam gholam gulam golam ghulom qolam qulam
  19 abd abdul abdel abdol abdal abdur abdoul abdus
  0 yazid yazeed yezid
  0 basil bassel basel bassil
  0 dariush daryoush darioush daryush daryoosh
  0 nowruzi norouzi nourouzi noruzi nowroozi norouzy
  0 gholamreza ghulamreza gulamreza
  7 gul gol ghul
  0 karim kareem kerim
  0 kamal kemal kamaal
  2 amin emin amine ameen
  1 amir emir ameer
  0 akram ekrem ekram
  4 anwar enver anvar anouar enwar anwer
  4 ashraf eshref achraf esref
  11 imad emad imed
  2 isam essam issam esam
  3 ihab ehab iehab
  8 iyad eyad iyyad
  1 izzat ezzat izat ezat
  3 ilyas elias ilias elyas iliyas
  2 ihsan ehsan
  0 idris edris idriss driss
  1 inayat enayat
  0 iqbal eqbal ikbal
  0 timur taimur teymur teimour timour
  0 berdimuhamedov berdymukhamedov berdymuhamedov berdimuhamedow berdymukhammedov
  0 jumart zhomart jomart
  0 yitzhak yitzchak itzhak yitshak
  0 binyamin benyamin binjamin
  0 haim chaim hayim chayim
  2 yaakov yaacov yakov jaakov
  0 georgios yeorgios
  0 yannis giannis yiannis
  1 dimitrios demetrios
  0 konstantinos constantinos
  0 evangelos evaggelos
  0 vasileios vassilios vasilios
  0 panagiotis panayiotis panayotis
  0 kyriakos kiriakos
  0 djordje dorde djorde
  0 djuric duric
  0 djokovic dokovic
  0 djukanovic dukanovic
  3 vasquez vazquez
  3 velasquez velazquez
  1 gonzalez gonzales
  6 cazares cazarez
  0 valdez valdes
  0 cortez cortes
  0 jimenez gimenez ximenez
  4 chaudhry chaudhary chaudary choudhry choudhury chowdhury chaudhuri choudry chaudri choudhary
  0 siddiqui siddiqi sediqi seddiqi sedighi siddique
  0 mahmudi mahmoudi mahmoodi
  0 shahzad shehzad shahzaad
  3 tayyib tayyab tayeb taieb tayib tayab
  0 haqqani haqani hakkani
  4 niazi nayazi nyazi neyazi niyazi
  14 bashir basheer bachir beshir basyir baasyir
  0 akhund akhond
  1 abulfazl abolfazl abulfadl abulfadhl abolfadl
  3 asgari askari
  1 akbar akber ekber
  0 mujtaba mojtaba
  0 khumayni khomeini khomeyni khomeiny
  2 hijazi hejazi hegazi hegazy higazi hijazy
  0 wajih wajeeh wagih
  0 nazih nazeeh
  8 hammam humam hoummam houmam
  0 shahlai shahlaee shahlaei
  4 fawwaz fawaz fauwaz faouaz
  7 jibril jibreel jibriel gibril djibril jebril
  8 sahrawi sahraoui
  5 khalaf kalaf
  4 samad somad
  0 haq haqq hagh
  0 raed raid
  2 muin moein moin
  4 jaziri jazairi djazairi
  2 shinqiti shanqiti chinguitti
  4 zubai zawbai zobai zoubai
  0 shafii shafei shafie
  0 salahuddin salahudin selahattin salahidin
  3 jalaluddin jalalouddine celalettin
  0 fakhruddin fahrettin fakhreddin
  0 nuruddin nurettin noureddine nuriddin`;

/**
 * The same for Hebrew and Burmese names, as the press of several languages spells them. They say
 * nothing about the family of a name: many are also names elsewhere.
 */
export const OTHER_NAME_GROUPS = `
  18 yitzhak jitzchak jitzhak jicchak
  31 haim chajim
  43 moshe mosze mosche mose
  14 zvi tzvi tsvi cvi cewi
  12 aryeh arye arje arie
  14 shmuel smuel szmuel schmuel szemuel
  11 yisrael jisrael israel
  12 shlomo slomo schlomo szlomo szelomo
  23 yaakov jaakow
  5 binyamin benjamin
  5 menachem menahem
  5 pinchas pinhas
  3 nachum nahum
  6 shimon szimon schimon
  4 yehiel jechiel yechiel
  4 avraham abraham awraham
  4 shalom salom schalom
  3 yigal jigal
  3 peretz perec
  4 tun htun htoon
  0 min minn
  0 hlaing laing`;

/** East Slavic names in Russian, Ukrainian and Belarusian; compared by Slavic keys. */
export const SLAVIC_NAME_GROUPS = `
  267 aleksandr alexander oleksandr aliaksandr alyaksandr alexandre
  1 aleksandra alexandra oleksandra aliaksandra
  43 vladimir volodymyr uladzimir vladimer
  16 nikolai mykola mikalai mikola mykolai
  68 sergei serhiy siarhei sergiy syarhey serhei
  17 andrei andriy
  46 dmitri dmytro dzmitry dimitri
  40 aleksei oleksiy aliaksei alyaksey
  18 evgeni yevhen yevhenii yauhen yauheni
  0 evgenia yevheniia yauhenia
  52 mikhail mykhailo michail
  8 pavel pavlo
  12 petr petro peter
  5 konstantin kostiantyn kanstantsin constantin
  2 grigori hryhoriy ryhor
  55 igor ihor ihar
  39 oleg oleh aleh
  21 viktor viktar
  0 boris barys
  2 fedor fedir
  6 vasili vasyl
  8 anatoli anatol
  5 viacheslav viachaslau
  7 gennadi hennadiy henadz henadzi hienadz
  7 leonid leanid
  6 artem artsiom
  2 kirill kyrylo
  0 danil danylo danila
  10 elena olena
  8 svetlana svitlana sviatlana
  18 ekaterina kateryna katsiaryna
  6 anna hanna ganna
  13 tatiana tetiana tatsiana
  13 olga olha volha
  0 oksana aksana
  5 ludmila liudmila
  5 galina halyna
  1 lubov liubov liubou
  0 vera vira
  0 filip pylyp
  2 nikita mykyta
  0 matvei matvii matsvei
  0 timofei tymofii tsimafei
  0 bogdan bohdan bahdan
  0 gleb hlib
  0 georgi heorhii
  1 stanislav stanislau
  0 yaroslav yaraslau
  1 vladislav uladzislau vladyslav
  59 aleksandrovich oleksandrovych aliaksandravich alexanderovich
  83 vladimirovich volodymyrovych uladzimiravich
  62 nikolaevich mykolaiovych mikalaevich
  23 sergeevich serhiiovych siarheevich sergiyovych
  0 andreevich andriyovych
  8 dmitrievich dmytrovych dzmitryevich
  20 alekseevich oleksiyovych aliakseevich
  20 evgenievich yevhenovych yevheniyovych yauhenavich yauhenevich
  55 mikhailovich mykhailovych michajlovich mihajlovich
  3 konstantinovich kostiantynovych kanstantsinavich
  16 grigorievich hryhorovych hryhoriyovych ryhoravich
  6 igorevich ihorovych iharavich
  1 olegovich olehovych alehavich
  10 viktorovich viktaravich
  2 borisovich barysavich
  1 vasilievich vasylovych vasilovich
  3 georgievich heorhiyovych
  13 gennadievich hennadiyovych henadzevich hienadzevich
  9 leonidovich leanidavich
  6 viacheslavovich viachaslavavich
  0 bogdanovich bohdanovych
  19 aleksandrovna oleksandrivna aliaksandrauna
  10 vladimirovna volodymyrivna uladzimirauna
  13 nikolaevna mykolaivna mikalaeuna
  4 sergeevna serhiivna siarheeuna
  0 andreevna andriivna
  1 alekseevna oleksiivna
  0 evgenievna yevheniivna yevhenivna
  12 mikhailovna mykhailivna michajlovna
  0 anatolievna anatoliivna
  0 yurievna yuriivna
  0 grigorievna hryhorivna hryhoriivna
  0 dmitrievna dmytrivna
  1 igorevna ihorivna
  0 olegovna olehivna
  0 vasilievna vasylivna
  7 mikhailov mihailov michajlov`;
