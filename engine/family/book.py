"""The rule book of a preset, written from the data that the engine follows."""

from __future__ import annotations

from engine.family.cards import Card
from engine.family.rules import Doubling, FamilyRules, LeftoverBonus
from engine.family.scoring import Combinations
from engine.ruleset import Section
from engine.words import counted, listed, number


def rule_book(title: str, prose: tuple[str, ...], rules: FamilyRules) -> tuple[Section, ...]:
    """All that a player needs to know of these rules."""
    sections = [
        Section(title=title, paragraphs=(*prose, how_it_ends(rules))),
        Section(title="What scores", rows=_scores(rules.combinations), paragraphs=_scoring(rules)),
        Section(title="A turn", paragraphs=_turn(rules)),
    ]
    if rules.deck:
        total = sum(card.count for card in rules.deck)
        sections.append(
            Section(
                title=f"The {total} cards",
                paragraphs=_card_rules(rules),
                rows=tuple((f"{card.count} × {card.title}", card.asks) for card in rules.deck),
            )
        )
    sections.append(Section(title="The end", paragraphs=_end(rules)))
    return tuple(sections)


def how_it_ends(rules: FamilyRules) -> str:
    """How the game ends, in one short sentence."""
    if rules.goal is None:
        return f"The highest sheet after {counted(rules.minutes or 0, 'minute', 'minutes')} wins."
    goal = number(rules.goal)
    aim = f"more than {goal}" if rules.compare == ">" else goal
    if rules.exact:
        aim = f"exactly {goal}"
    if rules.end == "first_to":
        text = f"The first to reach {aim} wins"
    elif rules.end == "last_turn_each":
        text = f"Reaching {aim} starts the last round"
    else:
        text = f"The highest sheet of the round in which somebody reaches {aim} wins"
    if rules.minutes is not None:
        minutes = counted(rules.minutes, "minute", "minutes")
        return f"{text}; after {minutes} the round is the last."
    return f"{text}."


def _scores(table: Combinations) -> tuple[tuple[str, str], ...]:
    rows = [
        (f"each {face}", number(points)) for face, points in enumerate(table.singles, 1) if points
    ]
    rows += [
        (f"three {face}s", number(points)) for face, points in enumerate(table.triples, 1) if points
    ]
    rows += _kinds(table)
    rows += [
        (name, number(points))
        for name, points in (
            ("1-2-3-4-5-6", table.straight),
            ("1-2-3-4-5", table.straight_low),
            ("2-3-4-5-6", table.straight_high),
            ("three pairs", table.three_pairs),
            ("four of a kind and a pair", table.three_pairs if table.four_two else 0),
            ("six of a kind as three pairs", table.three_pairs if table.six_as_pairs else 0),
            ("two triplets", table.two_triplets),
            ("a triple with a pair, on top of the triple", table.full_house),
            ("six dice of which none scores", table.nothing),
        )
        if points
    ]
    return tuple(rows)


def _kinds(table: Combinations) -> list[tuple[str, str]]:
    match table.kinds:
        case "none":
            return []
        case "add_triple":
            return [("each further equal die", "the triple again")]
        case "double":
            return [("each further equal die", "doubles the triple")]
        case int(factor):
            return [("each further equal die", f"{factor} times as much")]
        case flat:
            words = ("four", "five", "six")
            return [
                (f"{word} of a kind", number(points))
                for word, points in zip(words, flat, strict=True)
                if points
            ]


def _scoring(rules: FamilyRules) -> tuple[str, ...]:
    texts = ["Every die counts once, and only dice of the same roll score together."]
    if rules.pyramiding:
        texts = [
            "Every die counts once. Later rolls may build on equal dice set aside before, until all"
            " dice are used."
        ]
    if rules.single_combination:
        texts.append("One combination may be kept from a roll.")
    if rules.dice.red:
        faces = listed([f"die {n} its {face}" for n, face in enumerate(rules.dice.red, 1)])
        texts.append(f"Each die shows one face in red: {faces}.")
    if rules.doubling is not None:
        texts.append(_doubling(rules.doubling))
    return tuple(texts)


