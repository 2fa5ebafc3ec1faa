import { wordSet } from './company-forms.ts';

/**
 * Words that many names have: given and family names of at least twelve people of the published
 * lists and of 54,000 office holders, places, and nouns that companies and ships are named after. A
 * company that is listed under one such word is not found in a longer name by that word alone. Words
 * of fewer than five letters count as common, so the table has none.
 */
const COMMON_WORDS = wordSet(`
  abbas abdal abdalla abdallah abdel abdellah abdelrahman abderrahmane abdollah abdul abdulaziz abdulkadir
  abdulkarim abdullah abdullahi abdulrahman abdulsalam abdurrahman abraham abramov abubakar abuja abyss academy
  accord accra acorn adams adamu adnan adolfo adrian adventure aegis africa agnes agora aguilar aharon ahmad ahmadi
  ahmed ahmet aiman akbar akhund akira akram alabama alain alaska albania albatross albert alberto alejandro
  aleksandar aleksander aleksandr aleksandra aleksandrov aleksandrovich aleksandrovitj aleksandrovitsj aleksandrovna
  alekseevich alekseevna aleksei aleksej aleksejevitj aleksey alekseyevich alena alert alexander alexandr alexandra
  alexandre alexandrovic alexandrovich alexandrovna alexei alexej alexey alexeyevich alexis alfonso alfred alfredo
  algeria alhaj aliaksandr aliaksandravich aliakseevich aliaksei alice alireza alison aliyu aljaksandr
  aljaksandravitj allah allen alliance almaty alonso alpha altitude alvarez alvaro alves alyaksandr amanda amazon
  ambassador amber america aminu ammar amsterdam anastasia anatolevich anatoli anatolia anatolievich anatolievna
  anatolii anatolij anatoliy anatoliyovych anatoljevitj anatoljevna anatoly anatolyevich anatolyevna anchor anderson
  andes andrade andre andrea andreas andreevich andrei andrej andrejevitj andres andrew andrey andreyevich andrii
  andrij andriy andrzej angel angela angelov angus ankara annabel annan annie ansari antares anthony antoine anton
  antonia antonio antonov antony anwar apollo aquarius aquila arabia araujo arcadia archer archipelago arctic
  argentina argon argus aries arkadievich arkady armando armenia armstrong arnaud arrow artem artemis arthur artur
  arturo artyom ascent ashraf ashton asian aslan aspect aspen asquith assad assaf aster astor astra astro atanas
  atanasov athena athens atlanta atlantic atlantis atlas audrey augusto aurora australia austria avalon avantgarde
  avenue avila avraham awraham ayman azalea azerbaijan azhar azure babatunde baghdad bahrain baikal bailey baker
  balkan baltic bamboo bangkok bangladesh banner barbara barcelona baron baroness barry barzan basel bashar bashir
  basil basis basra bassam bavaria beacon bears beatrice beatriz beaver beijing beirut belarus belgium belgrade
  bello belousov benjamin bennett berlin bernard berry bertrand betty bianca bilal bison black blair blanco blossom
  bluebird bogdanov bohdan bolivia bonanza bondarenko boreas boris borislav borisov borisovich borisovitj borisovna
  borys bosnia boston boulder boyle branch brasilia brave brazil breeze brenda brian bridge bridget brigada brigade
  bright brigitte brilliant britain british bronze brooke brown bruce bruno brussels bulgaria bulwark bureau burma
  burns business butler butterfly byung cactus cairo california calypso cambodia camellia cameron camilla campbell
  campos canada canyon capella capital capricorn caracas caravan cardinal caribbean caribe carlos carmen carnation
  carol carolina caroline carolyn carson carter carvalho cascade caspia caspian castillo castle castor castro
  catherine cecil cecile cecilia cedar celestial celik centaur center central centre century cesar chaika chaim
  chajim chajjim champion chang channel chariot charisma charles charlotte charm chelyabinsk cheng cheol cherry
  cheung chiang chicago chien chile chimera china chinese ching chong chris christian christina christine christophe
  christopher christos chung cipher circle citadel civic claire clare clark clarke classic claude claudia claudio
  clement clever clive cloud clover coastal cobalt cobra cohen colin collins colombia colossus comet companion
  company compass concept concord concordia condor congo conquest constance constant constanta consulting
  continental cooke copenhagen copper coral corona corporation cosmos costa countess courage courier craig crane
  creative crest crimea cristina croatia crown cruiser crystal cyclone cynthia cyprus czech dahlia dakar dallas
  damascus dandelion daniel daniela danube dario daughter david davies davis dawid daylight deborah decision delgado
  delhi delight delphi delta denis denise denmark dennis denys department derek destiny development dexter dhaka
  diamond diana didier diego digital dimitar dimitri dimitrios dimitris dimitrov dimitrova direct discovery division
  dixon dmitri dmitrievich dmitrii dmitrij dmitrijevitj dmitriy dmitry dmytro dolphin dominguez dominic dominion
  dominique donald doris dorothy douglas dragan dragon dream duarte dubai dublin duncan dusan dutch dynamic dynasty
  dzmitry dzmitryj eagle earth eastern ebrahim eclipse ecuador edelweiss edgar edith edmund eduard eduardo
  eduardovich edward edwards edwin egypt eileen ekaterina eleanor element elena elephant elias eliezer elijahu
  elisabeth elite eliyahu elizabeth ellen elliott elvira emerald emily eminence emmanuel emperor empire endeavour
  energy engineering england english enigma enrique epsilon equator equinox erdogan ernest ernesto esmail essence
  esther estonia eternal eternity ethel ethiopia eugene eurasia eureka europa europe european evans evelyn everest
  evergreen evgenevich evgeni evgenievich evgenii evgeniy evgeny evgenyevich excel excellence exodus expert explorer
  export express extra fabio factor factory fairway faisal faith falcon fantasy faraj farhad faris faruk fathi fatih
  fatima favorite fawaz faysal fedorovich feldman felipe felix fernandez fernando ferreira festival fidelity
  figueroa filho finance finland fiona firas first fitzalan fjodorovitj flagship flame flamingo flash fletcher flora
  florence flores florida flower focus force forest formula fortress fortuna fortune forum forward foster foundation
  france frances francesco francis francisco franco francois francoise frank fraser freddy frederic frederick french
  frontier fusion future fyodorov fyodorovich gabriel galaxy galina gamma garba garcia garden gardenia garnet
  gastelum gateway gemini general genesis geneva genius gennadievich gennadij gennadiy gennadjevitj gennady
  gennadyevich genoa gentle geoffrey george georges georgi georgia georgiev georgieva georgievich georgina georgios
  georgiy georgy gerard gerardo german germany ghana ghani ghassan ghazi gholam gholamreza giant gibson gideon
  gilbert gilberto gilles gillian giorgi giorgos giuseppe glacier gladiator global globe glory golden goldsmith
  gomes gomez gonzalez goran gordon grace graceful graham grand granite grant greece green gregorio gregory griffin
  griffiths grigorevich grigorievich grigorij grigorjevitj grigory grigoryevich group guardian guerrero guillaume
  guadalupe guillermo guinea gummer gusev gustavo gutierrez habib hafez hafiz hague hajji hakim halil hamad hamburg hamda
  hamdan hamdi hamed hamid hamilton hamza hanna hannah happiness haqqani harbor harbour harmony harold harriet
  harris harry harvest hasan hashem hashemi hashim hassan hassen havana haven health heart heaven hector helen
  helena helene helios helsinki henderson hennadii henri henrique henry herat herbert hercules heritage herman
  hermes hernandez herrera herve hibiscus higgins highland hijazi hilary hilltop himalaya hiroshi hiroyuki hlaing
  holding holiday holland honesty hongkong honor honour horizon hormuz horse hosein hossein hosseini houston howard
  hristo hristov hsiung huang hubert hughes humanity humming hungary hunter husayn huseyin hussain hussam hussein
  hutchinson hwang hydra hyong iberia ibrahim icarus iceland ichiro ideal idris ignacio igorevich igorevitj igorevna
  iliev image impact imperial import impulse independence india indian indonesia indus industry infinity innocent
  innovation insight inspire insurance integral integrity intelligence inter intercontinental international
  investment ioannis iosifovich iqbal irakli iranian iraqi ireland irene irina iryna isaac isabel isabelle islam
  island ismael ismail isobel israel issam istanbul italia italy ivanavich ivanavitj ivanov ivanova ivanovic
  ivanovich ivanovitj ivanovitsj ivanovna ivory izmir jaakov jaakow jaber jabir jackal jackson jacob jacqueline
  jacques jafar jafari jaguar jaime jakarta jalal jalil jamaica jamal james jamie jamil janet janis janus japan
  jaroslav jasim jasmine javad javier jeffrey jehuda jekaterina jelena jellicoe jenkins jennifer jenny jeong jeremy
  jerome jerry jessica jesus jevgenij jevgenjevitj jiang jibril jicchak jihad jimenez jimmy jisrael jitzchak joanna
  joaquim johnson jonathan jones jordan jorge josef joseph josephine joshua journey jovanovic joyce jubilee judith
  julia julian julie julien juliet julija julio junior juniper jupiter jurij jurjevitj justice justin kabul kamal
  kamel karachi karen karim karimi karin kashan katerina kateryna katharine katherine kathleen kazakhstan kazakov
  kazan keith kelly kenji kennedy kenneth kenya kerry kevin khalaf khaled khalid khalifa khalil khamis khartoum
  khatib kingdom kirill knight kohen koichi kolesnikov konstantin konstantinos konstantinovich konstantinovitj korea
  kostas kostenko kostiantyn kovalchuk kozlov kravchenko kulikov kumar kuwait kuzmin kuznetsov kwang kyong kyung
  lagoon lagos laguna lahore lancer landmark lantana lantern larisa laser latif latvia laura laurel laurence laurent
  lavender lawrence lawson leader leadership league lebanon lebedev legacy legend leigh leonard leonardo leonid
  leonidovich leonidovitj leonidovna leonov leopard leslie leung level levin lewis leyla liang liberia liberty libya
  light lighthouse lilac limited linda linden lindsay lionel lisbon lithuania living ljudmila lloyd logic logistics
  london lopez lotus louis louisa louise loyal luanda lucas lucky lugano lumen lunar luxembourg lvovich lyubov
  lyudmila macau macdonald mackay mackenzie macro madani madeleine madrid maestro magellan magic magma magna magnet
  magnolia magnum magomed magomedovich mahdi maher mahmood mahmoud mahmud majestic majid major makarov makhlouf
  makki maksim maksym malaysia malcolm malek malik malta management manchester mandarin manila mansoor mansour
  mansur manuel maple marat marathon marble marcel marcelo marchenko marco marcos marcus margaret margarita
  marguerite maria mariam marie marija marina marine mariner mario marion maritime mariya marjorie market marko
  markov marlin marquess marquez marseille marshall marta martha martin martine martinez martins martynov maryna
  masoud masri master matrix matthew maung maurice mauro maxim maximum mcintosh meadow media medina medvedev mehdi
  mehmet mejia melody memory menachem mendoza mercury meridian meteor metin metro metropolis mexico miami michael
  michail michajlovitj michajlovna michel michele michelle micro midas midland miguel mihail mikalaevich mikalai
  mikalajevitj mikhail mikhailavich mikhailov mikhailovich mikhailovna mikhaylovich milad milan milano milena
  millennium miller mineral minerva minsk miracle mirage miranda miriam miroslav mirror mission mitchell modern
  mohamad mohamed mohammad mohammadi mohammed mohamud mohsen mojtaba moldova momentum monaco monarch mongolia monica
  monique monitor montana montreal moonlight moore morales mordechai mordechaj moreno morgan morning morocco morozov
  morris morteza mosche moscow moshe mostafa mosze motion mounir mountain mousa moussa muammar muhamad muhammad
  muhammed muhsin mukhtar mullah mumbai munich munir munoz murad murat muriel murillo murphy murray musab muscat
  muslim mustafa mustang mustapha myanmar myint mykhailo mykola myong mystic myung nabil nadezhda nadia nairobi
  najib namibia nancy napoli naser nasir nasser natalia natalija nataliya natalja natalya nathalie native natural
  nature navigator nebula nectar nelson nepal neptun neptune nestor network neutron nevada nexus nicholas nicola
  nicolas nicole nigel niger nigeria nikita nikitin nikola nikolaev nikolaevich nikolaevitsj nikolaevna nikolai
  nikolaj nikolajevitj nikolajevna nikolay nikolayevich nikolayevna nikolic nikolov nikos nimbus nirvana noble nomad
  noorzai nordic norma norman normandy northern northstar norway novel novikov oasis obelisk oberon ocean oceanic
  octagon octopus odessa odyssey office oksana olegovich olegovitj oleksandr oleksandrovych oleksii oleksiy olena
  olive oliveira oliver olivia olivier olympia olympic olympus omega opera optima option oracle orange orbit orchid
  order organization orhan orient oriental origin orion orlando orlov ortega osaka osama osborne oscar osman othman
  ottawa oxford oxygen pablo pacific pagoda pakenham pakistan palace palermo palmer pamela panama panda panorama
  panther paradise paragon paramount paris parra parrot partner pascal passage passat pastor patria patrice patricia
  patrick patriot patron paula pauline paulo pavel pavilion pavlo pavlov pavlovich pavlovitj peace pearl pearson
  pedro pegasus pelican penelope penguin pereira perez perfect perry perseus persia persian petar peter petkov petro
  petroleum petrov petrova petrovic petrovich petrovitj petrovna phantom pharaoh philip philippe philippines
  phillips phoenix photon piatrovich pierre pilar pilgrim pilot pinnacle pioneer pirate pixel pjotr plamen planet
  platinum plaza poland polar polaris polish ponomarev popov popular portal portugal poseidon positive potential
  powell power prague premier premium present prestige price prima primary prime primrose prince princess principal
  prism production products progres progress project prometheus prospect prosper prosperity proton provider prudent
  public pulsar pyong pyotr pyramid qadhafi qadir qasim qatar quality quantum quartz queen quest quintero rachel
  radar radiant radio rafael rahim rahman rainbow ralph ramadan ramirez ramon ramos ranger raphael rapid rashid
  raven raymond rebecca record regal regent reginald region rehman reliable reliance renaissance renton republic
  rescue resolve resource revolution reyes rhino ribeiro ricardo richard richardson rinat river rivera riyadh robert
  roberto roberts robertson robin robinson rocha rocket rocky rodrigo rodrigues rodriguez roger rogers rojas roland
  roman romania romanov romanovich romero ronald rosario rosebud rosemary rossiya rotenberg rotterdam royal ruben
  rubin rupert ruslan russell russia russian rustam ryong sabawi saddam sadegh sadiq saeed safari safety sahara
  sahel sahib sahin saidu sainsbury saint saito sakhalin salah salam salazar saleh salem salih salim sally salman
  salmon salvador samad samara samer samir samuel samurai sanchez sandra santiago santos sapphire sarah saturn saudi
  savanna savchenko savelyev saxony sayed sayyed sayyid scala scandinavia science scorpion scotland scott scout
  sebastian sebastien secure select senator sentinel seong seoul serbia serenity serge sergeevich sergeevna sergei
  sergej sergejevic sergejevitj sergey sergeyevich sergeyevna sergio sergiy serhii serhij serhiy serrano service
  services seung sevastopol seven seville seyed seyyed shadow shami shamrock shanghai sharif sharon shaykh shehu
  sheik sheikh sheila shell sheng shevchenko shield shipping shipyard shirley shlomo shore siarhei siarhej siberia
  sicily sienna siergiej sierra sigma silva silver simeonov simon simple sinclair singapore singh siren sirius
  skyline slomo slovakia slovenia smart smirnov smith smooth society sofia solar solid solomon solution solutions
  somalia sonata sonia sophia sophie south southern sovereign space spain spark sparrow sparta special spectra
  spectrum spencer sphere spirit splendid splendour spring sprint square stable stalingrad stallion standard
  stanislav stanislavovich stanley starlight steel stefan stefanov stella stellar stepan stepanovich stephane
  stephanie stephen sterling steve steven stevenson stewart stockholm stone storm stoyanov strategic stream strong
  stuart student studio suarez success sudan suisse sulaiman sulayman suleiman suleyman sultan summer summit
  sunflower sunlight sunny sunrise sunset sunshine super superior supreme susan suzuki svetlana swallow sweden swiss
  sword sydney sylvia sylvie symphony synergy syria syrian system systems taher tahir taiwan tajikistan takahashi
  takashi takeshi tamara tambov tanaka tango tanzania taras tarek target tariq tatiana tatyana taurus taylor techno
  technologies technology tehran television temple tempo teresa terra terrace tetiana texas thailand thierry thomas
  thompson thomson thunder tibet tiger tikriti timchenko timothy timur tirana titan titanium todorov tokyo tomas
  tomorrow topaz torch tornado toronto torres total tower trading tradition tranquil trans transit transport travel
  traveller treasure trend triangle tribune trident trinity tripoli triton triumph tropical trump trust truth tsang
  tulip tundra tunisia turbo turin turkey turki turkmenistan turner turquoise typhoon uganda ukraine uladzimir
  uladzimiravich uladzimiravitj ullah ultima ultra ulysses unica unicorn union unique united unity universal
  universe university unknown upper urban uruguay usama usman ustad uthman uzbekistan vadim vadimovich vadym
  valencia valentin valentina valentinovich valentinovna valerevich valeri valerie valerievich valerievna valerii
  valerij valeriy valerjevitj valery valeryevich valeryevna valiant valle valley valor value vancouver vanguard
  vargas vasil vasilev vasilevich vasilevitsj vasilevna vasiliev vasilievich vasilievna vasilij vasiliy vasiljevitj
  vasiljevna vasily vasilyev vasilyevich vasilyevna vasyl vazquez vector velvet venezuela venice venture venus
  veronica vertex vesta viacheslav vicente viceroy victor victoria victory vienna vietnam viking viktar viktor
  viktorovic viktorovich viktorovitj viktorovna villiers vilnius vincent vintage violet virgin virginia virtue
  viscount vision vista vital vitali vitalii vitalij vitaliy vitaly vitalyevich vivid vjatjeslav vjatjeslavovitj
  vladimir vladimirov vladimirovic vladimirovich vladimirovitj vladimirovitsj vladimirovna vladislav vladislavovich
  vladyslav volcano volga volkov volodymyr volodymyrovych volodymyrovytj vorobyov voyager vulcan vyacheslav
  vyacheslavovich walid walker wallace walter warsaw washington water waterfall watson waves wellesley western white
  wiktor william williams willow wilson window winifred winner winter wisdom wladimir wolfson wonder workshop world
  wright wyndham xavier yaakov yacht yahaya yahia yahya yakovlevich yakubu yamamoto yannis yaroslav yasin yasir
  yasser yassin yehuda yekaterina yelena yellow yemen yerevan yevgenevich yevgeniy yevgeny yevgenyevich yevhen
  yisrael yitzhak yordanov yosef young younger yousef youssef yulia yuliya yunis yunus yurevich yurievich yurievna
  yurii yuriy yuriyovych yuryevich yuryevna yusef yusif yusuf zadeh zagreb zakharov zakir zambia zanzibar zenith
  zephyr zhang zhanna zheng zimbabwe zodiac zoran zuhair zurab zurich`);

const SHORTEST_RARE_WORD = 5;
const LETTERS = /^[a-z]+$/;

/** Whether a word by itself says who is meant: Testkomplekt does, Guadalupe and Orion do not. */
export const isRareWord = (word: string) =>
  word.length >= SHORTEST_RARE_WORD && LETTERS.test(word) && !COMMON_WORDS.has(word);
