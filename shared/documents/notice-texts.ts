import type { LanguageCode } from '@assay/signing-page';

/** Texts of the emails to senders. `{signer}` is the signer that the email is about. */
interface NoticeTexts {
  /** For senders without a name. */
  unnamedGreeting: string;
  declined: { subject: string; opening: string };
  /** Introduces the reason that the signer gave for declining. */
  reason: string;
  bounced: { subject: string; opening: string };
  expired: { subject: string };
  action: string;
  closing: string;
}

/** Texts of reminders: subjects, and openings with and without the name of a sender. */
interface ReminderTexts {
  subject: string;
  expiring: string;
  named: string;
  unnamed: string;
}

export const NOTICE_TEXTS: Record<LanguageCode, NoticeTexts> = {
  en: {
    unnamedGreeting: 'Hello,',
    declined: {
      subject: 'Declined: {document}',
      opening: '{signer} declined to sign “{document}”. It can no longer be signed.',
    },
    reason: 'Reason given by {signer}:',
    bounced: {
      subject: 'Email not delivered: {document}',
      opening: 'An email to {signer} about “{document}” was not delivered. Check the email address of the signer.',
    },
    expired: { subject: 'Expired: {document}' },
    action: 'Open the document',
    closing: 'You receive this email because “{document}” was sent for signing with your address.',
  },
  de: {
    unnamedGreeting: 'Guten Tag,',
    declined: {
      subject: 'Abgelehnt: {document}',
      opening: '{signer} hat das Dokument „{document}“ abgelehnt. Es kann nicht mehr unterschrieben werden.',
    },
    reason: 'Von {signer} angegebener Grund:',
    bounced: {
      subject: 'E-Mail nicht zugestellt: {document}',
      opening:
        'Eine E-Mail an {signer} zum Dokument „{document}“ wurde nicht zugestellt. Bitte prüfen Sie die E-Mail-Adresse.',
    },
    expired: { subject: 'Abgelaufen: {document}' },
    action: 'Dokument öffnen',
    closing:
      'Sie erhalten diese E-Mail, weil das Dokument „{document}“ mit Ihrer Adresse zur Unterschrift versandt wurde.',
  },
  fr: {
    unnamedGreeting: 'Bonjour,',
    declined: {
      subject: 'Refusé : {document}',
      opening: '{signer} a refusé de signer le document « {document} ». Il ne peut plus être signé.',
    },
    reason: 'Motif indiqué par {signer} :',
    bounced: {
      subject: 'E-mail non remis : {document}',
      opening:
        'Un e-mail destiné à {signer} au sujet du document « {document} » n’a pas été remis. Vérifiez l’adresse e-mail du signataire.',
    },
    expired: { subject: 'Expiré : {document}' },
    action: 'Ouvrir le document',
    closing: 'Vous recevez cet e-mail car le document « {document} » a été envoyé pour signature avec votre adresse.',
  },
  es: {
    unnamedGreeting: 'Hola:',
    declined: {
      subject: 'Rechazado: {document}',
      opening: '{signer} ha rechazado firmar el documento «{document}». Ya no se puede firmar.',
    },
    reason: 'Motivo indicado por {signer}:',
    bounced: {
      subject: 'Correo no entregado: {document}',
      opening:
        'No se ha podido entregar un correo a {signer} sobre el documento «{document}». Compruebe la dirección de correo del firmante.',
    },
    expired: { subject: 'Caducado: {document}' },
    action: 'Abrir el documento',
    closing: 'Recibe este correo porque el documento «{document}» se envió a firmar con su dirección.',
  },
  pt: {
    unnamedGreeting: 'Olá:',
    declined: {
      subject: 'Recusado: {document}',
      opening: '{signer} recusou assinar o documento «{document}». Já não pode ser assinado.',
    },
    reason: 'Motivo indicado por {signer}:',
    bounced: {
      subject: 'E-mail não entregue: {document}',
      opening:
        'Um e-mail para {signer} sobre o documento «{document}» não foi entregue. Verifique o endereço de e-mail do signatário.',
    },
    expired: { subject: 'Expirado: {document}' },
    action: 'Abrir o documento',
    closing: 'Recebe este e-mail porque o documento «{document}» foi enviado para assinatura com o seu endereço.',
  },
  pl: {
    unnamedGreeting: 'Dzień dobry,',
    declined: {
      subject: 'Odmowa podpisania: {document}',
      opening: 'Odmowa podpisania dokumentu „{document}”. Odmówił(a): {signer}. Dokumentu nie można już podpisać.',
    },
    reason: 'Powód podany przez: {signer}',
    bounced: {
      subject: 'Nie dostarczono wiadomości: {document}',
      opening:
        'Wiadomość w sprawie dokumentu „{document}” nie została dostarczona. Adresat: {signer}. Sprawdź adres e-mail tej osoby.',
    },
    expired: { subject: 'Upłynął termin: {document}' },
    action: 'Otwórz dokument',
    closing: 'Otrzymujesz tę wiadomość, ponieważ dokument „{document}” wysłano do podpisu z Twoim adresem.',
  },
  ar: {
    unnamedGreeting: 'مرحبًا،',
    declined: {
      subject: 'رُفض التوقيع: {document}',
      opening: 'رفض {signer} توقيع المستند «{document}». لم يعد بالإمكان توقيعه.',
    },
    reason: 'السبب الذي ذكره {signer}:',
    bounced: {
      subject: 'لم تُسلَّم الرسالة: {document}',
      opening: 'لم تُسلَّم رسالة إلى {signer} بشأن المستند «{document}». يُرجى التحقق من عنوان البريد الإلكتروني.',
    },
    expired: { subject: 'انتهت الصلاحية: {document}' },
    action: 'فتح المستند',
    closing: 'تصلك هذه الرسالة لأن المستند «{document}» أُرسل للتوقيع مع عنوانك.',
  },
  zh: {
    unnamedGreeting: '您好：',
    declined: {
      subject: '已拒签：{document}',
      opening: '{signer} 拒绝签署《{document}》。该文件已无法签署。',
    },
    reason: '{signer} 说明的原因：',
    bounced: {
      subject: '邮件未送达：{document}',
      opening: '发给 {signer} 的有关《{document}》的邮件未能送达。请检查该签署人的邮箱地址。',
    },
    expired: { subject: '已过期：{document}' },
    action: '打开文件',
    closing: '您收到此邮件，是因为《{document}》发送签署时使用了您的邮箱地址。',
  },
  ja: {
    unnamedGreeting: 'お世話になっております。',
    declined: {
      subject: '署名の辞退：{document}',
      opening: '{signer} 様が「{document}」への署名を辞退しました。この文書には署名できなくなりました。',
    },
    reason: '{signer} 様からの理由：',
    bounced: {
      subject: 'メール不達：{document}',
      opening: '「{document}」に関する {signer} 様宛てのメールが届きませんでした。メールアドレスをご確認ください。',
    },
    expired: { subject: '期限切れ：{document}' },
    action: '文書を開く',
    closing: 'このメールは、「{document}」がお客様のアドレスを指定して署名用に送信されたためお送りしています。',
  },
};

