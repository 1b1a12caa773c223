/// The texts that pages have by themselves, such as what a button to go back says.
///
/// They are written in English, and known in Italian and Arabic. An app has them in other languages, or in other words, in a
/// table `Tempura.strings`, whose keys are the English texts.
package enum OwnTexts {
  static let tableName = "Tempura"

  /// One of the texts in a language; in English if nobody has it in the language.
  package static func text(_ english: String, in language: Language) -> String {
    if let text = StringsTable.ownText(english, in: language) { return text }
    if language.isAccented { return Accents.whole(english) }
    guard let translation = translations[english] else { return english }
    return switch language.tag.lowercased().prefix(while: { $0 != "-" }) {
    case "it": translation.italian
    case "ar": translation.arabic
    default: english
    }
  }

  static let translations: [String: (italian: String, arabic: String)] = [
    // Bars and modal screens
    "Back": ("Indietro", "رجوع"),
    "Back to %@": ("Torna a %@", "رجوع إلى %@"),
    "Close": ("Chiudi", "إغلاق"),
    "Dialog": ("Finestra di dialogo", "مربع حوار"),
    "Alert": ("Avviso", "تنبيه"),
    "Tabs": ("Schede", "علامات التبويب"),
    "Tab %lld": ("Scheda %lld", "علامة التبويب %lld"),
    "Toolbar": ("Barra degli strumenti", "شريط الأدوات"),
    // Return keys
    "Return": ("Invio", "إدخال"),
    "Go": ("Vai", "انتقال"),
    "Search": ("Cerca", "بحث"),
    "Join": ("Entra", "انضمام"),
    "Next": ("Avanti", "التالي"),
    "Route": ("Percorso", "المسار"),
    "Send": ("Invia", "إرسال"),
    "Done": ("Fine", "تم"),
    "Emergency call": ("Chiamata d’emergenza", "مكالمة طوارئ"),
    "Continue": ("Continua", "متابعة"),
    // Buttons that say the same in every app
    "Action": ("Azione", "إجراء"),
    "Add": ("Aggiungi", "إضافة"),
    "Bookmarks": ("Segnalibri", "الإشارات المرجعية"),
    "Camera": ("Fotocamera", "الكاميرا"),
    "Cancel": ("Annulla", "إلغاء"),
    "Clear": ("Cancella", "مسح"),
    "Clear %@": ("Cancella %@", "مسح %@"),
    "Compose": ("Scrivi", "إنشاء"),
    "Contacts": ("Contatti", "جهات الاتصال"),
    "Delete": ("Elimina", "حذف"),
    "Details": ("Dettagli", "التفاصيل"),
    "Downloads": ("Download", "التنزيلات"),
    "Edit": ("Modifica", "تعديل"),
    "Fast Forward": ("Avanti veloce", "تقديم سريع"),
    "Favorites": ("Preferiti", "المفضلة"),
    "Featured": ("In primo piano", "مختارات"),
    "History": ("Cronologia", "السجل"),
    "Insert": ("Inserisci", "إدراج"),
    "More": ("Altro", "المزيد"),
    "Most Recent": ("Più recenti", "الأحدث"),
    "Most Viewed": ("Più visti", "الأكثر مشاهدة"),
    "Move": ("Sposta", "نقل"),
    "Move down": ("Sposta giù", "نقل إلى الأسفل"),
    "Move up": ("Sposta su", "نقل إلى الأعلى"),
    "Open": ("Apri", "فتح"),
    "Page Curl": ("Volta pagina", "طي الصفحة"),
    "Pause": ("Pausa", "إيقاف مؤقت"),
    "Play": ("Riproduci", "تشغيل"),
    "Recents": ("Recenti", "الأحدث استخدامًا"),
    "Redo": ("Ripeti", "إعادة"),
    "Refresh": ("Aggiorna", "تحديث"),
    "Reply": ("Rispondi", "رد"),
    "Rewind": ("Riavvolgi", "ترجيع"),
    "Save": ("Salva", "حفظ"),
    "Decrement": ("Diminuisci", "إنقاص"),
    "Decrement %@": ("Diminuisci %@", "إنقاص %@"),
    "Increment": ("Aumenta", "زيادة"),
    "Increment %@": ("Aumenta %@", "زيادة %@"),
    "Set %@": ("Imposta %@", "تعيين %@"),
    "Set": ("Imposta", "تعيين"),
    "Share": ("Condividi", "مشاركة"),
    "Stop": ("Interrompi", "إيقاف"),
    "Top Rated": ("Più votati", "الأعلى تقييمًا"),
    "Undo": ("Annulla", "تراجع"),
    // Parts of views
    "Actions": ("Azioni", "الإجراءات"),
    "Actions: %@": ("Azioni: %@", "الإجراءات: %@"),
    "Checked": ("Selezionato", "محدد"),
    "In progress": ("In corso", "قيد التنفيذ"),
    "Item": ("Elemento", "عنصر"),
    "Page %lld of %lld": ("Pagina %lld di %lld", "الصفحة %lld من %lld"),
    "Pages": ("Pagine", "الصفحات"),
    "Refreshing…": ("Aggiornamento…", "جارٍ التحديث…"),
    "Results": ("Risultati", "النتائج"),
    "Row": ("Riga", "صف"),
    "Scope": ("Ambito", "النطاق"),
    "Scrollable content": ("Contenuto scorrevole", "محتوى قابل للتمرير"),
    "Time zone: %@": ("Fuso orario: %@", "المنطقة الزمنية: %@"),
    // Gestures
    "Tap": ("Tocca", "نقر"),
    "Double tap": ("Tocca due volte", "نقر مزدوج"),
    "Triple tap": ("Tocca tre volte", "نقر ثلاثي"),
    "Tap %lld times": ("Tocca %lld volte", "النقر بعدد %lld"),
    "Tap with %lld fingers": ("Tocca con %lld dita", "النقر بأصابع عددها %lld"),
    "Long press": ("Tieni premuto", "ضغط مطوّل"),
    "Swipe": ("Scorri", "تمرير"),
    "Swipe right": ("Scorri a destra", "تمرير إلى اليمين"),
    "Swipe left": ("Scorri a sinistra", "تمرير إلى اليسار"),
    "Swipe up": ("Scorri in alto", "تمرير إلى الأعلى"),
    "Swipe down": ("Scorri in basso", "تمرير إلى الأسفل"),
    // Files
    "Choose a File": ("Scegli un file", "اختيار ملف"),
    "Choose Files": ("Scegli i file", "اختيار ملفات"),
    "File": ("File", "ملف"),
    "Files": ("File", "ملفات"),
    "Nothing was chosen yet.": ("Non è ancora stato scelto nulla.", "لم يتم اختيار أي شيء بعد."),
    "Choose one file only.": ("Scegli un solo file.", "اختر ملفًا واحدًا فقط."),
    "No files can be taken here at the moment.": (
      "Al momento qui non si possono accettare file.", "لا يمكن قبول الملفات هنا في الوقت الحالي."
    ),
    "%@ at most.": ("Al massimo %@.", "%@ كحد أقصى."),
    "%@ fit.": ("Ce ne stanno %@.", "الحد الأقصى %@."),
    "%@ is too large.": ("%@ è troppo grande.", "حجم %@ كبير جدًا."),
    "%@ is too large: it may have %@ at most.": (
      "%@ è troppo grande: può avere al massimo %@.", "حجم %@ كبير جدًا: الحد الأقصى %@."
    ),
    "The files are too large together.": ("I file insieme sono troppo grandi.", "الحجم الإجمالي للملفات كبير جدًا."),
    "%@ is of another kind than is wanted here.": (
      "%@ non è del tipo richiesto qui.", "نوع %@ ليس النوع المطلوب هنا."
    ),
    "Its name may end in %@.": ("Il nome può finire con %@.", "يمكن أن ينتهي اسمه بـ %@."),
    // What is wrong with a field
    "Choose a number from %@ to %@.": ("Scegli un numero da %@ a %@.", "اختر رقمًا من %@ إلى %@."),
    "This is too long: it has %lld characters, and %lld fit.": (
      "È troppo lungo: ha %lld caratteri e ce ne stanno %lld.", "النص طويل جدًا: عدد أحرفه %lld والحد الأقصى %lld."
    ),
    "Choose a time.": ("Scegli un’ora.", "اختر وقتًا."),
    "Choose a date.": ("Scegli una data.", "اختر تاريخًا."),
    "Choose a date and a time.": ("Scegli una data e un’ora.", "اختر تاريخًا ووقتًا."),
    "The earliest that can be chosen is %@.": ("Non si può scegliere prima di %@.", "أقرب ما يمكن اختياره هو %@."),
    "The latest that can be chosen is %@.": ("Non si può scegliere dopo %@.", "أبعد ما يمكن اختياره هو %@."),
    "Choose one of the rows of the list.": ("Scegli una riga dell’elenco.", "اختر أحد صفوف القائمة."),
    // What a page says at its top
    "Waiting for its turn…": ("In attesa del proprio turno…", "في انتظار الدور…"),
    "Working on it…": ("Un momento…", "جارٍ العمل على ذلك…"),
    "This page was out of date, so nothing was changed. Here is how things are now.": (
      "Questa pagina non era aggiornata, quindi non è cambiato nulla. Ecco la situazione attuale.",
      "كانت هذه الصفحة قديمة، لذلك لم يتغير شيء. إليك الوضع الحالي."
    ),
    "Something here cannot be taken as it is, so nothing was changed.": (
      "Qualcosa qui non va bene così com’è, quindi non è cambiato nulla.",
      "هناك شيء لا يمكن قبوله كما هو، لذلك لم يتغير شيء."
    ),
    "Not all of this could be done. Here is how things are now.": (
      "Non tutto è stato possibile. Ecco la situazione attuale.", "تعذر تنفيذ كل ذلك. إليك الوضع الحالي."
    ),
    "That page cannot be shown again: what it was about is gone. Nothing was changed.": (
      "Quella pagina non si può più mostrare: ciò di cui parlava non c’è più. Non è cambiato nulla.",
      "لا يمكن عرض تلك الصفحة مرة أخرى، فموضوعها لم يعد موجودًا. لم يتغير شيء."
    ),
    "This version of the app cannot read your earlier data, so you start with an empty session. The data was kept.": (
      "Questa versione dell’app non può leggere i tuoi dati precedenti, quindi ricominci con una sessione vuota. "
        + "I dati sono stati conservati.",
      "لا يمكن لهذا الإصدار من التطبيق قراءة بياناتك السابقة، لذلك تبدأ بجلسة فارغة. تم الاحتفاظ بالبيانات."
    ),
    // Pages that say what is wrong
    "Page not found": ("Pagina non trovata", "الصفحة غير موجودة"),
    "Not allowed": ("Non consentito", "غير مسموح"),
    "Not possible here": ("Qui non si può", "غير ممكن هنا"),
    "Too much at once": ("Troppo in una volta", "أكثر من اللازم دفعة واحدة"),
    "Not available right now": ("Non disponibile in questo momento", "غير متاح الآن"),
    "That did not work": ("Non ha funzionato", "لم ينجح ذلك"),
    "Something went wrong": ("Qualcosa è andato storto", "حدث خطأ ما"),
    "There is no such page.": ("Questa pagina non esiste.", "لا توجد صفحة كهذه."),
    "Your session is not available right now. Nothing was changed. Please try again in a moment.": (
      "In questo momento la tua sessione non è disponibile. Non è cambiato nulla. Riprova tra poco.",
      "جلستك غير متاحة الآن. لم يتغير شيء. حاول مرة أخرى بعد قليل."
    ),
    "What you did could not be stored. Go back and try again in a moment.": (
      "Non è stato possibile salvare. Torna indietro e riprova tra poco.",
      "تعذر حفظ ما فعلته. ارجع وحاول مرة أخرى بعد قليل."
    ),
    "This form was sent by another site, so nothing was changed.": (
      "Questo modulo è stato inviato da un altro sito, quindi non è cambiato nulla.",
      "أُرسل هذا النموذج من موقع آخر، لذلك لم يتغير شيء."
    ),
    "Something went wrong, and not all of it was done. If you report it, name %@.": (
      "Qualcosa è andato storto e non tutto è stato fatto. Se lo segnali, indica %@.",
      "حدث خطأ ما ولم يُنفذ كل شيء. إذا أبلغت عنه فاذكر %@."
    ),
    "You cannot see this page right now.": (
      "In questo momento non puoi vedere questa pagina.", "لا يمكنك رؤية هذه الصفحة الآن."
    ),
    "Go to the start": ("Vai all’inizio", "الذهاب إلى البداية"),
  ]
}

/// One of the texts that pages have by themselves, in the language of the running app instance.
///
/// - Parameter values: What stands in the place of `%@` and `%lld`.
package func ownText(_ english: String, _ values: any CVarArg...) -> String {
  let language = UIApplication.shared.currentLanguage
  let text = OwnTexts.text(english, in: language)
  return values.isEmpty ? text : LocalizedFormat.string(text, values, locale: language.locale)
}