def _doubling(doubling: Doubling) -> str:
    if doubling.scope == "combination":
        return _stacked("A combination with a red face counts double", doubling)
    shows = "shows" if doubling.trigger == "rolled" else "is set aside with"
    return _stacked(f"When a roll {shows} a red face, what is kept of it counts double", doubling)


def _stacked(text: str, doubling: Doubling) -> str:
    return f"{text}, once more for each further one." if doubling.stack == "per_red" else f"{text}."


def _turn(rules: FamilyRules) -> tuple[str, ...]:
    dice = counted(rules.dice.count, "die", "dice")
    texts = [f"Draw a card, then roll {dice}." if rules.deck else f"Roll {dice}."]
    if rules.keep == "all":
        texts.append("Set aside every die that scores, then roll the rest or bank.")
    else:
        texts.append("Set aside at least one scoring die, then roll the rest or bank.")
    texts.append("A roll in which nothing scores is a bust: the points of the turn are lost.")
    texts.append(
        {
            "may_roll": "When all dice are set aside, roll them all again, or bank.",
            "must_roll": "When all dice are set aside, they must all be rolled again.",
            "draw_card": "When all dice are set aside, bank, or draw a new card and roll again"
            " with your points still at risk.",
            "turn_ends": "When all dice are set aside, your points are banked.",
        }[rules.hot_dice]
    )
    texts += _minimums(rules)
    if rules.topping:
        texts.append("A bank must beat what the player before banked in this round.")
    if rules.challenge is not None:
        first, second = map(number, rules.challenge.penalties)
        limit = number(rules.challenge.threshold)
        texts.append(
            "Before the first roll a player who is on the board may challenge another: what the"
            " turn banks is also taken from the rival, once with a sheet below"
            f" {limit} and once after. A bust costs {first}, later {second}."
        )
    if rules.bust_streak is not None:
        streak = rules.bust_streak
        texts.append(
            f"{counted(streak.n, 'bust', 'busts')} in a row cost {number(streak.penalty)}."
        )
    if isinstance(rules.leftover, LeftoverBonus):
        texts.append(
            "After a bank you may start with the dice that the player before left unused: a scoring"
            f" roll of them adds {number(rules.leftover.points)}."
        )
    elif rules.leftover == "inherit":
        texts.append(
            "After a bank you may start with the dice that the player before left unused, and with"
            " the points of that turn."
        )
    if rules.min_score == 0:
        texts.append("No sheet falls below 0.")
    return tuple(texts)


def _minimums(rules: FamilyRules) -> list[str]:
    texts = []
    if rules.entry_min:
        texts.append(f"The first bank of a player needs at least {number(rules.entry_min)}.")
    if rules.bank_min:
        later = "Every later bank" if rules.entry_min else "A bank"
        texts.append(f"{later} needs at least {number(rules.bank_min)}.")
    return texts


def _card_rules(rules: FamilyRules) -> tuple[str, ...]:
    texts = ["An empty pile is made of the cards that were turned up."]
    if any(card.banks for card in rules.deck):
        texts.append(
            "After points were put on the sheet at once, the player may draw on without risk."
            if rules.after_safe_fill == "continue"
            else "After points were put on the sheet at once, the turn ends."
        )
    if any(_doubles(card) for card in rules.deck) and rules.double_scope == "card":
        texts.append("Only points made under the card are doubled.")
    return tuple(texts)


def _doubles(card: Card) -> bool:
    return card.times > 1


def _end(rules: FamilyRules) -> tuple[str, ...]:
    texts = [how_it_ends(rules)]
    if rules.goal is not None and rules.end == "last_turn_each":
        texts.append("Every other player then has one more turn, and the highest sheet wins.")
    if rules.goal is not None and rules.exact:
        texts.append("A bank that would go beyond the goal scores nothing.")
    if rules.end != "first_to" or rules.minutes is not None:
        texts.append(
            {
                "extra_turn": "Players who are level take one more turn each, until one is ahead.",
                "extra_roll": "Players who are level roll all dice once more, until one is ahead.",
                "shared": "Players who are level share the win.",
            }[rules.tie]
        )
    return tuple(texts)
