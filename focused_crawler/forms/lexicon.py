"""Words that tell what a form is for, in the languages the web is mostly written in.

Stems, so that one entry covers the cases of a word; in scripts without spaces, whole words. They
are matched anywhere inside a word, because names are glued together (`txtSearchBox`), except
those of three letters or less, which must be a word of their own; a hyphen stands for any joint
or none (`sign-in`: signin, sign in). Training weighs each list, it does not trust it.
"""

from __future__ import annotations

import re
from functools import cache

STEMS = {
    "search": (
        "search find look-up query keyword browse q s kw such finden stichwort buscar busca "
        "busqueda búsqueda pesquis procur encontr recherch chercher trouver mots-cl cerca "
        "ricerca trova zoek vind trefwoord szuk wyszuk hled hledat hľad vyhled поиск найти "
        "искать искат запрос пошук шукати знайти търс пребар претраг traži pretra pretraz "
        "išči iskanj keres keresés caut căut arama ara bul sök søg søk sok haku hae etsi otsi "
        "meklē mekle ieško paieš αναζήτ εύρεση tìm cari pencarian ค้นหา खोज بحث ابحث جستجو "
        "חיפוש חפש 搜索 搜尋 搜寻 查询 查詢 查找 検索 さがす 探す 검색 찾기"
    ),
    "login": (
        "log-in log-on sign-in anmeld einlogg iniciar acceder acceso entrar ingresar "
        "connexion connecter identifi accedi accesso inloggen aanmeld zaloguj logowan přihlás "
        "prihlás войти вход увійти вхід авториз prijav bejelentkez belép autentific conectare "
        "giriş oturum logga logg kirjaudu σύνδεση đăng-nhập masuk เข้าสู่ระบบ دخول כניסה "
        "התחבר 登录 登錄 登入 ログイン 로그인 remember erinner recordar souvenir запомнить "
        "zapamięt username benutzername usuario utilisateur"
    ),
    "registration": (
        "register regist sign-up create-account join new-user konto-erstellen registrier "
        "anlegen registro registrar registrarse crear cuenta inscri inscription créer compte "
        "iscriviti registrazione registreren zarejestruj rejestr registrac регистр зарегистр "
        "реєстрац regisztr înregistr kayıt uye üye đăng-ký daftar สมัคร تسجيل הרשמה 注册 註冊 "
        "会員登録 新規登録 회원가입 confirm repeat retype birth geburt nacimiento naissance "
        "terms agree privacy nutzungsbedingungen condiciones conditions"
    ),
    "recovery": (
        "forgot lost reset recover remind retrieve passwort-vergessen vergessen olvid recuper "
        "oublié oublie réinitial dimenticat vergeten zapomn przypomn zapomen забыли восстанов "
        "нагадат elfelejt uitat unuttum glömt glemt unohtu quên lupa ลืม نسيت שכחת 忘记 忘記 "
        "找回 忘れ 분실 찾기"
    ),
    "mailing": (
        "newsletter subscri subscrib mailing maillist mailchimp list-manage feedburner "
        "updates abonnier rundbrief suscri suscríb boletín boletin abonner lettre-d iscriviti "
        "nieuwsbrief inschrijv biuletyn zapisz odběr odber novink подпис рассыл розсил "
        "hírlevél hirlevel feliratkoz abonare bülten prenumer nyhetsbrev nyhedsbrev "
        "uutiskirje ενημερωτικ nhận-tin รับข่าวสาร النشرة ניוזלטר 订阅 訂閱 メルマガ 구독"
    ),
    "contact": (
        "contact message comment feedback enquir inquir subject reply question review kontakt "
        "nachricht betreff kommentar anfrage frage contacto mensaje asunto comentari consulta "
        "mensagem comentário assunto commentaire sujet contatt messaggio oggetto commento "
        "bericht onderwerp reactie wiadomoś komentarz temat zpráv správ předmět komentář "
        "сообщен комментар тема отзыв вопрос повідом коментар üzenet tárgy hozzászól mesaj "
        "subiect comentar yorum konu meddeland ämne besked viesti aihe μήνυμα θέμα tin-nhắn "
        "bình-luận pesan komentar ข้อความ رسالة תגובה הודעה 留言 评论 評論 消息 コメント "
        "お問い合わせ 件名 댓글 문의"
    ),
    "order": (
        "cart basket buy order checkout purchase quantity qty add-to donate bid warenkorb "
        "kaufen bestell menge carrito comprar cesta cantidad pedido carrinho quantidade "
        "panier acheter ajouter commande quantité carrello acquista aggiungi quantità "
        "winkelwagen kopen aantal koszyk kup zamów ilość košík kosik koupit množství корзин "
        "купить заказ количеств кошик купити замов kosár vásárl rendel mennyis coș cumpăr "
        "cantitate sepet satın adet varukorg köp kurv køb ostosko καλάθι αγορά giỏ mua "
        "keranjang beli ตะกร้า ซื้อ سلة شراء עגלה 购物车 購物車 购买 購買 数量 カート 購入 "
        "注文 장바구니 구매"
    ),
    "display": (
        "sort order-by per-page filter currency language view display sortier anzeig sprache "
        "währung ordenar idioma moneda trier langue devise ordina lingua sorteer taal sortuj "
        "język waluta сортир язык валют sırala dil 排序 语言 並び替え"
    ),
}  # fmt: skip
LONGEST_WHOLE_WORD = 3


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(_alternatives(stems.split())) for kind, stems in STEMS.items()}


def _alternatives(stems: list[str]) -> str:
    whole = [stem for stem in stems if len(stem) <= LONGEST_WHOLE_WORD and stem.isascii()]
    inside = [stem.replace("-", r"[\s_-]?") for stem in stems if stem not in whole]
    return "|".join([rf"(?<![^\W\d_])(?:{'|'.join(whole)})(?![^\W\d_])"] * bool(whole) + inside)


def kinds_named(text: str) -> set[str]:
    """The purposes that a text in lower case speaks of.

    >>> kinds_named("txtsearchbox"), kinds_named("Bitte einloggen".lower())
    ({'search'}, {'login'})
    """
    return {kind for kind, pattern in _patterns().items() if pattern.search(text)}
