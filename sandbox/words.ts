/** What the bank's pages say. Every language has every sentence: the type sees to it. */
export interface Words {
  readonly bank: string;
  readonly noRealMoney: string;
  readonly noRealMoneyMore: string;
  readonly payTo: string;
  readonly order: string;
  readonly amount: string;
  readonly chooseCard: string;
  readonly cards: Readonly<
    Record<
      | 'approved'
      | 'secure'
      | 'apple-pay'
      | 'google-pay'
      | 'insufficient-funds'
      | 'do-not-honour'
      | 'expired-card'
      | 'suspected-fraud'
      | 'late-seconds'
      | 'late-minutes'
      | 'silent',
      readonly [name: string, effect: string]
    >
  >;
  readonly groups: Readonly<Record<'works' | 'wallets' | 'declines' | 'unusual', string>>;
  readonly pay: string;
  readonly leave: string;
  readonly declined: string;
  readonly declineReasons: Readonly<
    Record<'insufficient_funds' | 'do_not_honor' | 'expired_card' | 'fraudulent' | 'authentication_failed' | 'not_agreed', string>
  >;
  /** The page of who collects a payment in four parts. */
  readonly four: {
    readonly title: string;
    readonly text: string;
    readonly today: string;
    readonly choose: string;
    readonly choices: Readonly<
      Record<'approved' | 'not-agreed' | 'late-seconds' | 'late-minutes' | 'silent', readonly [name: string, effect: string]>
    >;
    readonly pay: string;
    readonly paid: string;
    readonly refusedTitle: string;
    readonly refusedText: string;
  };
  readonly codeTitle: string;
  readonly codeText: string;
  readonly code: string;
  readonly codeWrong: string;
  readonly confirm: string;
  readonly processingTitle: string;
  readonly processingText: string;
  readonly paidTitle: string;
  readonly paidText: string;
  /** What the cardholder and their bank can do afterwards. */
  readonly disputeTitle: string;
  readonly disputeText: string;
  readonly dispute: string;
  readonly disputedText: string;
  readonly disputePapers: string;
  readonly disputeWon: string;
  readonly disputeLost: string;
  readonly closedTitle: string;
  readonly closedText: string;
  readonly backToStore: string;
  readonly notFoundTitle: string;
  readonly notFoundText: string;
  readonly failedTitle: string;
  readonly failedText: string;
  readonly language: string;
}

export const languageNames = { en: 'English', ar: 'العربية', tl: 'Filipino', es: 'Español', pt: 'Português' } as const;
export type Language = keyof typeof languageNames;

