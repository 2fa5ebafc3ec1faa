/** The syllables of Mandarin in pinyin, without tones. */
export const PINYIN = `
  a ai an ang ao e ei en er o ou
  ba bai ban bang bao bei ben beng bi bian biao bie bin bing bo bu
  pa pai pan pang pao pei pen peng pi pian piao pie pin ping po pou pu
  ma mai man mang mao mei men meng mi mian miao mie min ming miu mo mou mu
  fa fan fang fei fen feng fo fou fu
  da dai dan dang dao de deng di dian diao die ding diu dong dou du duan dui dun duo
  ta tai tan tang tao te teng ti tian tiao tie ting tong tou tu tuan tui tun tuo
  na nai nan nang nao ne nei nen neng ni nian niang niao nie nin ning niu nong nu nuan nuo nv nue
  la lai lan lang lao le lei leng li lia lian liang liao lie lin ling liu long lou lu luan lue lun luo lv
  ga gai gan gang gao ge gei gen geng gong gou gu gua guai guan guang gui gun guo
  ka kai kan kang kao ke ken keng kong kou ku kua kuai kuan kuang kui kun kuo
  ha hai han hang hao he hei hen heng hong hou hu hua huai huan huang hui hun huo
  ji jia jian jiang jiao jie jin jing jiong jiu ju juan jue jun
  qi qia qian qiang qiao qie qin qing qiong qiu qu quan que qun
  xi xia xian xiang xiao xie xin xing xiong xiu xu xuan xue xun
  zha zhai zhan zhang zhao zhe zhen zheng zhi zhong zhou zhu zhua zhuan zhuang zhui zhun zhuo
  cha chai chan chang chao che chen cheng chi chong chou chu chuai chuan chuang chui chun chuo
  sha shai shan shang shao she shen sheng shi shou shu shua shuai shuan shuang shui shun shuo
  ran rang rao re ren reng ri rong rou ru ruan rui run ruo
  za zai zan zang zao ze zei zen zeng zi zong zou zu zuan zui zun zuo
  ca cai can cang cao ce cen ceng ci cong cou cu cuan cui cun cuo
  sa sai san sang sao se sen seng si song sou su suan sui sun suo
  ya yan yang yao ye yi yin ying yong you yu yuan yue yun
  wa wai wan wang wei wen weng wo wu`;

/** The surnames of nine in ten Chinese, in pinyin. */
export const PINYIN_SURNAMES = `
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang
  deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu lv ding ren yao shen zhong cui
  tan fan jin shi liao jia xia fu fang zou xiong bai meng qin qiu hou yin xue yan lei duan long tao hao shao
  mao chang wan gu lai kang qian hong gong yi niu weng wen zhuang qi ni xiang an bao ge guan kong lan ling
  mei mo nie niu pang pu qu ruan sha shang sheng tong xi xing you yue zhan zhuo zuo ouyang situ shangguan zhuge sima`;

/** Surnames as Hong Kong and Macao write them, with the pinyin of the characters they stand for. */
export const CANTONESE_SURNAMES = `
  wong:wang/huang chan:chen cheung:zhang cheong:zhang ng:wu lam:lin leung:liang leong:liang tse:xie kwok:guo
  lau:liu yeung:yang yeong:yang chow:zhou chau:zhou chiu:zhao tsang:zeng lee:li lei:li ho:he hui:xu tsui:xu chui:xu
  tam:tan fung:feng kwan:guan lo:luo/lu law:luo lui:lv/lei lung:long mak:mai mok:mo mui:mei poon:pan pun:pan
  pang:peng ngai:wei/ni ngan:yan siu:xiao/shao so:su sze:shi szeto:situ shek:shi sung:song tsoi:cai choi:cai
  choy:cai tung:dong tong:tang wat:qu woo:hu yau:qiu/you yam:ren yim:yan yip:ye ip:ye yiu:yao yuen:yuan/ruan
  yung:rong/weng au:ou auyeung:ouyang chung:zhong fok:huo fong:fang/kuang ha:xia hung:hong/kong ching:cheng
  hau:hou kam:gan/jin kei:ji ko:gao koo:gu kung:gong kwong:kuang lok:luo luk:lu nip:nie pak:bai shum:shen/cen
  sum:shen shing:cheng/sheng suen:sun tin:tian ting:ding tso:cao wai:wei tang:deng/tang wu:hu/wu lai:li/lai
  wan:wen/yin/wan cheng:zheng chu:zhu to:du/tao hon:han`;

