/** Common names in Hebrew letters, each followed by the spellings of passports and the press. */
const NAMES = `
משה moshe, דוד david, יוסף yosef yossef joseph, אברהם avraham abraham, יצחק yitzhak itzhak isaac,
יעקב yaakov jacob, שמעון shimon simon, יהודה yehuda, חיים haim chaim, מיכאל michael mikhael, דניאל daniel,
אהוד ehud, יאיר yair, אביגדור avigdor, מאיר meir, מרדכי mordechai mordechay, אלישע elisha,
אליהו eliyahu eliahu, אלי eli ely, נעם noam, נועם noam, אילי ilay ili eli, עילאי ilay ilai, איתי itay itai,
איתן eitan eytan, אייל eyal, אורי uri ori, עומר omer, עמית amit, גיא guy, ליאור lior, רונן ronen,
רועי roi roy, רן ran, שי shai shay, שלמה shlomo solomon, שמואל shmuel samuel, שאול shaul saul,
ראובן reuven reuben, עוזי uzi, עודד oded, צבי zvi tzvi, זאב zeev, אריה aryeh arie, ישראל israel yisrael,
ישי yishai ishai, נדב nadav, נתן natan nathan, נתנאל netanel, עידו ido, עמוס amos, עמיר amir, אמיר amir,
אסף asaf assaf, אבי avi, אבנר avner, אהרון aharon aaron, אהרן aharon aaron, בועז boaz, ברוך baruch,
ציון zion tzion, בצלאל bezalel betzalel, גדעון gideon, גלעד gilad, יואב yoav, יובל yuval,
יונתן yonatan jonathan, יוסי yossi yosi, יורם yoram, ינון yinon, ירון yaron, מנחם menachem menahem,
נחום nahum, סער saar, עזרא ezra, עקיבא akiva, פנחס pinhas pinchas, רפאל rafael raphael, שגיא sagi,
שחר shahar, תומר tomer, יששכר issachar isaschar, בנימין binyamin benjamin, אריאל ariel, יהושע yehoshua joshua,
שרה sara sarah, רחל rachel, רבקה rivka rebecca, לאה lea leah, מרים miriam, אסתר esther ester,
חנה hana hannah chana, יעל yael, נועה noa, תמר tamar, מיכל michal, רונית ronit, אורלי orly, איילת ayelet,
דנה dana, הילה hila, ענת anat, ליאת liat, שירה shira, מאיה maya, עדי adi, גלית galit, אילנה ilana,
אביגיל avigail abigail, דבורה dvora deborah, נעמי naomi, רות ruth rut, שושנה shoshana, ציפי tzipi,
סיגל sigal, אפרת efrat, הדס hadas, קרן keren, כהן cohen kohen, לוי levi levy, מזרחי mizrahi mizrachi,
פרץ peretz perez, ביטון biton bitton, דהן dahan, פרידמן friedman fridman, מלכה malka,
אזולאי azoulay azulay azulai, כץ katz kats, עמר amar, אוחנה ohana, חדד hadad haddad,
גבאי gabay gabbay gabai, אדרי edri adri, לוין levin, קליין klein, חזן hazan, שפירא shapira shapiro,
גולדברג goldberg, גולדשטיין goldstein, רוזנברג rosenberg, וייס weiss, שוורץ schwartz shwartz, ברק barak,
גנץ gantz ganz, בנט bennett benet, לפיד lapid, נתניהו netanyahu, סמוטריץ smotrich, פדרמן federman,
אטינגר ettinger etinger, שטיין stein, ברגר berger, רוזן rosen, זוהר zohar, אשכנזי ashkenazi, אוחיון ohayon,
סבג sabag, אלון alon, גופשטיין gopstein`;

export const HEBREW_NAMES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  NAMES.split(',').map((line) => {
    const [name = '', ...spellings] = line.trim().split(/\s+/);
    return [name, spellings];
  }),
);
