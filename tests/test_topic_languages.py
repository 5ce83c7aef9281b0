"""Languages: stems and stop words of each, scripts without spaces, and which one a text is in."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.page import parse_page
from focused_crawler.scoring.judge import Judge
from focused_crawler.scoring.learning import LearningJudge
from focused_crawler.scoring.page_terms import page_terms
from focused_crawler.topic.background import load_background
from focused_crawler.topic.contrast import learn_weights
from focused_crawler.topic.languages import (
    LANGUAGES,
    NAMES,
    STEMMERS,
    UNSPACED,
    language_code,
    recognise,
)
from focused_crawler.topic.stopwords import stop_words
from focused_crawler.topic.terms import common_words, count_terms, terms
from focused_crawler.topic.weights_csv import read_weights, write_weights

TEXTS = {
    "ar": "كان الجو جميلا في المدينة وقد ذهب الناس إلى السوق من أجل شراء الطعام ثم عادوا إلى "
    "البيت مع أطفالهم قبل غروب الشمس لأن الليل كان باردا في هذه الأيام",
    "da": "Det var en god dag, og han gik ud for at se på de skibe, som lå i havnen, men der "
    "var ikke mange, fordi de fleste var taget af sted om morgenen med fisk og salt",
    "de": "Die Schiffe lagen im Hafen, und der Kapitän wartete auf den Wind, weil er nicht ohne "
    "ihn fahren konnte, aber es war noch sehr früh und niemand war auf der Straße",
    "en": "The ships lay in the harbour and the captain was waiting for the wind, because he "
    "could not leave without it, but it was still very early and nobody was in the street",
    "es": "Los barcos estaban en el puerto y el capitán esperaba el viento, porque no podía "
    "salir sin él, pero todavía era muy temprano y no había nadie en la calle",
    "fi": "Laivat olivat satamassa ja kapteeni odotti tuulta, koska hän ei voinut lähteä ilman "
    "sitä, mutta oli vielä hyvin aikaista eikä kadulla ollut ketään, vaikka se oli "
    "kaupungin suurin, ja kun aurinko nousi, niin myös he tulivat",
    "fr": "Les bateaux étaient dans le port et le capitaine attendait le vent, car il ne "
    "pouvait pas partir sans lui, mais il était encore très tôt et il n'y avait personne "
    "dans la rue",
    "hu": "A hajók a kikötőben voltak, és a kapitány a szélre várt, mert nélkül nem tudott "
    "elindulni, de még nagyon korán volt, és az utcán sem volt senki, csak egy macska ült "
    "ott a ház előtt",
    "it": "Le navi erano nel porto e il capitano aspettava il vento, perché non poteva partire "
    "senza di lui, ma era ancora molto presto e non c'era nessuno per la strada",
    "nl": "De schepen lagen in de haven en de kapitein wachtte op de wind, omdat hij niet "
    "zonder kon vertrekken, maar het was nog heel vroeg en er was niemand op de straat te "
    "zien",
    "no": "Skipene lå i havna og kapteinen ventet på vinden, fordi han ikke kunne reise uten, "
    "men det var ennå svært tidlig og det var ingen i gata, bare noen barn som lekte "
    "mellom husene etter",
    "pt": "Os navios estavam no porto e o capitão esperava o vento, porque não podia sair sem "
    "ele, mas ainda era muito cedo e não havia ninguém na rua naquela manhã de inverno",
    "ro": "Corăbiile erau în port și căpitanul aștepta vântul, pentru că nu putea pleca fără "
    "el, dar era încă foarte devreme și nu era nimeni pe stradă în acea dimineață",
    "ru": "Корабли стояли в гавани, и капитан ждал ветра, потому что без него он не мог уйти, "
    "но было еще очень рано, и на улице никого не было, только кот сидел на окне",
    "sv": "Skeppen låg i hamnen och kaptenen väntade på vinden, eftersom han inte kunde resa "
    "utan den, men det var ännu mycket tidigt och det var ingen på gatan när de kom dit",
    "zh": "船停在港口里，船长在等风，因为没有风他就不能离开，可是天还很早，街上没有人。",
    "ja": "船は港に泊まっていて、船長は風を待っていた。まだとても早く、通りには誰もいなかった。",
    "th": "เรือจอดอยู่ในท่าเรือและกัปตันกำลังรอลม เพราะเขาไม่สามารถออกเดินทางได้",
}
PAIRS = [  # two forms of one word, in each language
    ("da", "bøgerne", "bøger"), ("de", "Bücher", "Büchern"), ("en", "mines", "mining"),
    ("es", "minería", "minerías"), ("fi", "taloissa", "talossa"), ("fr", "minières", "minière"),
    ("hu", "házakban", "házban"), ("it", "libri", "libro"), ("nl", "boeken", "boek"),
    ("no", "bøkene", "bøkenes"), ("pt", "livros", "livro"), ("ro", "cărților", "cărți"),
    ("ru", "корабли", "корабля"), ("sv", "böckerna", "böcker"), ("ar", "الكتاب", "كتاب"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "one", "other"), PAIRS)
def test_forms_of_a_word_are_one_term(language: str, one: str, other: str) -> None:
    (first,), (second,) = terms(one, language), terms(other, language)
    assert first == second


def test_every_language_with_a_stemmer_is_covered() -> None:
    from nltk.stem.snowball import SnowballStemmer

    assert set(STEMMERS.values()) == set(SnowballStemmer.languages) - {"porter"}
    assert {language for language, _, _ in PAIRS} == set(STEMMERS)
    assert all(len(stop_words(language)) > 60 for language in STEMMERS)
    assert set(NAMES) == set(LANGUAGES)


@pytest.mark.parametrize("language", sorted(TEXTS))
def test_text_is_recognised(language: str) -> None:
    assert recognise(TEXTS[language]) == language


@pytest.mark.parametrize("language", sorted(STEMMERS))
def test_stop_words_are_dropped_and_something_is_left(language: str) -> None:
    found = set(terms(TEXTS[language], language))
    words = len(TEXTS[language].split())
    assert len(found) < 0.8 * words and len(found) > 5


@pytest.mark.parametrize("language", UNSPACED)
def test_scripts_without_spaces_are_many_terms(language: str) -> None:
    text = TEXTS.get(language, "ພາສາລາວເປັນພາສາຂອງຊາດ")
    assert len(terms(text, language)) > 5
    assert max(map(len, terms(text, language))) <= 3


def test_what_a_page_declares_comes_first() -> None:
    assert recognise(TEXTS["de"], "fr-CA") == "fr"
    assert recognise(TEXTS["de"], "x-default") == "de"
    assert recognise(TEXTS["de"], "") == "de"
    assert recognise("Iron ore", None) is None
    assert recognise("", None) is None


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("en-GB", "en"),
        ("DE", "de"),
        ("nb-NO", "no"),
        ("zh_Hant", "zh"),
        ("english", None),
        ("", None),
    ],
)
def test_language_tags(tag: str, code: str | None) -> None:
    assert language_code(tag) == code


def test_english_page_with_a_few_foreign_names_is_english() -> None:
    assert recognise(f"{TEXTS['en']} 東京 and 北京 (Beijing)") == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_topic_is_learnt_in_every_language(language: str) -> None:
    text = TEXTS.get(language, TEXTS["th"])
    table = learn_weights([text, text[: len(text) // 2]], language=language)
    assert len(table) > 5
    assert not {table.word(term) for term in table} & stop_words(language)
    assert read_weights(write_weights(table, language), language=language) == table


def test_background_knows_what_is_common_in_a_language() -> None:
    german = load_background("de")
    (common,), (rare,) = terms("Jahr", "de"), terms("Magnetit", "de")
    assert german.document_frequency(common) > 10 * german.document_frequency(rare)
    assert load_background("th").document_frequency("ภา") == load_background("th").floor


@given(st.text(), st.sampled_from(LANGUAGES))
@settings(max_examples=200)
def test_no_text_breaks_any_language(text: str, language: str) -> None:
    assert all(terms(text, language))
    assert sum(count_terms(text, language).values()) == len(terms(text, language))
    assert set(common_words([text], language)) <= set(terms(text, language))
    assert recognise(text) in {None, "ko", "el", "he", "hi", *LANGUAGES}


def page(text: str, language: str = "") -> object:
    html = f'<html lang="{language}"><p>{text}</p></html>'
    return parse_page("http://a.test/", html.encode(), segmenter="headings")


def test_function_words_of_another_language_do_not_count() -> None:
    text = "Die Hämatit Grube und der Magnetit in der Grube"
    (counts,) = page_terms(page(text, "de"), "en").blocks  # type: ignore[arg-type]
    assert set(counts) == {"hämatit", "grube", "magnetit"}


def test_pages_in_other_languages_may_be_passed_over() -> None:
    judge = LearningJudge.of(Judge())
    judge.add_example(page(TEXTS["en"], "en"))  # type: ignore[arg-type]
    judge.fit()
    german = page(f"{TEXTS['de']} harbour captain wind ships", "de")
    assert judge.judge(german).relevance > 0  # type: ignore[arg-type]
    judge.passes_over = True
    judgement = judge.judge(german)  # type: ignore[arg-type]
    assert judgement.relevance == 0 and not judgement.is_relevant
    assert judgement.reason == "in German; the topic is in English"
    assert judge.judge(page(TEXTS["en"])).is_relevant  # type: ignore[arg-type]