/** Given-name syllables of Hong Kong, with the pinyin of the characters that are most used in names. */
export const CANTONESE_GIVEN = `
  ai:yi an:en bak:bei ban:pin bing:bing bo:bao bun:pin chak:ze chan:zhen chau:qiu/zhou cheuk:chao/zhuo
  cheung:xiang/chang/zhang chi:zhi/zi/chi chik:zhi chim:zhan chin:qian ching:zheng/qing chiu:chao/zhao
  cho:zu chong:chuang chu:zhu chue:zhu chuen:quan chui:cui chun:jun/zhen/chun chung:zhong/song/zong
  chyu:zhu dai:da dak:de dat:da dee:di dei:di di:di dik:di ding:ding do:dao dung:dong fai:hui fan:xun
  fat:fa fee:fei fei:fei fi:fei fong:fang foo:fu/hu foon:kuan fu:fu/hu fuk:fu fun:kuan/xun fung:feng
  ga:jia gah:jia gai:ji/jia gam:jin gan:jin gee:ji gei:ji gi:ji gim:jian gin:jian ging:jing git:jie
  gong:gang/jiang goo:gu goon:guan gu:gu guen:juan gum:jin gun:juan/jin/guan gwai:gui/ji gwan:jun gwok:guo
  gwong:guang gwun:jun ha:xia hah:xia hang:heng hau:xiao/hou hee:xi hei:xi heung:xiang hi:xi hin:xuan
  hing:qing/xing hip:xie hiu:xiao ho:hao/he/ke hoi:hai/kai hok:xue hon:han hong:kang hor:he/ke
  hung:xiong/hong jak:ze jan:zhen jau:zhou jik:zhi jim:zhan jing:zheng jiu:zhao jo:zu ju:zhu jue:zhu
  jun:jun/zhen/jin jung:zhong/zong jyu:zhu ka:jia kah:jia kai:ji/qi/jia kam:jin kan:jin/qin kee:qi/ji
  kei:qi/ji keung:qiang ki:qi/ji kim:jian kin:jian king:jing kit:jie kong:gang/jiang koo:gu koon:guan
  ku:gu kuen:juan kum:jin kun:juan/jin/guan kwai:gui/ji kwan:jun/kun kwok:guo kwong:guang kwun:jun/kun
  lai:li lam:lin/nan lan:lan lap:li leung:liang lik:li lim:lian/nian lin:lian ling:ling/ning lok:le
  lui:lei luk:lu lum:lin lun:lin lung:long man:wen/min mang:meng mee:mei mei:mei mi:mei ming:ming miu:miao
  mo:wu/mao mui:mei muk:mu mun:wen/min mung:meng na:na nah:na nam:nan nee:ni nei:ni nga:ya ngah:ya ngai:yi
  ngan:yin ngo:e ngok:yue ngor:e ngun:yin ni:ni nim:nian ning:ning oi:ai ok:yue on:an pak:bai/bei pan:pin
  pang:peng ping:ping/bing po:bao pui:pei pun:pin sai:xi sam:sen/xin san:shan/xin sau:xiu/shou see:si/shi
  sek:shi/xi seung:chang shai:xi sham:sen/xin shau:xiu/shou shek:shi/xi sheung:chang shin:xian/shan
  shing:cheng/sheng/xing shiu:zhao/shao/xiao sho:su shu:shu shue:shu shuet:xue shui:rui shuk:shu
  shum:sen/xin shung:song shut:xue shyu:shu si:si/shi sin:xian/shan sing:cheng/sheng/xing
  siu:zhao/shao/xiao so:su su:shu sue:shu suet:xue sui:rui suk:shu sum:sen/xin sung:song sut:xue syu:shu
  sze:si/shi tai:da/tai tak:de tat:da tee:di tei:di ti:di tik:di tin:tian ting:ting/ding to:dao toi:tai
  tong:tang tsak:ze tsan:zhen/can tsau:qiu/zhou tse:zhi/zi/chi tseuk:chao/zhuo tseung:xiang/chang tsik:zhi
  tsim:zhan tsin:qian tsing:zheng/qing tsiu:zhao tso:zu tsong:chuang tsu:zhu tsue:zhu tsuen:quan tsui:cui
  tsun:jun/zhen/chun tsung:zhong/song/zong tsyu:zhu tsz:zhi/zi/chi tung:dong/tong wa:hua wah:hua
  wai:wei/hui wan:yun wing:rong/yong/ying wo:he wong:wang/huang wor:he wui:hui wun:yun yan:xin/ren/en
  yat:ri/yi yau:you yee:yi/qi yeung:yang yi:yi/qi yin:yan/xian ying:ying yiu:yao yu:yu/ru yue:yu/ru
  yuen:yuan/wan yuet:yue yuk:yu yung:yong/rong`;
