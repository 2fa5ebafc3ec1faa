import type { LanguageCode } from '@assay/signing-page';

interface DelegationTexts {
  /** Opening of the invitation to the person to whom a turn was handed. */
  sign: string;
  approve: string;
  /** To the sender. */
  notice: { subject: string; opening: string };
}

/** Emails about a turn that a signer has handed to another person. */
export const DELEGATION_TEXTS: Record<LanguageCode, DelegationTexts> = {
  en: {
    sign: '{delegator} has asked you to sign “{document}” in their place.',
    approve: '{delegator} has asked you to approve “{document}” in their place.',
    notice: { subject: 'Handed over: {document}', opening: '{delegator} has handed over “{document}” to {signer}.' },
  },
  de: {
    sign: '{delegator} bittet Sie, das Dokument „{document}“ stattdessen zu unterschreiben.',
    approve: '{delegator} bittet Sie, das Dokument „{document}“ stattdessen freizugeben.',
    notice: {
      subject: 'Weitergegeben: {document}',
      opening: '{delegator} hat das Dokument „{document}“ an {signer} weitergegeben.',
    },
  },
  fr: {
    sign: '{delegator} vous demande de signer « {document} » à sa place.',
    approve: '{delegator} vous demande d’approuver « {document} » à sa place.',
    notice: { subject: 'Délégué : {document}', opening: '{delegator} a délégué « {document} » à {signer}.' },
  },
  es: {
    sign: '{delegator} le pide que firme «{document}» en su lugar.',
    approve: '{delegator} le pide que apruebe «{document}» en su lugar.',
    notice: { subject: 'Delegado: {document}', opening: '{delegator} ha delegado «{document}» en {signer}.' },
  },
  pt: {
    sign: '{delegator} pede-lhe que assine «{document}» em seu lugar.',
    approve: '{delegator} pede-lhe que aprove «{document}» em seu lugar.',
    notice: { subject: 'Delegado: {document}', opening: '{delegator} delegou «{document}» em {signer}.' },
  },
  pl: {
    sign: '{delegator} prosi o podpisanie dokumentu „{document}” w zastępstwie.',
    approve: '{delegator} prosi o zatwierdzenie dokumentu „{document}” w zastępstwie.',
    notice: {
      subject: 'Przekazano: {document}',
      opening: 'Dokument „{document}” został przekazany. Przekazuje: {delegator}, podpisuje: {signer}.',
    },
  },
  ar: {
    sign: 'طلب منك {delegator} توقيع المستند «{document}» نيابةً عنه.',
    approve: 'طلب منك {delegator} اعتماد المستند «{document}» نيابةً عنه.',
    notice: { subject: 'تم التفويض: {document}', opening: 'فوّض {delegator} المستند «{document}» إلى {signer}.' },
  },
  zh: {
    sign: '{delegator} 请您代为签署《{document}》。',
    approve: '{delegator} 请您代为批准《{document}》。',
    notice: { subject: '已转交：{document}', opening: '{delegator} 已将《{document}》转交给 {signer}。' },
  },
  ja: {
    sign: '{delegator} 様が、代わりに「{document}」に署名するよう依頼しています。',
    approve: '{delegator} 様が、代わりに「{document}」を承認するよう依頼しています。',
    notice: {
      subject: '引き継ぎ：{document}',
      opening: '{delegator} 様が「{document}」を {signer} 様に引き継ぎました。',
    },
  },
};
