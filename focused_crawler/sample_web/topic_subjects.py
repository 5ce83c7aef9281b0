"""The words of the four topics that ship with the crawler. Data, not code."""

from __future__ import annotations

from focused_crawler.sample_web.vocabulary import Subject

TOPIC_SUBJECTS = (
    Subject(
        name="stock-market",
        label="the stock market",
        short="Markets",
        core="stock, market, quote, trade, exchange, stock market, investment",
        things="share, bond, dividend, index/indices, portfolio, fund, option, future, order,"
        " price, spread, ticker, listing, balance sheet, rally, crash, yield, sector, brokerage"
        " account, prospectus, bull market, bear market, position, margin call, benchmark, stock"
        " split, commodity, currency, bank, earnings report, trading day, pension fund, takeover"
        " bid, stock exchange, price quote, closing bell, auction, hedge, holding, forecast",
        stuff="finance, liquidity, capital, volatility, risk, equity, inflation, momentum, credit,"
        " leverage, turnover, market depth, personal finance, price discovery, compound interest,"
        " corporate finance, stock trading, cash, profit",
        adjectives="listed, liquid, volatile, undervalued, diversified, overnight, quarterly,"
        " speculative, bullish, bearish, long-term, blue-chip, thinly traded, leveraged, cyclical,"
        " financial, foreign, hedged, passive",
        verbs="trade, quote, invest in, exchange, hedge, price, buy, sell, short, settle, value,"
        " underwrite, hold, rebalance",
        people="trader, investor, broker, analyst, fund manager, market maker, economist, banker,"
        " shareholder, regulator, auditor, stock picker",
        acts="trading, investing, hedging, reading a quote, picking a stock, price watching,"
        " market timing, rebalancing, clearing a trade, issuing shares, valuing a company",
        places="on the exchange, in a falling market, on the trading floor, at the opening bell,"
        " in a rising market, on the order book, in the finance pages",
        sentences=(
            "A stock quote shows the last trade, the best bid and the best offer on the exchange.",
            (
                "When the market opens, every {person} compares the overnight quote with the first"
                " trade of the day."
            ),
            "Those who invest a little each month need not guess which way the market will turn.",
            (
                "The exchange matches each order to buy with an order to sell, and the trade is"
                " settled two days later."
            ),
            (
                "A company issues stock to raise {stuff}, and the stock market puts a price on its"
                " future."
            ),
            (
                "Textbooks of finance separate the price of a {thing} from its value, and the"
                " market spends its days between the two."
            ),
            "To invest abroad, {people} exchange one currency for another and carry that risk too.",
            (
                "A free quote on the web is often delayed by fifteen minutes, so a live trade may"
                " be filled at another price."
            ),
            (
                "Both a {adj} stock and a {adj} {thing} fall when the whole market falls; only the"
                " size of the fall differs."
            ),
            (
                "The finance ministry watches the stock exchange, for a sudden fall in trade is an"
                " early sign of trouble."
            ),
        ),
    ),
    Subject(
        name="iron-ore",
        label="iron ore",
        short="Iron ore",
        core="mine, ore, iron ore, iron mine, metal, ore body/ore bodies",
        things="quarry, pit, shaft, deposit, seam, haul truck, crusher, conveyor, blast furnace,"
        " pellet, sinter plant, stockpile, drill hole, bench, vein, ore carrier, furnace, slag"
        " heap, tailings dam, concentrate, geological survey, outcrop, boulder, excavator, mill,"
        " assay, ingot, alloy, smelter, railway line, port, blast, ore grade, banded formation,"
        " crust, mining lease, core sample, mountain, explosive charge, magnetic separator",
        stuff="hematite, magnetite, mining, iron, steel, limonite, goethite, siderite, silica,"
        " pig iron, coke, limestone, overburden, open-pit mining, dust, gangue, red rock, rust,"
        " underground mining",
        adjectives="high-grade, low-grade, magnetic, banded, lump, red, oxidised, weathered, deep,"
        " crushed, pelletised, sintered, metallic, open-pit, underground, heavy, mineral-rich,"
        " dense, abandoned",
        verbs="mine, crush, drill, smelt, haul, blast, screen, ship, grade, assay, dig out,"
        " concentrate, roast, stockpile",
        people="miner, geologist, surveyor, metallurgist, driller, mine engineer, furnace worker,"
        " prospector, truck driver, shift foreman/shift foremen, mineralogist",
        acts="mining, smelting, crushing ore, open-pit mining, drilling, grading ore, blasting,"
        " magnetic separation, sintering, mapping an ore body, reclaiming a mine",
        places="in the open pit, at the mine, at the ore port, beside the blast furnace,"
        " below the water table, in the mining town, along the ore railway",
        sentences=(
            "Hematite and magnetite are the two minerals from which most iron is made.",
            (
                "Magnetite is drawn out of the crushed rock with magnets, while hematite has to be"
                " washed and screened."
            ),
            (
                "A mine is planned around the ore body, and the richest ore is seldom the first to"
                " be dug."
            ),
            (
                "In the blast furnace the ore gives up its oxygen to carbon, and liquid metal"
                " gathers below the slag."
            ),
            (
                "Iron ore with more than sixty parts in a hundred of iron can go to the furnace"
                " without further treatment."
            ),
            "Open-pit mining moves several tonnes of waste rock for each tonne of ore.",
            (
                "The {adj} ore is crushed at the mine, carried by rail and shipped to the mills"
                " where metal is made."
            ),
            (
                "A streak of hematite is red and a streak of magnetite is black, which is how a"
                " {person} tells them apart in the field."
            ),
            (
                "Mining ends when the ore is spent, but the {thing} stays in the landscape for a"
                " century."
            ),
            (
                "The oldest iron formations were laid down in shallow seas, long before any {thing}"
                " stood on land."
            ),
        ),
    ),
    Subject(
        name="genetic-dna",
        label="genetics and DNA",
        short="Genetics",
        core="DNA test, family, ancestor, family history, genetic marker, family tree",
        things="gene, genome, chromosome, mutation, haplogroup, cousin, parish register, census,"
        " surname, sample, swab, cell, nucleus/nuclei, protein, base pair, sequence, allele,"
        " trait, pedigree, match, lineage, strand, double helix/double helices, microarray,"
        " biobank, clone, genetic disorder, enzyme, primer, birth record, migration, population,"
        " grandparent, descendant, carrier, inheritance pattern, micro tube, twin study, genetic"
        " code, bio sample",
        stuff="DNA, genetic variation, heredity, ancestry, mitochondrial DNA, biology, genealogy,"
        " microbiology, bio data, saliva, kinship, genetic drift, natural selection, ancient DNA,"
        " family lore, bio chemistry, evidence, oral history",
        adjectives="genetic, maternal, paternal, inherited, recessive, dominant, ancestral,"
        " mitochondrial, microscopic, molecular, autosomal, distant, shared, rare, biological,"
        " sequenced, hereditary, micro, unknown",
        verbs="sequence, inherit, trace, compare, copy, test, map, express, sample, pass on,"
        " record, match, splice",
        people="geneticist, genealogist, family historian, biologist, counsellor, archivist,"
        " laboratory technician, microbiologist, adoptee, researcher, population geneticist",
        acts="tracing an ancestor, DNA testing, sequencing, genetic counselling, reading a"
        " pedigree, building a family tree, gene mapping, comparing matches, cell division,"
        " searching family history, copying DNA",
        places="in the laboratory, in the family bible, in the genome, along the maternal line,"
        " in the parish archive, within the cell, on the same chromosome",
        sentences=(
            "Every cell carries the same DNA, folded so tightly that it fits into a micro space.",
            "A family history built on paper alone can be tested against the genetic record.",
            (
                "Half of a person's DNA comes from each parent, and every ancestor further back"
                " leaves a smaller share."
            ),
            (
                "Genetic distance between two people tells how many generations part them from a"
                " common ancestor."
            ),
            "The bio laboratory copies the DNA until there is enough of it to read.",
            (
                "A micro change in one {thing} may be harmless, or it may run through a family for"
                " centuries."
            ),
            "The history of a {adj} {thing} can be read from the DNA of people alive today.",
            (
                "Mitochondrial DNA passes from mother to child, so it follows one thin line of the"
                " family tree."
            ),
            (
                "Before a genetic test a {person} asks what the family would do with an unwelcome"
                " answer."
            ),
            (
                "Old letters name an ancestor whom no register knows, and a DNA match settles the"
                " matter."
            ),
        ),
    ),
    Subject(
        name="computer-books",
        label="computer books",
        short="Computer books",
        core="book, ebook, computer book, program, web site, computer, site",
        things="free book, free ebook, chapter, tutorial, manual, textbook, compiler, function,"
        " algorithm, listing, web page, web browser, operating system, database, keyboard,"
        " exercise, reference card, edition, publisher, download, reader, library, loop,"
        " variable, server, code example, bookshop, appendix, glossary, bug, data structure,"
        " script, web server, file, test suite, programming language, lecture, paperback,"
        " index/indices, network",
        stuff="software, programming, source code, documentation, free software, syntax, recursion,"
        " web design, web programming, open content, computer science, typesetting, debugging,"
        " hardware, free access, memory, object code",
        adjectives="free, printed, annotated, open, introductory, downloadable, second-hand,"
        " revised, portable, digital, online, interactive, structured, worked, out-of-print,"
        " object-oriented, well-indexed",
        verbs="download, program, read, compile, print, publish, debug, review, borrow, index,"
        " type in, run, revise, test",
        people="programmer, author, reader, student, reviewer, librarian, web designer, editor,"
        " computer scientist, self-taught coder, teacher, bookseller",
        acts="programming, reading a computer book, web design, downloading an ebook, debugging,"
        " writing a program, learning a language, publishing on the web, testing code,"
        " free publishing, collecting manuals",
        places="on the web, on the bookshelf, in the free library, in the second chapter,"
        " on a web site, in the computer room, on an ebook reader",
        sentences=(
            "The book is free to read on the web site, and a printed copy can be ordered.",
            "A good computer book teaches by a program that the reader can type in and change.",
            "An ebook is searched in a second, but many {people} still learn from a printed book.",
            "The author keeps a web site with a list of errors and the source of every program.",
            "Any computer with a web browser can open the ebook; no other program is needed.",
            "The free edition of the book lags behind the printed one by a year.",
            "Each chapter ends with a small program, and the site holds the answers.",
            "A book on the web can be corrected the same day, which no paper book can match.",
            (
                "Old computer manuals were the only book beside the machine, and people read them"
                " from cover to cover."
            ),
            (
                "The site lists each free {thing} by language and level, and links to a review of"
                " the book."
            ),
        ),
    ),
)
