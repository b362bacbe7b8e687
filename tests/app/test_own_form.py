"""The form of own rules is the model of the rules: nothing is left out, every fault has a place."""

from __future__ import annotations

import pytest

from app.views import own_texts
from app.views.offers import offers
from app.views.own_fields import PART, Field, text_for, value_for
from app.views.own_form import RuleDraft, asked, begun, family_rules, is_family, read, shown
from app.views.own_odds import prospect_lines, prospects
from engine.family.rules import FamilyRules
from engine.registry import presets, ruleset
from engine.strategy.odds import bust_chance, keeps_worth

FAMILY = [name for name in presets() if is_family(name)]
OFFERS = {offer.id: offer for offer in offers()}


def draft_of(preset: str, **typed: str) -> RuleDraft:
    """Rules from a preset with these texts in the fields (two lines under for a point)."""
    texts = {path.replace("__", "."): text for path, text in typed.items()}
    return begun(OFFERS[preset], new=True).replace(title="Friday", typed=texts)


def fields_of(draft: RuleDraft) -> list[Field]:
    """Every field of the form."""
    return [field for part in asked(draft) for field in part.fields]


@pytest.mark.parametrize("preset", presets())
def test_an_untouched_form_means_its_preset(preset: str) -> None:
    reading = read(draft_of(preset))
    assert reading.faults == {}
    game = ruleset(preset)
    now, before = game.options(preset, reading.options), game.options(preset, {})
    assert {**now, "title": ""} == {**before, "title": ""}


def test_every_rule_of_the_model_is_asked() -> None:
    found = {
        field.path.split(".")[0].split("#")[0]
        for preset in ("fill-or-bust", "zilch")
        for field in fields_of(draft_of(preset))
    }
    assert found | {"title"} == set(FamilyRules.model_fields)
    inside = {field.path for field in fields_of(draft_of("zilch"))}
    for name in ("dice", "combinations"):
        model = type(getattr(FamilyRules(), name))
        assert {f"{name}.{part}" for part in model.model_fields} <= inside


@pytest.mark.parametrize("preset", FAMILY)
def test_every_field_is_worded(preset: str) -> None:
    for field in fields_of(draft_of(preset)):
        assert field.label.removeprefix(own_texts.INSIDE()).strip()
        assert field.help
        assert field.help != field.label, field.path
        assert not [label for _, label in field.choices if "#" in label or "_" in label]


@pytest.mark.parametrize("preset", presets())
def test_every_choice_can_be_made_and_is_kept_or_told(preset: str) -> None:
    first = draft_of(preset)
    for field in fields_of(first):
        if field.kind != "choice":
            continue
        for text, _ in field.choices:
            opened = {field.path: text}
            if field.where is not None:
                opened[field.where[0]] = field.where[1]
            draft = first.replace(typed=opened)
            reading = read(draft)
            if reading.faults:
                assert not family_rules(draft)
                continue
            value = ruleset(preset).options(preset, reading.options)
            for part in field.path.split("."):
                value = value[part]
            assert text_for(field, value) == text, (field.path, text)


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ({"challenge": PART}, {"challenge": {"threshold": 5000, "penalties": [600, 2000]}}),
        (
            {"challenge": PART, "challenge__penalties": "1, 2"},
            {"challenge": {"threshold": 5000, "penalties": [1, 2]}},
        ),
        ({"leftover": PART, "leftover__points": "7"}, {"leftover": {"points": 7}}),
        ({"combinations__kinds": "#number", "combinations__kinds#number": "4"}, {"kinds": 4}),
        ({"combinations__kinds#numbers": "1 2 3"}, {"kinds": [1, 2, 3]}),
        ({"goal": "", "minutes": "30"}, {"goal": "none", "minutes": 30}),
        ({"goal": "12 000"}, {"goal": 12_000}),
    ],
)
def test_what_is_typed_becomes_options(typed: dict[str, str], options: dict[str, object]) -> None:
    reading = read(draft_of("zilch", **typed))
    assert reading.faults == {}
    full = ruleset("zilch").options("zilch", reading.options)
    found = {**full, **full["combinations"]}
    assert {name: found[name] for name in options} == options


