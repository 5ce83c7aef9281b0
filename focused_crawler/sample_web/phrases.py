"""Sentences that fit any subject; the gaps in braces are filled by `prose`. Data, not code."""

from __future__ import annotations

from focused_crawler.sample_web.vocabulary import listed

GENERAL_WORDS = {
    "often": listed(
        "often, seldom, usually, sometimes, almost always, now and then, as a rule, rarely,"
        " in most cases, more often than not, from time to time, hardly ever"
    ),
    "when": listed(
        "in the early years, for a long time, last winter, over the years, at first, in the end,"
        " within a week, after the holidays, a generation ago, in recent months, by the evening,"
        " before the summer, once in a lifetime, at the turn of the century, these days"
    ),
    "many": listed(
        "a few, many, several, a handful of, dozens of, most, hardly any, hundreds of, some,"
        " countless, three or four, a surprising number of"
    ),
    "matter": listed(
        "question, habit, lesson, mistake, detail, rule of thumb, story, argument, difference,"
        " pleasure, problem, opinion, surprise, custom, trick, principle"
    ),
    "feel": listed(
        "curious, careful, patient, experienced, cautious, stubborn, young, older, thoughtful,"
        " impatient, sceptical, practical, modest, well-informed"
    ),
}

SENTENCES = (
    "Most {people} learn early that a {adj} {thing} is worth more than a {adj} {thing}.",
    "{stuff} and {stuff} are often named together, yet {people} treat them as two matters.",
    "There are {many} ways to {verb} a {thing}, and none of them suits every {person}.",
    "{when} {people} would {often} {verb} the {thing} themselves.",
    "It takes patience to {verb} {things} well, and {stuff} makes the work harder.",
    "A {feel} {person} looks at the {thing} first and at the {adj} {thing} only afterwards.",
    "{act} is {often} learnt by watching somebody else do it badly.",
    "The {matter} that comes up again and again is how to {verb} {adj} {things}.",
    "{many} {things} look alike at first sight; what tells them apart is {stuff}.",
    "Without {stuff} there would be no {things}, and without {things} no {act}.",
    "{place} a {person} has little time to think about {stuff}.",
    "What one {person} calls a {adj} {thing}, another calls plain {stuff}.",
    "The {adj} {thing} has changed less {when} than the {thing} beside it.",
    "Anyone who has tried {act} knows how soon {stuff} runs out.",
    "We asked {many} {people} about {act}, and the answers did not agree.",
    "A {thing} without a {thing} is like {stuff} without {stuff}, as the old saying goes.",
    "{people} who {verb} {things} for a living {often} talk about {stuff}.",
    "It is a common {matter} to confuse the {thing} with the {adj} {thing}.",
    "The cost of a {thing} depends on {stuff}, on the {adj} {thing} and on plain luck.",
    "{when} the {thing} was made by hand, and only {feel} {people} could {verb} it.",
    "If the {thing} fails, the {person} can still {verb} the {adj} {things} that are left.",
    "{act} and {act} belong together, though {people} {often} do only one of them.",
    "Keep the {thing} and the {thing} apart until the {stuff} has been dealt with.",
    "{place} you will find {many} {adj} {things} and {often} a {feel} {person}.",
    "The first {thing} of the year is {often} the most {adj}.",
    "Ask a {person} about {stuff} and you will hear a {matter} about a {adj} {thing}.",
    "A {adj} {thing} can be had for little money, but {stuff} cannot.",
    "Three things matter here: the {thing}, the {stuff} and the hand of the {person}.",
    "{many} {people} say that {act} {place} taught them all they know of {stuff}.",
    "Nobody needs to {verb} every {thing}; one {adj} {thing} is enough for a start.",
    "The {matter} of {stuff} divides {people} to this day.",
    "Where a {thing} meets a {thing}, {stuff} gathers and has to be watched.",
    "{adj} {things} are {often} kept {place}, where {people} can {verb} them.",
    "{when} a {feel} {person} showed that {stuff} can spoil even a {adj} {thing}.",
    "Before {act}, make sure that each {thing} is {adj} and that {stuff} is at hand.",
    "More {things} are lost to {stuff} than to any other cause.",
    "The {thing} and the {adj} {thing} have {often} been described as rivals.",
    "It was a {person} who first thought to {verb} a {thing} with the help of {stuff}.",
    "A {thing} should be neither too {adj} nor too {adj}.",
    "On the subject of {stuff} the {people} and the {people} have never agreed.",
    "{act} rewards the {feel} {person}, and so does a knowledge of {stuff}.",
    "You can {verb} a {adj} {thing} in an hour, but to {verb} {stuff} takes years.",
    "Every {person} has a favourite {thing}, and few can say why.",
    "The {people} {place} {often} share one {thing} among them.",
)

TITLES = (
    "A short guide to {act}",
    "How {people} {verb} {things}",
    "{things} and {things}: a comparison",
    "The {adj} {thing}",
    "What every {person} should know about {stuff}",
    "{stuff} explained",
    "Notes on {act}",
    "Why {things} need {stuff}",
    "The {thing}, the {thing} and the {person}",
    "{act} for beginners",
    "Ten questions about {things}",
    "A {person} looks back",
    "Choosing a {adj} {thing}",
    "From {stuff} to {stuff}",
    "{adj} {things} {place}",
    "In praise of the {adj} {thing}",
    "Mistakes {people} make with {things}",
    "The trouble with {stuff}",
)

HEADINGS = (
    "{act}",
    "The {adj} {thing}",
    "{things} and {stuff}",
    "About {stuff}",
    "{things} {place}",
    "The {person} and the {thing}",
    "When {things} fail",
    "{stuff} in practice",
    "More on {things}",
    "How to {verb} a {thing}",
)

LINK_SENTENCES = (
    "More on this stands in {link}, with examples.",
    "See {link} for the longer story.",
    "The matter is taken up again under {link}.",
    "Compare what is said in {link} about the {adj} {thing}.",
    "Readers who want to {verb} {things} may turn to {link}.",
    "A {person} describes it in {link}.",
    "There is a page on {link} for those who need {stuff}.",
    "That is told at length in {link}, where {things} are shown too.",
)

NOTES = (
    "with notes on {things} and {stuff}",
    "for the {feel} {person}",
    "{act} from the beginning",
    "how {people} {verb} {things}",
    "a page about {stuff}",
    "{many} {adj} {things} described",
    "on {act} and {act}",
)

VAGUE_ANCHORS = ("read more", "here", "this page", "details", "continue", "a longer text", "more")
