"""The words of the subjects nobody crawls for: six of sky, sea, play and rail. Data, not code."""

from __future__ import annotations

from focused_crawler.sample_web.vocabulary import Subject

LEISURE_SUBJECTS = (
    Subject(
        name="sailing",
        label="sailing",
        short="Sailing",
        core="boat, sail, mast, harbour, crew",
        things="keel, rudder, tiller, anchor, halyard, sheet, jib, mainsail, spinnaker, buoy, hull,"
        " deck, cabin, winch, cleat, chart, compass, tide table, mooring, dinghy, yacht, catamaran,"
        " regatta, lighthouse, wave, gust, reef, knot, rope, stern, bow, lifejacket, sandbank,"
        " log book, trade wind, channel, coast",
        stuff="seamanship, ballast, spray, wind, canvas, rigging, salt water, navigation, varnish,"
        " fog, leeway, swell, stability, seasickness, fresh water, buoyancy",
        adjectives="windward, leeward, seaworthy, calm, rough, moored, reefed, downwind, wooden,"
        " tidal, becalmed, offshore, gaff-rigged, single-handed, fast, stormy",
        verbs="hoist, reef, steer, moor, trim, anchor, tack, navigate, launch, varnish, race, bail",
        people="skipper, sailor, helmsman/helmsmen, navigator, boatbuilder, deckhand, harbour"
        " master, rigger, racing crew",
        acts="tacking, reefing, steering, anchoring, racing, trimming sails, navigating, mooring,"
        " sailing at night",
        places="on deck, in the harbour, under full sail, off the headland, in a rising sea,"
        " at the helm",
        sentences=(
            "Reef early, for a {thing} is easier to shorten before the gust than in it.",
            "The trade winds blow steadily enough to carry a {adj} boat across an ocean.",
            "Drop the {thing} in four fathoms and let out five times as much chain.",
            "The tide turns at noon, and by then the {person} wants to be past the headland.",
            "A {adj} hull points higher into the wind but rolls more at anchor.",
            "Metal fittings rust in salt air unless they are rinsed and oiled.",
        ),
    ),
    Subject(
        name="chess",
        label="chess",
        short="Chess",
        core="game, move, opening, king, pawn",
        things="queen, rook, bishop, knight, board, square, file, rank, diagonal, check,"
        " checkmate, sacrifice, gambit, endgame, middlegame, combination, blunder, tournament,"
        " clock, draw, variation, opening book, exchange, fork, pin, skewer, passed pawn, castle,"
        " defence, puzzle, chess program, champion's game, score sheet, rating, fortress,"
        " outpost, tempo, match",
        stuff="tactics, strategy, calculation, material, initiative, zugzwang, time trouble,"
        " stalemate, notation, theory, development, king safety, patience, preparation, space",
        adjectives="isolated, doubled, passed, positional, tactical, open, closed, sharp, drawn,"
        " blindfold, weak, fianchettoed, winning, symmetrical, cornered, quiet",
        verbs="attack, defend, sacrifice, castle, exchange, capture, check, promote, pin, blockade,"
        " calculate, study",
        people="grandmaster, player, opponent, master, champion, arbiter, beginner, problem"
        " composer, chess teacher",
        acts="castling, calculating, playing blitz, studying openings, trading pieces, defending,"
        " solving puzzles, attacking the king, playing for a draw",
        places="on the board, in the opening, in the endgame, on the seventh rank, in the centre,"
        " at the club",
        sentences=(
            "White gives up the exchange to open the {thing} in front of the king.",
            "Trade pieces when you are ahead, and pawns when you are behind.",
            "Every {adj} pawn is a target, unless the {person} finds time to push it.",
            "The book move is to castle, but a {adj} reply may be stronger.",
            "A knight on the rim sees half the squares it could see in the centre.",
            "The {person} offered a draw by repetition, and after long thought it was refused.",
        ),
    ),
    Subject(
        name="weather",
        label="the weather",
        short="Weather",
        core="storm, front, forecast, cloud, season",
        things="cyclone, thunderstorm, shower, gale, blizzard, drought, flood, heatwave, tornado,"
        " hurricane, barometer, thermometer, rain gauge, satellite image, isobar, weather"
        " station, balloon, radar, jet stream, hailstone, snowflake, rainbow, dew point,"
        " depression, ridge, monsoon, trade wind, climate model, warning, weather map, gust, cold"
        " snap, thaw, anemometer, lightning bolt, sunset, bank of fog",
        stuff="rain, snow, hail, sleet, fog, humidity, pressure, sunshine, frost, drizzle, wind"
        " chill, temperature, dew, thunder, ice, mist, evaporation",
        adjectives="cold, mild, humid, overcast, stormy, freezing, unsettled, tropical, arctic,"
        " dry, gusty, foggy, seasonal, wet, warm, thundery",
        verbs="forecast, measure, observe, warn of, chart, predict, report, record, expect, bring,"
        " follow, average",
        people="forecaster, meteorologist, observer, climatologist, storm chaser, farmer,"
        " weather presenter, pilot",
        acts="forecasting, measuring rainfall, reading the barometer, cloud watching, storm"
        " chasing, mapping pressure, keeping records, issuing warnings",
        places="over the hills, along the coast, behind the cold front, in the upper air,"
        " at the weather station, before dawn",
        sentences=(
            "A {adj} front crosses the country tonight and brings {stuff} to the north.",
            "Pressure falls before a {thing}, and the barometer shows it hours ahead.",
            "Warm air rises, cools and drops its water as {stuff} on the windward side.",
            "The record of the station goes back a hundred years, with a gap of one winter.",
            "Trade winds meet near the equator and lift the wet air into towers of cloud.",
            "No model sees further than ten days, for small errors double and double again.",
        ),
    ),
    Subject(
        name="railways",
        label="railways",
        short="Railways",
        core="train, line, station, locomotive, track",
        things="carriage, wagon, signal box, platform, tunnel, viaduct, boiler, timetable,"
        " junction, sleeper, rail, siding, turntable, buffer, freight train, branch line, goods"
        " yard, bogie, coupling, firebox, gradient, level crossing, signal, iron bridge, points"
        " lever, tender, depot, diesel engine, tram, gauge, ticket office, waiting room,"
        " narrow-gauge line, mine railway, express, halt",
        stuff="steam, rolling stock, coal, ballast, traction, electrification, freight, diesel,"
        " steel, wrought iron, punctuality, maintenance, railway history, adhesion, smoke,"
        " braking",
        adjectives="narrow-gauge, electric, disused, single-track, articulated, express, late,"
        " preserved, mainline, suburban, steep, elevated, goods, coal-fired, underground, restored",
        verbs="haul, couple, signal, shunt, restore, electrify, overhaul, repair, inspect, load,"
        " close, reopen",
        people="driver, fireman/firemen, signalman/signalmen, guard, passenger, track worker,"
        " railway engineer, stationmaster, enthusiast",
        acts="shunting, firing a boiler, signalling, laying track, coupling wagons, train spotting,"
        " restoring engines, timetabling, electrifying a line",
        places="on the footplate, at the junction, in the goods yard, on the branch line,"
        " over the viaduct, in the signal box",
        sentences=(
            "The old rolling stock was sold, and the {thing} stood empty for thirty years.",
            "An iron bridge carries the {adj} line over the river on four stone piers.",
            "The signal falls, the guard waves a flag and the {thing} begins to move.",
            "Freight from the mine paid for the {thing} long before a passenger bought a ticket.",
            "A {adj} gradient is worked with a second engine at the rear.",
            "The society runs trains on summer Sundays and repairs its {thing} in the winter.",
        ),
    ),
    Subject(
        name="bees",
        label="beekeeping",
        short="Bees",
        core="hive, colony, queen, bee, swarm",
        things="frame, comb, drone, worker, brood box, super, smoker, veil, hive tool, apiary,"
        " sting, skep, honey jar, blossom, cell, larva/larvae, egg, wing, mite, entrance,"
        " nucleus/nuclei, queen cell, honey flow, extractor, flower, clover field, orchard,"
        " waggle dance, foundation sheet, feeder, hive stand, bee space, robber bee, heather"
        " moor, cluster, bee family, honey market, stock of bees",
        stuff="honey, beeswax, pollen, nectar, propolis, royal jelly, brood, foul brood, sugar"
        " syrup, pollination, forage, smoke, mead, venom, warmth, swarming, ventilation",
        adjectives="queenless, gentle, capped, wintering, healthy, wild, swarming, sealed, sticky,"
        " aggressive, laying, strong, foraging, migratory, native, prime",
        verbs="inspect, feed, requeen, smoke, unite, harvest, house, treat, move, split, mark,"
        " breed",
        people="beekeeper, swarm catcher, bee inspector, queen breeder, honey judge, orchard owner,"
        " candle maker, entomologist",
        acts="beekeeping, feeding, hiving a swarm, uncapping, extracting honey, requeening,"
        " inspecting brood, wintering, breeding queens",
        places="in the apiary, at the hive entrance, on the comb, under the veil, in the brood box,"
        " among the clover",
        sentences=(
            "In May the colony makes a {thing}, and the old queen leaves with half the bees.",
            "A stock of bees that is {adj} in autumn needs little but dry walls and {stuff}.",
            "The workers dance on the comb, and the angle of the dance tells where nectar is.",
            "Queens of one family give gentle workers for a few generations only.",
            "Smoke the entrance, wait a minute and lift the {thing} without a jolt.",
            "Honey from the {thing} sets hard by Christmas, while clover honey stays soft.",
        ),
    ),
    Subject(
        name="astronomy",
        label="astronomy",
        short="Astronomy",
        core="star, planet, telescope, galaxy, orbit",
        things="moon, comet, asteroid, meteor, nebula/nebulae, eclipse, crater, constellation,"
        " lens, mirror, eyepiece, observatory, spectrum/spectra, pulsar, quasar,"
        " supernova/supernovae, black hole, dwarf star, satellite, probe, solar flare, sunspot,"
        " transit, tripod, dome, double star, cluster, light year, star chart, ring system, space"
        " program, occultation, red giant, meteorite, halo, exoplanet, sky survey",
        stuff="gravity, starlight, dark matter, radiation, interstellar dust, redshift, hydrogen,"
        " moonlight, seeing, parallax, magnitude, light pollution, meteoric iron, cosmology,"
        " background noise, spectroscopy, space",
        adjectives="bright, faint, distant, variable, lunar, solar, elliptical, spiral, orbiting,"
        " rocky, gaseous, eclipsing, dark, nearby, rotating, naked-eye",
        verbs="observe, photograph, orbit, measure, catalogue, name, eclipse, resolve, track,"
        " align, detect, sketch",
        people="astronomer, stargazer, observer, astrophysicist, telescope maker, cosmologist,"
        " astronaut, planetary scientist, comet hunter",
        acts="observing, stargazing, grinding a mirror, measuring parallax, tracking a comet,"
        " sketching the moon, polar alignment, photographing the sky, timing an eclipse",
        places="in the night sky, at the eyepiece, near the horizon, in the spiral arm,"
        " at the observatory, beyond the orbit of Neptune",
        sentences=(
            "The {adj} star dims every three days, when its dark companion passes in front.",
            "A {thing} of iron and nickel fell on the plain and left a crater a mile wide.",
            "Let the mirror cool for an hour, or the image of the {thing} will swim.",
            "The light that reaches the {thing} tonight set out before there were towns.",
            "An old book of charts marks the {thing} where no star is seen now.",
            "The program of the observatory is full for two years, and cloud wastes a third of it.",
        ),
    ),
)