export const REMINDER_TEXTS: Record<LanguageCode, ReminderTexts> = {
  en: {
    subject: 'Reminder: please sign {document}',
    expiring: 'Expires soon: please sign {document}',
    named: '{sender} is waiting for you to sign “{document}”.',
    unnamed: '“{document}” is waiting for your signature.',
  },
  de: {
    subject: 'Erinnerung: Bitte unterschreiben Sie {document}',
    expiring: 'Läuft bald ab: Bitte unterschreiben Sie {document}',
    named: '{sender} wartet auf Ihre Unterschrift unter dem Dokument „{document}“.',
    unnamed: 'Das Dokument „{document}“ wartet auf Ihre Unterschrift.',
  },
  fr: {
    subject: 'Rappel : signature demandée pour {document}',
    expiring: 'Expire bientôt : signature demandée pour {document}',
    named: '{sender} attend votre signature sur le document « {document} ».',
    unnamed: 'Le document « {document} » attend votre signature.',
  },
  es: {
    subject: 'Recordatorio: firme {document}',
    expiring: 'Caduca pronto: firme {document}',
    named: '{sender} espera su firma en el documento «{document}».',
    unnamed: 'El documento «{document}» espera su firma.',
  },
  pt: {
    subject: 'Lembrete: assine {document}',
    expiring: 'Expira em breve: assine {document}',
    named: '{sender} aguarda a sua assinatura no documento «{document}».',
    unnamed: 'O documento «{document}» aguarda a sua assinatura.',
  },
  pl: {
    subject: 'Przypomnienie o podpisie: {document}',
    expiring: 'Termin wkrótce upływa: {document}',
    named: '{sender} czeka na Twój podpis pod dokumentem „{document}”.',
    unnamed: 'Dokument „{document}” czeka na Twój podpis.',
  },
  ar: {
    subject: 'تذكير بالتوقيع: {document}',
    expiring: 'تنتهي الصلاحية قريبًا: {document}',
    named: 'ينتظر {sender} توقيعك على المستند «{document}».',
    unnamed: 'المستند «{document}» في انتظار توقيعك.',
  },
  zh: {
    subject: '提醒：请签署 {document}',
    expiring: '即将到期：请签署 {document}',
    named: '{sender} 正在等待您签署《{document}》。',
    unnamed: '《{document}》正在等待您签署。',
  },
  ja: {
    subject: 'リマインダー：{document} への署名のお願い',
    expiring: 'まもなく期限切れ：{document} への署名のお願い',
    named: '{sender} が「{document}」へのご署名をお待ちしています。',
    unnamed: '「{document}」がご署名をお待ちしています。',
  },
};

