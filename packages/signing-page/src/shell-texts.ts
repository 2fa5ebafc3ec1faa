import type { LanguageCode } from './languages.ts';

/** Texts shown before the script and its texts have loaded. */
export const SHELL_TEXTS: Record<
  LanguageCode,
  { title: string; opening: string; failed: string; needsScript: string }
> = {
  en: {
    title: 'Sign a document',
    opening: 'Opening the document…',
    failed: 'The page could not be loaded. Check your connection and reload it.',
    needsScript: 'Signing needs JavaScript. Please turn it on and load this page again.',
  },
  de: {
    title: 'Dokument unterschreiben',
    opening: 'Das Dokument wird geöffnet…',
    failed: 'Die Seite konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie sie neu.',
    needsScript:
      'Zum Unterschreiben wird JavaScript benötigt. Bitte schalten Sie es ein und laden Sie diese Seite neu.',
  },
  fr: {
    title: 'Signer un document',
    opening: 'Ouverture du document…',
    failed: 'La page n’a pas pu être chargée. Vérifiez votre connexion et rechargez-la.',
    needsScript: 'La signature nécessite JavaScript. Activez-le, puis rechargez cette page.',
  },
  es: {
    title: 'Firmar un documento',
    opening: 'Abriendo el documento…',
    failed: 'No se pudo cargar la página. Compruebe su conexión y vuelva a cargarla.',
    needsScript: 'Para firmar se necesita JavaScript. Actívelo y vuelva a cargar esta página.',
  },
  pt: {
    title: 'Assinar um documento',
    opening: 'A abrir o documento…',
    failed: 'Não foi possível carregar a página. Verifique a sua ligação e recarregue-a.',
    needsScript: 'Para assinar é necessário JavaScript. Ative-o e recarregue esta página.',
  },
  pl: {
    title: 'Podpisz dokument',
    opening: 'Otwieranie dokumentu…',
    failed: 'Nie udało się wczytać strony. Sprawdź połączenie i odśwież ją.',
    needsScript: 'Do podpisania potrzebny jest JavaScript. Włącz go i odśwież tę stronę.',
  },
  ar: {
    title: 'توقيع مستند',
    opening: 'جارٍ فتح المستند…',
    failed: 'تعذّر تحميل الصفحة. تحقق من اتصالك وأعد تحميلها.',
    needsScript: 'يتطلب التوقيع JavaScript. يُرجى تفعيله ثم إعادة تحميل هذه الصفحة.',
  },
  zh: {
    title: '签署文件',
    opening: '正在打开文件…',
    failed: '无法加载页面。请检查网络连接后重新加载。',
    needsScript: '签署需要 JavaScript。请启用后重新加载本页面。',
  },
  ja: {
    title: '文書に署名',
    opening: '文書を開いています…',
    failed: 'ページを読み込めませんでした。接続を確認して再読み込みしてください。',
    needsScript: '署名には JavaScript が必要です。有効にしてから再読み込みしてください。',
  },
};
