"""The words of the subjects nobody crawls for: six of everyday life. Data, not code."""

from __future__ import annotations

from focused_crawler.sample_web.vocabulary import Subject

EVERYDAY_SUBJECTS = (
    Subject(
        name="gardening",
        label="gardening",
        short="Garden",
        core="garden, bed, seed, plant, shrub",
        things="hedge, lawn, border, pot, spade, rake, trowel, greenhouse, cold frame, bulb,"
        " rose, fruit tree, root, leaf/leaves, flower, weed, slug, compost heap, vegetable,"
        " potato, tomato/tomatoes, bean, herb, seedling, cutting, graft, wheelbarrow, watering"
        " can, pergola, allotment, water butt, hoe, perennial, climber, seed market, cane, stem,"
        " meadow",
        stuff="soil, compost, mulch, manure, shade, drainage, clay, leaf mould, pollen, frost,"
        " rainwater, lime, sand, root stock, moss, growth, peat",
        adjectives="sunny, shady, hardy, tender, evergreen, climbing, fertile, waterlogged, raised,"
        " double-dug, self-sown, fragrant, woody, early, sandy, dormant",
        verbs="plant, prune, sow, water, weed, mulch, graft, divide, transplant, feed, stake, thin",
        people="gardener, nurseryman/nurserymen, botanist, allotment holder, landscape designer,"
        " grower, groundsman/groundsmen, seed merchant",
        acts="sowing, pruning, weeding, digging, grafting, mulching, watering, dividing perennials,"
        " raising seedlings",
        places="in the border, under glass, against a south wall, in the vegetable plot,"
        " beside the pond, at the plant market",
        sentences=(
            "Sow the seed thinly, cover it with fine soil and keep the frost away until May.",
            "A {adj} border needs digging once and mulch every spring.",
            "Roses of one family resent the place where another rose has died.",
            "Prune a {thing} in late winter, while the sap is low and the frame is easy to see.",
            "Compost turns dark and sweet when air and rain can reach it.",
            "The best site for a {thing} has morning sun and shelter from the wind.",
        ),
    ),
    Subject(
        name="cooking",
        label="cooking",
        short="Kitchen",
        core="recipe, dish, sauce, pan, oven",
        things="stew, soup, loaf/loaves, onion, carrot, iron pan, stock pot, knife/knives, whisk,"
        " ladle, spoon, casserole, roast, pastry, cake, pie, omelette, salad, spice, herb, lemon,"
        " mushroom, joint, fillet, dumpling, noodle, cutlet, pudding, marinade, grater, kitchen,"
        " chopping board, biscuit, market stall, cook book, egg, filling, kettle",
        stuff="butter, flour, garlic, pepper, salt, olive oil, dough, vegetable stock, cream,"
        " sugar, rice, parsley, yeast, steam, vinegar, cheese, seasoning",
        adjectives="crisp, tender, golden, simmering, salted, smoked, roasted, spicy, sour, sweet,"
        " creamy, stuffed, grilled, home-made, slow-cooked, fresh",
        verbs="simmer, roast, chop, season, whisk, fry, bake, knead, taste, serve, stir, drain",
        people="cook, chef, baker, butcher, guest, pastry chef, fishmonger, food writer",
        acts="baking, roasting, simmering stock, kneading, tasting, frying onions, carving,"
        " reducing a sauce, seasoning",
        places="in the kitchen, at the table, over a low flame, in a hot oven, at the fish market,"
        " in a heavy iron pan",
        sentences=(
            "Let the stock simmer for three hours and skim it from time to time.",
            "Fry the onions slowly, for a burnt {thing} cannot be saved by any {stuff}.",
            "A heavy iron pan holds its heat when the {thing} goes in.",
            "Taste the {thing} twice, once before the salt and once after.",
            "Bread asks for flour, water, salt and time, and the time matters most.",
            "What the market has fresh in the morning decides the {adj} {thing} of the evening.",
        ),
    ),
    Subject(
        name="football",
        label="football",
        short="Football",
        core="match, team, goal, league, club",
        things="penalty, corner, free kick, striker, header, pass, shot, save, tackle, offside"
        " trap, season, cup tie, transfer, stadium, stand, whistle, red card, referee report,"
        " fixture, training session, formation, draw, defeat, win, crowd, scarf/scarves, pitch,"
        " goalpost, substitution, dressing room, derby, squad, away game, transfer market, youth"
        " side, trophy",
        stuff="possession, stamina, fitness, pressing, extra time, injury time, home advantage,"
        " discipline, relegation, promotion, team spirit, pace, club history, width, finishing",
        adjectives="defensive, attacking, unbeaten, injured, away, late, goalless, fit, offside,"
        " left-footed, relegated, tactical, veteran, physical, quick, second-half",
        verbs="score, defend, tackle, pass, mark, press, coach, save, win, lose, sign, transfer",
        people="striker, goalkeeper, defender, referee, manager, coach, winger, supporter, captain,"
        " midfielder, scout",
        acts="defending, passing, pressing, taking a penalty, training, crossing the ball,"
        " marking, counter-attacking, shooting",
        places="on the pitch, in the penalty area, on the bench, at the far post, in the stands,"
        " under floodlights",
        sentences=(
            "The {person} met the corner at the near post and headed it past the goalkeeper.",
            "A {adj} side that loses the ball in midfield has thirty yards to run back.",
            (
                "The club sold its best {person} on the transfer market and spent the money on a"
                " stand."
            ),
            "Free kicks are rehearsed on the training ground until every {person} knows the run.",
            "After ninety minutes there was no goal, and the tie went to penalties.",
            "Supporters whose family has followed the club for generations sang through the rain.",
        ),
    ),
    Subject(
        name="medicine",
        label="medicine",
        short="Health",
        core="patient, treatment, symptom, disease, hospital",
        things="vaccine, clinic, drug, dose, tablet, bandage, wound, fracture, lung, heart, kidney,"
        " liver, nerve, muscle, joint, artery, infection, fever, rash, allergy, tumour, diagnosis/"
        "diagnoses, blood test, operation, ward, ambulance, prescription, scan, trial, side effect,"
        " stethoscope, syringe, bone, blood cell, family doctor, virus, organ, blood bank",
        stuff="blood, medicine, nursing, pain, insulin, anaesthesia, blood pressure, oxygen, sleep,"
        " nutrition, immunity, hygiene, recovery, penicillin, first aid, iron deficiency, research",
        adjectives="chronic, acute, infected, surgical, clinical, feverish, swollen, healthy,"
        " viral, bacterial, painful, intravenous, elderly, inflamed, mild, contagious",
        verbs="treat, diagnose, examine, prescribe, vaccinate, heal, monitor, dress, operate on,"
        " relieve, isolate, discharge",
        people="doctor, nurse, surgeon, pharmacist, physician, paramedic, midwife/midwives,"
        " radiologist, patient, therapist",
        acts="nursing, diagnosing, vaccinating, dressing a wound, taking blood, screening,"
        " washing hands, measuring blood pressure, convalescing",
        places="on the ward, in the clinic, at the bedside, in the operating theatre,"
        " in the blood, at the surgery",
        sentences=(
            "The doctor takes a history, asking what illness runs in the family, before any test.",
            "A {adj} patient is given fluids first and a {thing} later.",
            "The vaccine trains the body to know a virus that it has never met.",
            "Too little iron in the blood leaves a patient pale and short of breath.",
            "Wash the wound, cover it and look at it again after two days.",
            "Blood pressure is measured twice, for the first reading is often too high.",
        ),
    ),
    Subject(
        name="travel",
        label="travel",
        short="Travel",
        core="journey, hotel, town, tour, traveller",
        things="passport, ticket, suitcase, museum, harbour, beach, mountain hut, guide book, map,"
        " ferry, airport, guest house, ruin, cathedral, castle, market square, old town, souvenir,"
        " border, visa, backpack, tent, campsite, valley, island, bridge, cafe, road, viewpoint,"
        " currency exchange, heritage site, street, temple, bus, hostel, trail, landmark",
        stuff="luggage, sightseeing, hospitality, travel insurance, sunshine, scenery, local food,"
        " jet lag, sunscreen, nightlife, hiking, cash, solitude, folklore, street food, culture",
        adjectives="scenic, crowded, remote, coastal, historic, winding, sandy, affordable,"
        " foreign, picturesque, medieval, sleepy, volcanic, seaside, busy, walled",
        verbs="visit, explore, book, pack, photograph, cross, tour, leave, reach, recommend, hire,"
        " climb",
        people="traveller, tourist, guide, innkeeper, backpacker, hiker, host, ticket clerk,"
        " pilgrim",
        acts="travelling, packing, hiking, sightseeing, booking a room, island hopping, camping,"
        " crossing a border, getting lost",
        places="in the old town, by the harbour, on the island, at the border, in the high season,"
        " off the main road",
        sentences=(
            "Book the {thing} early, for in August every bed on the coast is taken.",
            "The old town lies within its walls, and the {adj} {thing} is a short walk away.",
            "Exchange a little money at the airport and the rest in the town.",
            "A free map from the station shows each {thing} but none of the hills between them.",
            "The ferry leaves at dawn, and a {person} who misses it waits a day.",
            "The village market is held on Saturday, and by noon nothing is left.",
        ),
    ),
    Subject(
        name="pottery",
        label="pottery",
        short="Pottery",
        core="pot, kiln, glaze, bowl, vessel",
        things="wheel, vase, jug, plate, tile, teapot, mug, slab, coil, handle, spout, rim, foot"
        " ring, brush, sponge, cone, shelf/shelves, firing, crack, glaze recipe, mould, studio,"
        " workshop, lid, sherd, figurine, cup, kiln log, bat, apron, exhibition, rib, ash glaze,"
        " pattern, craft market, seal, cylinder",
        stuff="clay, slip, stoneware, porcelain, earthenware, iron oxide, cobalt, feldspar, silica,"
        " raku, ash, terracotta, grog, wax resist, wood smoke, texture, shrinkage",
        adjectives="glazed, fired, thrown, hand-built, burnished, porous, leather-hard, speckled,"
        " translucent, crackled, rough, cracked, salt-glazed, rounded, unglazed, matt",
        verbs="throw, fire, glaze, trim, centre, coil, wedge, decorate, dry, carve, mix, dip",
        people="potter, ceramist, apprentice, collector, kiln builder, glaze chemist, curator,"
        " studio potter",
        acts="throwing, firing, glazing, wedging clay, trimming, centring, hand-building, dipping,"
        " packing a kiln",
        places="on the wheel, in the kiln, at the craft market, on the drying shelf, in the studio,"
        " under the glaze",
        sentences=(
            "Centre the clay before opening it, or the {thing} will wander to one side.",
            "Iron oxide turns a clear glaze to honey, and more of it to black.",
            "The kiln climbs a hundred degrees an hour and is left to cool for two days.",
            "A {adj} {thing} rings when it is tapped, and a cracked one gives a dull sound.",
            "Slip is poured over the {adj} rim and left to run where it will.",
            "Metal tools scratch a soft pot, so the {person} works with wood and bone.",
        ),
    ),
)