/** Emails with a one-time code. They have no link: who asked for the code has it. */
export const CODE_TEXTS: Record<LanguageCode, { subject: string; opening: string; closing: string }> = {
  en: {
    subject: 'Your code for {document}',
    opening: 'Enter this code on the page of “{document}” to open it. It works for 10 minutes, once.',
    closing:
      'If you did not ask for this code, someone else has your link: don’t pass the code on, and tell the sender.',
  },
  de: {
    subject: 'Ihr Code für {document}',
    opening:
      'Geben Sie diesen Code auf der Seite von „{document}“ ein, um das Dokument zu öffnen. Er gilt 10 Minuten und nur einmal.',
    closing:
      'Wenn Sie diesen Code nicht angefordert haben, hat jemand anderes Ihren Link: Geben Sie den Code nicht weiter und sagen Sie dem Absender Bescheid.',
  },
  fr: {
    subject: 'Votre code pour {document}',
    opening:
      'Saisissez ce code sur la page de « {document} » pour ouvrir le document. Il est valable 10 minutes, une seule fois.',
    closing:
      'Si vous n’avez pas demandé ce code, quelqu’un d’autre a votre lien : ne transmettez pas le code et prévenez l’expéditeur.',
  },
  es: {
    subject: 'Su código para {document}',
    opening:
      'Escriba este código en la página de «{document}» para abrir el documento. Vale 10 minutos y una sola vez.',
    closing: 'Si usted no pidió este código, otra persona tiene su enlace: no comparta el código y avise al remitente.',
  },
  pt: {
    subject: 'O seu código para {document}',
    opening:
      'Introduza este código na página de «{document}» para abrir o documento. É válido durante 10 minutos e uma só vez.',
    closing: 'Se não pediu este código, outra pessoa tem a sua ligação: não partilhe o código e avise o remetente.',
  },
  pl: {
    subject: 'Kod do dokumentu {document}',
    opening:
      'Wpisz ten kod na stronie dokumentu „{document}”, aby go otworzyć. Kod jest ważny 10 minut i działa jeden raz.',
    closing: 'Jeśli to nie Państwo prosili o kod, ktoś inny ma link: proszę nie przekazywać kodu i powiadomić nadawcę.',
  },
  ar: {
    subject: 'رمزك للمستند {document}',
    opening: 'أدخل هذا الرمز في صفحة المستند «{document}» لفتحه. الرمز صالح لمدة 10 دقائق ولمرة واحدة.',
    closing: 'إذا لم تطلب هذا الرمز فإن شخصًا آخر لديه رابطك: لا تعطِ الرمز لأحد وأبلغ المرسل.',
  },
  zh: {
    subject: '{document} 的验证码',
    opening: '请在“{document}”的页面上输入此验证码以打开文件。验证码 10 分钟内有效，只能使用一次。',
    closing: '如果您没有索取此验证码，说明他人持有您的链接：请勿转告验证码，并通知发件人。',
  },
  ja: {
    subject: '{document} の確認コード',
    opening: '「{document}」のページでこのコードを入力すると、文書が開きます。有効期間は10分、1回限りです。',
    closing:
      'このコードを請求した覚えがない場合、ほかの人があなたのリンクを持っています。コードを教えずに、送信者へお知らせください。',
  },
};