def test_cards_are_counted() -> None:
    reading = read(draft_of("fill-or-bust", deck__0__count="40"))
    assert reading.faults == {}
    assert (
        ruleset("fill-or-bust").options("fill-or-bust", reading.options)["deck"][0]["count"] == 40
    )
    none = read(draft_of("fill-or-bust", deck="none", hot_dice="may_roll"))
    assert none.faults == {}
    assert ruleset("fill-or-bust").options("fill-or-bust", none.options)["deck"] == "none"


@pytest.mark.parametrize(
    ("preset", "typed", "place", "told"),
    [
        ("zilch", {"goal": "x"}, "goal", "whole number from 1 to 1,000,000"),
        ("zilch", {"goal": "-1"}, "goal", "whole number"),
        ("zilch", {"entry_min": ""}, "entry_min", "whole number"),
        ("zilch", {"combinations__singles": "1 2"}, "combinations.singles", "6 numbers"),
        ("zilch", {"combinations__singles": "1 2 x 4 5 6"}, "combinations.singles", "whole number"),
        ("zilch", {"dice__red": "1 2 9"}, "dice.red", "from 1 to 6"),
        ("zilch", {"dice__red": "1 2"}, "dice.count", "one red face for each die"),
        ("zilch", {"goal": ""}, "", "needs a goal or a number of minutes"),
        ("zilch", {"end": "timed"}, "", "minutes"),
        ("zilch", {"hot_dice": "draw_card"}, "", "needs a deck"),
        ("zilch", {"doubling": PART}, "", "red faces"),
        ("fill-or-bust", {"deck": "none"}, "", "needs a deck"),
        ("fill-or-bust", {"deck__0__count": "999"}, "deck.0.count", "from 0 to 200"),
        ("bunco", {"sets": "99"}, "sets", "from 1 to 20"),
    ],
)
def test_every_fault_has_its_place(
    preset: str, typed: dict[str, str], place: str, told: str
) -> None:
    faults = read(draft_of(preset, **typed)).faults
    assert told in faults[place]


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("", "Give these rules a name"),
        ("  ", "Give these rules a name"),
        ("\u200b", "Give these rules a name"),
        ("e\u0301\u0301" * 39, "40 characters"),
    ],
    ids=["none", "spaces", "unseen", "long"],
)
def test_rules_need_a_name_that_can_be_seen_and_fits(title: str, told: str) -> None:
    assert told in read(draft_of("zilch").replace(title=title)).faults["title"]


def test_a_field_of_a_switched_off_rule_is_not_asked_and_not_read() -> None:
    draft = draft_of("zilch", challenge__penalties="nonsense")
    assert not shown(draft, fields_of(draft))["challenge.penalties"]
    assert read(draft).faults == {}


@pytest.mark.parametrize("preset", presets())
def test_texts_and_values_are_each_others_inverse(preset: str) -> None:
    for field in fields_of(draft_of(preset)):
        for text, _ in field.choices:
            value = value_for(field, text)
            assert value is None or text_for(field, value) == text


@pytest.mark.parametrize("preset", FAMILY)
def test_the_odds_beside_the_form_are_those_of_the_engine(preset: str) -> None:
    draft = draft_of(preset)
    rules = family_rules(draft)
    assert rules is not None
    found = prospects(rules)
    wanted = [float(bust_chance(rules, dice)) for dice in rules.numbers]
    assert list(found.busts) == pytest.approx(wanted)
    for sample in found.samples:
        worth = keeps_worth(rules, sample.faces)
        assert sample.points == (worth[0].points if worth else 0)
        assert bool(sample.kept) == bool(worth)


@pytest.mark.parametrize("room", [(8, 2), (36, 3), (39, 20), (76, 5), (160, 40)])
def test_the_odds_keep_to_their_room(room: tuple[int, int]) -> None:
    found = prospects(FamilyRules())
    lines = prospect_lines(found, *room)
    assert 0 < len(lines) <= room[1]
    assert any("67%" in run.text for line in lines for run in line)
    assert prospect_lines(None, *room)
