"""Words that say nothing about a topic: articles, pronouns, prepositions, auxiliaries.

Words that name things as well ("mine") and words that are merely frequent ("new", "free",
"page") stay out of the list: a query or a weight table may mean them, and the contrast with
general language lowers them anyway.
"""

from __future__ import annotations

from focused_crawler.topic.stopwords_lists import STOP_WORDS

ENGLISH = frozenset(
    """
    a an the this that these those such same other another each every either neither both all
    any some none no not nor only own few less least more most much many several various

    i me my myself we us our ours ourselves you your yours yourself yourselves he him his
    himself she her hers herself it its itself they them their theirs themselves one ones
    oneself someone somebody something anyone anybody anything everyone everybody everything
    nobody nothing

    who whom whose which what when where why how whoever whatever whichever whenever wherever
    however here there hence thence thereby therefore therein thereof thus so then than too
    very quite rather just even ever never always often sometimes usually already yet still
    again once twice else also almost perhaps maybe indeed instead likewise moreover
    furthermore nevertheless nonetheless otherwise meanwhile whereas whether though although
    unless until till while because since if

    and or but as at by for from in into of off on onto out over to toward towards up upon
    down with within without about above across after against along alongside amid among
    amongst around before behind below beneath beside besides between beyond despite during
    except inside near outside per round through throughout under underneath unlike versus via

    am is are was were be been being have has had having do does did doing done will would
    shall should can could may might must ought cannot let lets get gets got getting

    ain't aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't mightn't
    mustn't needn't shan't shouldn't wasn't weren't won't wouldn't i'm i've i'd i'll you're
    you've you'd you'll he'd he'll she'd she'll it'd it'll we're we've we'd we'll they're
    they've they'd they'll that'd that'll there'd there'll who'd who'll what'll y'all arent
    cant couldnt didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt shant
    shouldnt wasnt werent wont wouldnt ive youre youve theyre theyve
    """.split()
)

_NONE: frozenset[str] = frozenset()


def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language; none where there is no list."""
    return ENGLISH if language == "en" else STOP_WORDS.get(language, _NONE)
