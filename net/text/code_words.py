"""Numbers as words to read aloud, with ten bits per word.

There are 1,024 common words, which differ in their first four letters.

>>> to_words(5, 2)
'abbey actor'
>>> from_words("ABBEY, acto", 2)
5
>>> from_words("abbey abacus", 2) is None
True
"""

from __future__ import annotations

import re

WORDS = tuple(
    """
abbey absent access acorn acting actor adapt adobe adult advice aerial afar agenda agile ahead alarm album alcove
alert algae alibi alloy almond aloe alpaca alto always amount analog anchor animal ankle answer anthem antler anvil
apex apple apron aqua arch arctic arena argue artist aside aspen asset assist athlete atlas atom attend attic audio
author autumn avenue average avid avocado awake award awning axle azure baby badge bagel baker balcony bamboo banana
band banjo bark barrel basil basket bath baton battery bazaar bean beaver bedrock beetle before begin behind belfry
bell bench beside beyond bias bicycle bingo biology birch biscuit bison black blanket blaze blend blimp blink blossom
blur board bobbin boiler bolt bonfire bonus bookcase boost border botany bottle boulder bounce bowl bracket brass
brave breeze brief bright brisk bronze broom brush bubble bucket budget buffalo buggy builder bulb bumper bundle bunny
burger burrow bushel busy buzzer cabin cactus calcium calm camel canal canoe canvas cape captain caramel carbon cargo
carpet cart cascade catalog cattle cavern cedar ceiling celery cello cement census cereal chain chalk chance chapter
charm check cheese cherry chess chew chief chili chimney chisel choir chorus cider cinema cinnamon circle citrus city
civic claim clarinet clay clean clerk clever client cliff climb clip clock cloth cloud club cobalt cobble cocoa cold
collar column comet common compass concert cool copper coral core corner cosmic cotton couch cougar count cousin
cowboy coyote crab cradle crane crayon cream credit creek cricket crisp crop cross crown crumb crust crystal cube
cuckoo cumin cupola current curtain curve cushion cycle cymbal daisy dance daring daylight debate decade decimal delta
denim depot desert detail device diagram dial diary diesel digit dinner dinosaur diploma doctor dolphin domino door
double dozen dragon drama drift drum duck dugout dune duplex dust dwarf dynamo eager eagle early earth east echo
eclipse editor effort eight elbow elder electric elegant eleven ember emblem emerald empty enamel energy engine enjoy
enough envelope epic equal eraser escape essay estate evening exact exhibit expert extra eyebrow fable fabric face
factory falcon family famous fancy farmer fashion faucet feather felt fence fennel fern ferry festival fiction field
fiesta figure replay filter fire fiscal fish flag flannel flash fleet flight flint float foam focus foggy folder forest
fork fossil foxglove frame freight fresh friend frog frost fruit furnace future gadget galaxy gallery garden garlic
gazelle gecko gentle geyser giant giraffe glacier glad glass glide globe glue goat goblet golden gondola gopher gossip
granite grape gravel green grid grotto grove guava guitar gusto gutter gymnast habit haddock halibut hamlet hammer
handle harvest hawk hazel heading heart helmet herald herb hexagon hidden hiking hill hinge hippo hobby holiday honey
horizon hornet host hotel hour hover hundred hunter hurdle husky hybrid hyena idea igloo image impact inch index
indigo inlet input insect iris iron island ivory jacket jaguar jargon jasmine javelin jazz jersey jetty jewel jigsaw
jockey join joker jolly journal judge juice jumbo jungle junior jury justice kale kayak keel kelp kernel kettle
keyboard kilo kimono kind kingdom kiosk kitchen kiwi knee koala label ladder lagoon lake lamp lantern laptop large
lasso laurel lava lawn layer leader ledger legend lemon lens leopard letter level liberty lichen lighter lilac lime
linen lion liquid listen lively llama loaf lobster lodge logic lonely loop lotus lounge lucky luggage lunar lunch
lupine lute lynx lyric macaw machine magnet mahogany mailbox mallet mammoth maple marble market mason mayor meadow
melody memory mentor menu merit meteor method midnight milk mimosa mineral minor mirror mist mitten mixer mobile model
module moment monkey moose morning mosaic mountain movie mulberry museum music mustard myth nacho nail napkin narrow
native nature navy nectar needle neon nephew network neutral news nickel nimble noble nomad noodle north notebook
novel number nurse nutmeg nylon oasis object oboe ocean octave office olive omega onion onyx opal open opera orange
orbit orchid oregano organ origin osprey ostrich otter outer oval oven owner oxygen oyster ozone pagoda paint palace
pancake panda paper parade parrot passport pasta patch pause pavement peach peanut pebble pecan pelican pencil pepper
perfume pesto petal photo piano pickle picnic pigeon pillow pilot pine pioneer pirate pistachio pitcher pixel pizza
planet plasma plaza plum pocket podium poem pollen pond pony poplar portrait postcard potato powder prairie pretzel
prince prism project prune puddle pueblo puffin pulley pumpkin puppet purple puzzle pyramid python quail quarter queen
quest quick quiet quilt quince quiver quota rabbit raccoon radar radio raft railway raisin rally ranch random rapid
raspberry ratio raven razor reason recipe record refuge region reindeer relay remedy rental repair rescue resin retina
review rhino rhythm ribbon rice riddle ridge ring ripple river road robin rocket rodeo roof rookie rooster rope rotor
round royal rubber ruby rudder rugby ruler rumble runner rural rustic saddle saffron salad salmon salute sample sandal
sapphire sardine satin savanna scarf school scissors scooter screen scroll seagull season second secret sedan seed
segment sequel sesame seven shadow shell shield shop shrimp shuttle sierra signal silver simple singer siren sister
sixty skate sketch skill skunk sleeve slice slogan smart smile smoke snack snow soap soccer social soda sofa soil
solar solid sonata soup south space sparrow speed spider spoon spring square squid stable star stone story straw
street studio subway sugar suitcase summer sunset supper surf sushi swan sweater swim sycamore symbol syrup system
tactic taffy talent tango tapestry target taxi teacup teapot teddy temple tennis terrace textile thimble thorn thunder
ticket tidal tiger timber tinsel tiny titan toast toffee token tomato tonic topaz torch tortoise total toucan tower
tractor train treasure triangle trophy truck tulip tuna tundra tunnel tutor tuxedo twelve twig twin typist ukulele
umbrella uncle under uniform union unique upper urban useful usher utopia vacuum valley vanilla vase vault vector
velvet vendor veranda vessel viaduct victory video village vinegar violin virtue visit vitamin vivid vocal voice
volcano voyage vulture wafer wagon waiter walnut walrus waltz warm wasabi waterfall wave weasel wedge weekend welcome
west wheat whisper white wicker widget willow window winter wisdom wizard wolf wonder wooden world wreath writer yacht
yard yarn year yellow yeti yoga yogurt young yucca zebra zenith zephyr zero zigzag zinc zipper zodiac zone zoom
""".split()  # noqa: SIM905 - a list of a thousand lines would say no more
)
BITS_PER_WORD = 10
_CODE_PREFIX_LENGTH = 4
"""Number of letters that identify a word."""
_NUMBERS = {word[:_CODE_PREFIX_LENGTH]: number for number, word in enumerate(WORDS)}


def to_words(number: int, count: int) -> str:
    """Return a number below 2 ** (10 * count) as `count` words."""
    return " ".join(WORDS[number >> BITS_PER_WORD * i & 1023] for i in reversed(range(count)))


def from_words(text: str, count: int) -> int | None:
    """Return the number that `count` words encode, or None if the text is not `count` known words.

    Case and separators do not matter. The first four letters of each word are enough; its other letters may be
    misspelt.
    """
    said = [word for word in re.split(r"[^a-z]+", text.lower()) if word]
    numbers = [_NUMBERS[word[:_CODE_PREFIX_LENGTH]] for word in said if word[:_CODE_PREFIX_LENGTH] in _NUMBERS]
    if len(said) != count or len(numbers) != count:
        return None
    return sum(number << BITS_PER_WORD * i for i, number in enumerate(reversed(numbers)))
