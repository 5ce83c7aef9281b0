"""Stop words of the languages beside English that have a stemmer: the commonest function words."""

from __future__ import annotations

_LISTS = {
    "ar": """
    في من على إلى الى عن مع هذا هذه ذلك تلك التي الذي الذين و أو او ثم لا ما لم لن إن ان أن كان
    كانت يكون هو هي هم هن أنا نحن أنت كل بعض بين بعد قبل عند حتى إذا اذا قد كما لكن غير أي ليس
    منذ حيث فيه فيها منه منها به بها له لها عليه عليها أيضا هناك هنا كيف متى أين لماذا خلال ضد
    """,
    "da": """
    og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi
    min havde ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her
    alle vil blev kunne ind når være dog noget ville jo deres efter ned skulle denne end dette
    mit også under have dig anden hende mine alt meget sit sine vor mod disse hvis din nogle hos
    blive mange ad bliver hendes været thi jer sådan ved kan man andre hvilken hvilke
    """,
    "de": """
    der die das den dem des ein eine einen einem einer eines und oder aber auch als am an auf
    aus bei beim bin bis bist da dabei damit dann daran darauf daraus darin dass daß dazu dein
    deine denn deren dessen dich dir doch dort du durch er es etwas euch euer für gegen gewesen
    hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
    im in indem ins ist ja jede jedem jeden jeder jedes jene kann kein keine keinem keinen
    keiner können könnte man manche mehr mein meine mich mir mit muss müssen nach nicht nichts
    noch nun nur ob ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so solche
    soll sollte sondern sonst über um uns unser unsere unter vom von vor war waren was weil
    welche welchem welchen welcher wenn werde werden wie wieder will wir wird wirst wo wollen
    wollte während würde würden zu zum zur zwar zwischen
    """,
    "es": """
    el la los las un una unos unas de del a al y e o u en con por para sin sobre entre hasta
    desde durante ante bajo contra según tras que qué quien quién cual cuál cuando cuándo donde
    dónde como cómo si no ni sí ya muy más menos mucho muchos poco también tampoco pero sino
    porque pues aunque yo tú él ella ello nosotros vosotros ellos ellas usted ustedes me te se
    le les lo nos os mi mis tu tus su sus nuestro nuestra este esta esto estos estas ese esa eso
    esos esas aquel aquella otro otra otros otras todo toda todos todas algo alguien alguno
    algunos nada nadie cada mismo tan tanto ser es son era eran fue fueron sea sido siendo soy
    eres somos estar está están estaba había han ha he hay haber tiene tienen tener puede pueden
    """,
    "fi": """
    olla on ovat oli olivat ole olen olet olemme ollut olisi ei en et emme ette eivät ja tai
    sekä mutta vaan että jos kun koska kuin niin myös minä sinä hän me te he se ne tämä tuo nämä
    nuo minun sinun hänen meidän teidän heidän sen niiden tämän mikä mitä mitkä missä mistä
    mihin joka jotka jonka joita jossa josta johon jota kuka ketkä siinä siitä siihen tässä
    tästä tähän niitä niissä nyt vain vielä jo kanssa ennen jälkeen yli ali ilman mukaan välillä
    itse kaikki muu muut joku jokin jos sitten siis vaikka hyvin
    """,
    "fr": """
    le la les un une des du de d l au aux et ou où mais donc or ni car ne pas plus moins très je
    tu il elle on nous vous ils elles me te se moi toi lui leur leurs eux mon ma mes ton ta tes
    son sa ses notre nos votre vos ce cet cette ces ceci cela ça celui celle ceux celles qui que
    quoi quel quelle quels quelles dont dans en par pour avec sans sous sur vers chez entre
    depuis pendant avant après contre jusque comme quand comment pourquoi si aussi bien encore
    déjà toujours jamais tout toute tous toutes aucun aucune autre autres même mêmes peu trop
    être est sont suis es sommes êtes était étaient été sera seront soit avoir a ai as avons
    avez ont avait avaient eu fait faire peut peuvent y alors ainsi afin lors puis ici là
    """,
    "hu": """
    a az egy és vagy de hogy nem is ha mint csak már még meg el ki be fel le ez az ezt azt ezek
    azok ezen azon itt ott így úgy én te ő mi ti ők engem téged őt minket titeket őket nekem
    neki nekünk nekik aki akik ami amik amely amelyek amit akit ahol amikor mert mivel pedig
    tehát azonban hanem van volt lesz vannak voltak lenne legyen lehet kell kellett sem se
    minden mindig más mások egyik másik között alatt után előtt mellett felett nélkül szerint
    által volna nagyon több sok
    """,
    "it": """
    il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle
    da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle con su sul sullo sulla
    sui sugli sulle per tra fra e ed o ma se anche come quando dove perché che chi cui quale
    quali non più meno molto poco troppo io tu lui lei noi voi loro mi ti ci vi si lo li ne mio
    mia tuo tua suo sua suoi sue nostro vostro questo questa questi queste quello quella quelli
    quelle essere è sono sei siamo era erano stato stata fu sia avere ho hai ha abbiamo hanno
    aveva avevano può possono ogni tutto tutti tutta tutte altro altri altra altre stesso già
    ancora così dopo prima senza sotto sopra contro fino durante
    """,
    "nl": """
    de het een en of maar want dus ook als dan dat die dit deze door voor van in op aan uit met
    bij naar om te ten ter tot over onder tegen tussen zonder na sinds tijdens ik jij je u hij
    zij ze wij we jullie hen hun hem haar mij me ons onze mijn jouw uw zijn zich wie wat waar
    wanneer waarom hoe welk welke er hier daar niet geen wel nog al alle alles iets niets ander
    andere is was waren ben bent wordt worden werd werden geworden heb heeft hebben had hadden
    kan kunnen kon zal zullen zou zouden moet moeten mag mogen doen toch zo zoals meer veel
    omdat toen nu reeds
    """,
    "no": """
    og i jeg det at en et den til er som på de med han av ikke der så var meg seg men ett har om
    vi min mitt ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller
    hva skal selv sjøl her alle vil bli ble blitt kunne inn når være kom noen noe ville dere
    deres kun ja etter ned skulle denne for deg si sine sitt mot å meget hvorfor dette disse
    uten hvordan ingen din ditt blir samme hvilken hvilke sånn inni mellom vår hver hvem vors
    hvis både bare enn fordi før mange også slik vært være begge siden dykk dei ikkje eg ein eit
    """,
    "pt": """
    o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para
    com sem sob sobre entre até desde durante contra e ou mas nem que quem qual quais quando
    onde como porque se não sim já muito mais menos pouco também ainda eu tu ele ela nós vós
    eles elas você vocês me te lhe lhes meu minha teu tua seu sua seus suas nosso nossa este
    esta estes estas isto esse essa esses essas isso aquele aquela aqueles aquelas aquilo outro
    outra outros outras todo toda todos todas cada algum alguma alguns algumas nenhum ser é são
    era eram foi foram seja sido sendo estar está estão estava ter tem têm tinha tinham haver há
    pode podem ao à aos às num numa mesmo depois antes
    """,
    "ro": """
    și si sau dar iar ori nici un o unei unui unor al ai ale lui de din la în in cu pe pentru
    prin spre fără sub peste între după înainte până despre ca că să nu mai foarte este e sunt
    era erau fost fi fie am ai are au avea avem aveți avut eu tu el ea noi voi ei ele mă te se
    ne vă îi îl le lor meu mea tău ta său sa nostru vostru acest această acești aceste acesta
    aceasta acel acea acei acele care ce cine când cum unde cât atât dacă deci deși tot toate
    toți toată alt altă alți alte fiecare orice nimic ceva așa doar chiar încă acum aici acolo
    poate pot
    """,
    "ru": """
    и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её
    мне было вот от меня еще ещё нет о об из ему теперь когда даже ну вдруг ли если уже или ни
    быть был была были него до вас нибудь опять уж вам ведь там потом себя ничего ей может они
    тут где есть надо ней для мы тебя их чем сам чтоб чтобы без будто чего раз тоже себе под
    будет ж тогда кто этот эта это эти того потому этого какой какая какие совсем ним здесь этом
    один почти мой моя тем нее неё сейчас куда зачем всех никогда можно при наконец два другой
    хоть после над больше тот та те через нас про всего них который которая которые которых
    много разве эту свою этой перед иногда лучше чуть том нельзя такой им более всегда между
    также
    """,
    "sv": """
    och det att i en jag hon som han på den med var sig för så till är men ett om hade de av
    icke inte mig du henne då sin nu har hans honom skulle hennes där min man ej vid kunde något
    från ut när efter upp vi dem vara vad över än dig kan sina här ha mot alla under någon eller
    allt mycket sedan ju denna själv detta åt utan varit hur ingen mitt ni bli blev oss din
    dessa några deras blir mina samma vilken er sådan vår blivit dess inom mellan sådant varför
    varje vilka ditt vem vilket sitta sådana vart dina vars vårt våra ert era vilkas också
    eftersom
    """,
}
STOP_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