export const words: Readonly<Record<Language, Words>> = {
  en: {
    bank: 'Rihla Sandbox Bank',
    noRealMoney: 'No real money',
    noRealMoneyMore:
      'This is a pretend bank for trying out the store. Nothing you do here moves real money, and it never asks for a real card.',
    payTo: 'Payment to Rihla',
    order: 'Order',
    amount: 'Amount',
    chooseCard: 'Choose a test card',
    cards: {
      approved: ['Sunny', 'Approved at once'],
      secure: ['Careful', 'Asks for a code first (3-D Secure)'],
      'apple-pay': ['Apple Pay', 'Approved at once, as from a telephone'],
      'google-pay': ['Google Pay', 'Approved at once, as from a telephone'],
      'insufficient-funds': ['Empty', 'Declined: not enough money'],
      'do-not-honour': ['Stubborn', 'Declined: the bank gives no reason'],
      'expired-card': ['Ancient', 'Declined: the card has expired'],
      'suspected-fraud': ['Suspicious', 'Declined: suspected fraud'],
      'late-seconds': ['Slow', 'Approved after 15 seconds'],
      'late-minutes': ['Very slow', 'Approved after 20 minutes'],
      silent: ['Silent', 'Approved, but the bank breaks down before it can say so'],
    },
    groups: {
      works: 'Cards that work',
      wallets: 'Cards that a telephone keeps',
      declines: 'Cards that are declined',
      unusual: 'Unusual cards',
    },
    pay: 'Pay {{amount}}',
    leave: 'Go back without paying',
    declined: 'The card was declined.',
    declineReasons: {
      insufficient_funds: 'There is not enough money on it.',
      do_not_honor: 'The bank that issued it gives no reason.',
      expired_card: 'It has expired.',
      fraudulent: 'The bank suspects fraud.',
      authentication_failed: 'The code was wrong three times.',
      not_agreed: 'Sorry, we cannot agree to this purchase this time. Please use another way to pay for your order.',
    },
    four: {
      title: 'Pay in four',
      text: 'Four parts, a month apart, without interest or a fee. The store is paid by us; you pay us.',
      today: 'Today',
      choose: 'How do we decide?',
      choices: {
        approved: ['Agreed', 'Your first part is paid at once'],
        'not-agreed': ['Not agreed', 'We do not lend for this purchase'],
        'late-seconds': ['Slow', 'Agreed after 15 seconds'],
        'late-minutes': ['Very slow', 'Agreed after 20 minutes'],
        silent: ['Silent', 'Agreed, but we break down before we can say so'],
      },
      pay: 'Agree and pay {{amount}} today',
      paid: 'Your first part is paid, and the others are taken on their dates. We pay the store; there is nothing more to do here.',
      refusedTitle: 'Not this time',
      refusedText: 'Nothing was charged. Go back to the store: there you can pay in another way.',
    },
    codeTitle: 'Is it you?',
    codeText: 'A real bank would now send a code to your phone. Here the code is always 123456.',
    code: 'Code',
    codeWrong: 'That code is not right. Try again: it is 123456.',
    confirm: 'Confirm',
    processingTitle: 'The bank is still deciding',
    processingText: 'You need not wait here. The store will hear about it.',
    paidTitle: 'This payment is approved',
    paidText: 'The bank holds the amount for the store. There is nothing more to do here.',
    disputeTitle: 'Take it back',
    disputeText:
      'For trying out disputes: the cardholder says that they did not make this payment, and their bank takes the money back until it has decided.',
    dispute: 'I did not make this payment',
    disputedText: 'This payment is disputed. Decide as the cardholder’s bank would:',
    disputePapers: 'Papers of the store:',
    disputeWon: 'The store is right',
    disputeLost: 'The cardholder is right',
    closedTitle: 'This payment is closed',
    closedText: 'It was cancelled, or its time ran out. Nothing was charged.',
    backToStore: 'Back to the store',
    notFoundTitle: 'There is no such payment',
    notFoundText: 'Go back to the store and press pay again.',
    failedTitle: 'The bank has broken down',
    failedText: 'We cannot say whether the payment went through. Go back to the store: it will find out.',
    language: 'Language',
  },
  ar: {
    bank: 'بنك رحلة التجريبي',
    noRealMoney: 'لا أموال حقيقية',
    noRealMoneyMore: 'هذا بنك وهمي لتجربة المتجر. لا شيء مما تفعله هنا يحرّك أموالًا حقيقية، ولن تُطلب منك بطاقة حقيقية أبدًا.',
    payTo: 'دفعة إلى رحلة',
    order: 'الطلب',
    amount: 'المبلغ',
    chooseCard: 'اختر بطاقة تجريبية',
    cards: {
      approved: ['المشرقة', 'تُقبل فورًا'],
      secure: ['الحذرة', 'تطلب رمزًا أولًا (3-D Secure)'],
      'apple-pay': ['Apple Pay', 'تُقبل فورًا كما من الهاتف'],
      'google-pay': ['Google Pay', 'تُقبل فورًا كما من الهاتف'],
      'insufficient-funds': ['الفارغة', 'تُرفض: الرصيد لا يكفي'],
      'do-not-honour': ['العنيدة', 'تُرفض: البنك لا يذكر سببًا'],
      'expired-card': ['العتيقة', 'تُرفض: انتهت صلاحية البطاقة'],
      'suspected-fraud': ['المريبة', 'تُرفض: اشتباه في احتيال'],
      'late-seconds': ['البطيئة', 'تُقبل بعد 15 ثانية'],
      'late-minutes': ['البطيئة جدًا', 'تُقبل بعد 20 دقيقة'],
      silent: ['الصامتة', 'تُقبل، لكن البنك يتعطّل قبل أن يُخبر أحدًا'],
    },
    groups: { works: 'بطاقات تعمل', wallets: 'بطاقات يحفظها الهاتف', declines: 'بطاقات تُرفض', unusual: 'بطاقات غير مألوفة' },
    pay: 'ادفع {{amount}}',
    leave: 'العودة دون دفع',
    declined: 'رُفضت البطاقة.',
    declineReasons: {
      insufficient_funds: 'لا يوجد فيها رصيد كافٍ.',
      do_not_honor: 'البنك الذي أصدرها لا يذكر سببًا.',
      expired_card: 'انتهت صلاحيتها.',
      fraudulent: 'يشتبه البنك في احتيال.',
      authentication_failed: 'أُدخل الرمز خطأ ثلاث مرات.',
      not_agreed: 'عذرًا، لا يمكننا الموافقة على هذا الشراء هذه المرة. يُرجى دفع طلبك بطريقة أخرى.',
    },
    four: {
      title: 'الدفع على أربع دفعات',
      text: 'أربع دفعات، بين كل دفعة وأخرى شهر، بلا فوائد ولا رسوم. نحن ندفع للمتجر وأنت تدفع لنا.',
      today: 'اليوم',
      choose: 'كيف نقرّر؟',
      choices: {
        approved: ['موافقة', 'تُدفع دفعتك الأولى فورًا'],
        'not-agreed': ['عدم موافقة', 'لا نموّل هذا الشراء'],
        'late-seconds': ['بطيء', 'موافقة بعد 15 ثانية'],
        'late-minutes': ['بطيء جدًا', 'موافقة بعد 20 دقيقة'],
        silent: ['صامت', 'موافقة، لكننا نتعطّل قبل أن نُخبر أحدًا'],
      },
      pay: 'أوافق وأدفع {{amount}} اليوم',
      paid: 'دُفعت دفعتك الأولى، وتُسحب البقية في مواعيدها. نحن ندفع للمتجر، ولم يبقَ ما تفعله هنا.',
      refusedTitle: 'ليس هذه المرة',
      refusedText: 'لم يُخصم أي مبلغ. عُد إلى المتجر، حيث يمكنك الدفع بطريقة أخرى.',
    },
    codeTitle: 'هل هذا أنت؟',
    codeText: 'لو كان بنكًا حقيقيًا لأرسل الآن رمزًا إلى هاتفك. أما هنا فالرمز دائمًا 123456.',
    code: 'الرمز',
    codeWrong: 'هذا الرمز غير صحيح. حاول مرة أخرى: الرمز هو 123456.',
    confirm: 'تأكيد',
    processingTitle: 'ما زال البنك يتّخذ قراره',
    processingText: 'لا حاجة إلى الانتظار هنا، فسيصل القرار إلى المتجر.',
    paidTitle: 'تمت الموافقة على هذه الدفعة',
    paidText: 'يحجز البنك المبلغ لصالح المتجر. لم يبقَ ما تفعله هنا.',
    disputeTitle: 'استرجاعها',
    disputeText: 'لتجربة النزاعات: يقول حامل البطاقة إنه لم يُجرِ هذه الدفعة، فيسترجع بنكه المال حتى يقرر.',
    dispute: 'لم أُجرِ هذه الدفعة',
    disputedText: 'هذه الدفعة محل نزاع. قرّر كما يقرر بنك حامل البطاقة:',
    disputePapers: 'مستندات المتجر:',
    disputeWon: 'المتجر على حق',
    disputeLost: 'حامل البطاقة على حق',
    closedTitle: 'هذه الدفعة مغلقة',
    closedText: 'أُلغيت أو انتهت مهلتها. لم يُخصم أي مبلغ.',
    backToStore: 'العودة إلى المتجر',
    notFoundTitle: 'لا توجد دفعة كهذه',
    notFoundText: 'عُد إلى المتجر واضغط زر الدفع من جديد.',
    failedTitle: 'تعطّل البنك',
    failedText: 'لا نستطيع القول هل تمت الدفعة أم لا. عُد إلى المتجر، فهو سيتحقق من الأمر.',
    language: 'اللغة',
  },
  tl: {
    bank: 'Rihla Sandbox Bank',
    noRealMoney: 'Hindi totoong pera',
    noRealMoneyMore:
      'Kunwaring bangko lang ito para masubukan ang tindahan. Walang totoong perang gagalaw dito, at hindi ito kailanman hihingi ng totoong card.',
    payTo: 'Bayad sa Rihla',
    order: 'Order',
    amount: 'Halaga',
    chooseCard: 'Pumili ng pansubok na card',
    cards: {
      approved: ['Maaraw', 'Aprubado agad'],
      secure: ['Maingat', 'Hihingi muna ng code (3-D Secure)'],
      'apple-pay': ['Apple Pay', 'Aprubado agad, gaya ng mula sa telepono'],
      'google-pay': ['Google Pay', 'Aprubado agad, gaya ng mula sa telepono'],
      'insufficient-funds': ['Said', 'Tatanggihan: kulang ang pera'],
      'do-not-honour': ['Matigas', 'Tatanggihan: walang ibinigay na dahilan ang bangko'],
      'expired-card': ['Luma', 'Tatanggihan: paso na ang card'],
      'suspected-fraud': ['Kahina-hinala', 'Tatanggihan: hinihinalang panloloko'],
      'late-seconds': ['Mabagal', 'Aaprubahan pagkalipas ng 15 segundo'],
      'late-minutes': ['Napakabagal', 'Aaprubahan pagkalipas ng 20 minuto'],
      silent: ['Tahimik', 'Aprubado, pero masisira ang bangko bago nito masabi'],
    },
    groups: {
      works: 'Mga card na gumagana',
      wallets: 'Mga card na nasa telepono',
      declines: 'Mga card na tinatanggihan',
      unusual: 'Mga kakaibang card',
    },
    pay: 'Magbayad ng {{amount}}',
    leave: 'Bumalik nang hindi nagbabayad',
    declined: 'Tinanggihan ang card.',
    declineReasons: {
      insufficient_funds: 'Kulang ang perang laman nito.',
      do_not_honor: 'Walang ibinigay na dahilan ang bangkong nag-isyu nito.',
      expired_card: 'Paso na ito.',
      fraudulent: 'Naghihinala ang bangko ng panloloko.',
      authentication_failed: 'Tatlong beses na mali ang code.',
      not_agreed: 'Paumanhin, hindi namin mapapayagan ang pagbiling ito ngayon. Gumamit ng ibang paraan para bayaran ang order mo.',
    },
    four: {
      title: 'Magbayad sa apat na hulog',
      text: 'Apat na hulog, isang buwan ang pagitan, walang interes at walang bayarin. Kami ang magbabayad sa tindahan; sa amin ka magbabayad.',
      today: 'Ngayon',
      choose: 'Paano kami magpapasya?',
      choices: {
        approved: ['Pumayag', 'Bayad agad ang unang hulog mo'],
        'not-agreed': ['Hindi pumayag', 'Hindi kami magpapahiram para sa pagbiling ito'],
        'late-seconds': ['Mabagal', 'Papayag pagkalipas ng 15 segundo'],
        'late-minutes': ['Napakabagal', 'Papayag pagkalipas ng 20 minuto'],
        silent: ['Tahimik', 'Pumayag, pero masisira kami bago namin masabi'],
      },
      pay: 'Sumang-ayon at magbayad ng {{amount}} ngayon',
      paid: 'Bayad na ang unang hulog mo, at kukunin ang iba sa kani-kanilang petsa. Kami ang magbabayad sa tindahan; wala ka nang kailangang gawin dito.',
      refusedTitle: 'Hindi sa pagkakataong ito',
      refusedText: 'Walang siningil. Bumalik sa tindahan: doon ay makakapagbayad ka sa ibang paraan.',
    },
    codeTitle: 'Ikaw ba ito?',
    codeText: 'Ang totoong bangko ay magpapadala na ng code sa telepono mo. Dito, 123456 ang code palagi.',
    code: 'Code',
    codeWrong: 'Mali ang code. Subukan ulit: 123456 ito.',
    confirm: 'Kumpirmahin',
    processingTitle: 'Nagpapasya pa ang bangko',
    processingText: 'Hindi mo kailangang maghintay dito. Malalaman ng tindahan ang resulta.',
    paidTitle: 'Aprubado na ang bayad na ito',
    paidText: 'Hawak na ng bangko ang halaga para sa tindahan. Wala ka nang kailangang gawin dito.',
    disputeTitle: 'Bawiin ito',
    disputeText:
      'Para subukan ang mga dispute: sinasabi ng may-ari ng card na hindi siya ang nagbayad, at binabawi ng kanyang bangko ang pera hanggang makapagpasya ito.',
    dispute: 'Hindi ako ang nagbayad nito',
    disputedText: 'May dispute ang bayad na ito. Magpasya gaya ng bangko ng may-ari ng card:',
    disputePapers: 'Mga papeles ng tindahan:',
    disputeWon: 'Tama ang tindahan',
    disputeLost: 'Tama ang may-ari ng card',
    closedTitle: 'Sarado na ang bayad na ito',
    closedText: 'Kinansela ito o naubusan ng oras. Walang siningil.',
    backToStore: 'Bumalik sa tindahan',
    notFoundTitle: 'Walang ganitong bayad',
    notFoundText: 'Bumalik sa tindahan at pindutin muli ang magbayad.',
    failedTitle: 'Nasira ang bangko',
    failedText: 'Hindi namin masabi kung pumasok ang bayad. Bumalik sa tindahan: aalamin nito.',
    language: 'Wika',
  },
  es: {
    bank: 'Banco de Pruebas Rihla',
    noRealMoney: 'Sin dinero real',
    noRealMoneyMore:
      'Es un banco ficticio para probar la tienda. Nada de lo que haga aquí mueve dinero real, y nunca se le pedirá una tarjeta de verdad.',
    payTo: 'Pago a Rihla',
    order: 'Pedido',
    amount: 'Importe',
    chooseCard: 'Elija una tarjeta de prueba',
    cards: {
      approved: ['Soleada', 'Se aprueba al momento'],
      secure: ['Prudente', 'Primero pide un código (3-D Secure)'],
      'apple-pay': ['Apple Pay', 'Se aprueba al momento, como desde un teléfono'],
      'google-pay': ['Google Pay', 'Se aprueba al momento, como desde un teléfono'],
      'insufficient-funds': ['Vacía', 'Rechazada: no hay saldo suficiente'],
      'do-not-honour': ['Terca', 'Rechazada: el banco no da motivos'],
      'expired-card': ['Antigua', 'Rechazada: la tarjeta ha caducado'],
      'suspected-fraud': ['Sospechosa', 'Rechazada: sospecha de fraude'],
      'late-seconds': ['Lenta', 'Se aprueba a los 15 segundos'],
      'late-minutes': ['Muy lenta', 'Se aprueba a los 20 minutos'],
      silent: ['Muda', 'Se aprueba, pero el banco se avería antes de poder decirlo'],
    },
    groups: {
      works: 'Tarjetas que funcionan',
      wallets: 'Tarjetas que guarda un teléfono',
      declines: 'Tarjetas que se rechazan',
      unusual: 'Tarjetas poco comunes',
    },
    pay: 'Pagar {{amount}}',
    leave: 'Volver sin pagar',
    declined: 'La tarjeta ha sido rechazada.',
    declineReasons: {
      insufficient_funds: 'No tiene saldo suficiente.',
      do_not_honor: 'El banco que la emitió no da motivos.',
      expired_card: 'Está caducada.',
      fraudulent: 'El banco sospecha un fraude.',
      authentication_failed: 'El código fue incorrecto tres veces.',
      not_agreed: 'Lo sentimos, esta vez no podemos aceptar esta compra. Pague su pedido de otra manera.',
    },
    four: {
      title: 'Pagar en cuatro partes',
      text: 'Cuatro partes, una al mes, sin intereses ni comisión. Nosotros pagamos a la tienda y usted nos paga a nosotros.',
      today: 'Hoy',
      choose: '¿Cómo decidimos?',
      choices: {
        approved: ['Aceptado', 'Su primera parte se paga al momento'],
        'not-agreed': ['No aceptado', 'No prestamos para esta compra'],
        'late-seconds': ['Lento', 'Se acepta a los 15 segundos'],
        'late-minutes': ['Muy lento', 'Se acepta a los 20 minutos'],
        silent: ['Mudo', 'Se acepta, pero nos averiamos antes de poder decirlo'],
      },
      pay: 'Aceptar y pagar {{amount}} hoy',
      paid: 'Su primera parte está pagada y las demás se cobran en sus fechas. Nosotros pagamos a la tienda; aquí no queda nada por hacer.',
      refusedTitle: 'Esta vez no',
      refusedText: 'No se ha cobrado nada. Vuelva a la tienda: allí puede pagar de otra manera.',
    },
    codeTitle: '¿Es usted?',
    codeText: 'Un banco de verdad le enviaría ahora un código al teléfono. Aquí el código es siempre 123456.',
    code: 'Código',
    codeWrong: 'Ese código no es correcto. Inténtelo de nuevo: es 123456.',
    confirm: 'Confirmar',
    processingTitle: 'El banco aún está decidiendo',
    processingText: 'No hace falta que espere aquí. La tienda se enterará.',
    paidTitle: 'Este pago está aprobado',
    paidText: 'El banco retiene el importe para la tienda. Aquí no queda nada por hacer.',
    disputeTitle: 'Recuperarlo',
    disputeText: 'Para probar las disputas: el titular dice que no hizo este pago, y su banco recupera el dinero hasta decidir.',
    dispute: 'Yo no hice este pago',
    disputedText: 'Este pago está en disputa. Decida como lo haría el banco del titular:',
    disputePapers: 'Documentos de la tienda:',
    disputeWon: 'La tienda tiene razón',
    disputeLost: 'El titular tiene razón',
    closedTitle: 'Este pago está cerrado',
    closedText: 'Se canceló o se agotó el tiempo. No se ha cobrado nada.',
    backToStore: 'Volver a la tienda',
    notFoundTitle: 'No existe ese pago',
    notFoundText: 'Vuelva a la tienda y pulse pagar de nuevo.',
    failedTitle: 'El banco se ha averiado',
    failedText: 'No podemos decir si el pago se ha realizado. Vuelva a la tienda: ella lo averiguará.',
    language: 'Idioma',
  },
  pt: {
    bank: 'Banco de Testes Rihla',
    noRealMoney: 'Sem dinheiro real',
    noRealMoneyMore:
      'É um banco fictício para experimentar a loja. Nada do que você faz aqui movimenta dinheiro de verdade, e nunca pedimos um cartão verdadeiro.',
    payTo: 'Pagamento à Rihla',
    order: 'Pedido',
    amount: 'Valor',
    chooseCard: 'Escolha um cartão de teste',
    cards: {
      approved: ['Ensolarado', 'Aprovado na hora'],
      secure: ['Cauteloso', 'Pede um código antes (3-D Secure)'],
      'apple-pay': ['Apple Pay', 'Aprovado na hora, como de um telefone'],
      'google-pay': ['Google Pay', 'Aprovado na hora, como de um telefone'],
      'insufficient-funds': ['Vazio', 'Recusado: saldo insuficiente'],
      'do-not-honour': ['Teimoso', 'Recusado: o banco não dá o motivo'],
      'expired-card': ['Antigo', 'Recusado: o cartão venceu'],
      'suspected-fraud': ['Suspeito', 'Recusado: suspeita de fraude'],
      'late-seconds': ['Lento', 'Aprovado depois de 15 segundos'],
      'late-minutes': ['Muito lento', 'Aprovado depois de 20 minutos'],
      silent: ['Mudo', 'Aprovado, mas o banco sai do ar antes de avisar'],
    },
    groups: {
      works: 'Cartões que funcionam',
      wallets: 'Cartões que um telefone guarda',
      declines: 'Cartões recusados',
      unusual: 'Cartões fora do comum',
    },
    pay: 'Pagar {{amount}}',
    leave: 'Voltar sem pagar',
    declined: 'O cartão foi recusado.',
    declineReasons: {
      insufficient_funds: 'Não há saldo suficiente.',
      do_not_honor: 'O banco emissor não dá o motivo.',
      expired_card: 'Está vencido.',
      fraudulent: 'O banco suspeita de fraude.',
      authentication_failed: 'O código foi digitado errado três vezes.',
      not_agreed: 'Desculpe, desta vez não podemos aprovar esta compra. Use outra forma de pagar o seu pedido.',
    },
    four: {
      title: 'Pagar em quatro partes',
      text: 'Quatro partes, uma por mês, sem juros nem taxa. Nós pagamos à loja e você paga a nós.',
      today: 'Hoje',
      choose: 'Como decidimos?',
      choices: {
        approved: ['Aprovado', 'A sua primeira parte é paga na hora'],
        'not-agreed': ['Não aprovado', 'Não financiamos esta compra'],
        'late-seconds': ['Lento', 'Aprovado depois de 15 segundos'],
        'late-minutes': ['Muito lento', 'Aprovado depois de 20 minutos'],
        silent: ['Mudo', 'Aprovado, mas saímos do ar antes de avisar'],
      },
      pay: 'Concordar e pagar {{amount}} hoje',
      paid: 'A sua primeira parte está paga, e as outras são cobradas nas datas delas. Nós pagamos à loja; não há mais nada a fazer aqui.',
      refusedTitle: 'Desta vez não',
      refusedText: 'Nada foi cobrado. Volte à loja: lá você pode pagar de outra forma.',
    },
    codeTitle: 'É você?',
    codeText: 'Um banco de verdade enviaria agora um código ao seu telefone. Aqui o código é sempre 123456.',
    code: 'Código',
    codeWrong: 'Esse código não está certo. Tente de novo: é 123456.',
    confirm: 'Confirmar',
    processingTitle: 'O banco ainda está decidindo',
    processingText: 'Você não precisa esperar aqui. A loja será avisada.',
    paidTitle: 'Este pagamento está aprovado',
    paidText: 'O banco reserva o valor para a loja. Não há mais nada a fazer aqui.',
    disputeTitle: 'Retomá-lo',
    disputeText: 'Para experimentar contestações: o titular diz que não fez este pagamento, e o banco dele retoma o dinheiro até decidir.',
    dispute: 'Eu não fiz este pagamento',
    disputedText: 'Este pagamento está contestado. Decida como o banco do titular decidiria:',
    disputePapers: 'Documentos da loja:',
    disputeWon: 'A loja tem razão',
    disputeLost: 'O titular tem razão',
    closedTitle: 'Este pagamento está encerrado',
    closedText: 'Foi cancelado ou o prazo acabou. Nada foi cobrado.',
    backToStore: 'Voltar à loja',
    notFoundTitle: 'Esse pagamento não existe',
    notFoundText: 'Volte à loja e clique em pagar de novo.',
    failedTitle: 'O banco saiu do ar',
    failedText: 'Não sabemos dizer se o pagamento foi feito. Volte à loja: ela vai descobrir.',
    language: 'Idioma',
  },
};

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(words, value);
}
