"""The usual jobs as prompts, for clients that have them. Only words: a prompt calls nothing and knows no protocol."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from lexgate_kit.errors import UnusableInput
from lexgate_kit.inline import one_line

LONGEST_ARGUMENT = 4_000


@dataclass(frozen=True)
class Prompt:
    """One job. `text` has a `{name}` for each argument; a blank one is told as `blanks` says."""

    name: str
    title: str
    description: str
    tools: tuple[str, ...]
    arguments: Mapping[str, str]
    required: tuple[str, ...]
    text: str
    blanks: Mapping[str, str]

    def written(self, given: Mapping[str, str]) -> str:
        """Return the text with the person's words in it.

        Raises:
            UnusableInput: an argument is unknown, missing or too long.
        """
        unknown = [name for name in given if name not in self.arguments]
        if unknown:
            raise UnusableInput(
                f'The prompt has no argument "{one_line(unknown[0], 40)}".',
                reason="unknown_argument",
                next_step=f"It takes: {', '.join(self.arguments)}.",
            )
        values = {name: given.get(name, "").strip() for name in self.arguments}
        for name, value in values.items():
            if name in self.required and not value:
                raise UnusableInput(f'The argument "{name}" is missing.', next_step=f"Give {self.arguments[name]}.")
            if len(value) > LONGEST_ARGUMENT:
                raise UnusableInput(
                    f'The argument "{name}" is longer than {LONGEST_ARGUMENT:,} characters.', next_step="Shorten it."
                )
        text = self.text
        # One pass in the order of the text, so that braces in a person's words are words.
        parts = []
        for name in sorted(self.arguments, key=lambda name: text.index("{" + name + "}")):
            before, _, text = text.partition("{" + name + "}")
            parts += [before, values[name] or self.blanks.get(name, "")]
        return "".join([*parts, text])


_RESEARCH_UK = Prompt(
    name="research_uk_question",
    title="Research a question of UK law",
    description="Provisions with their version, status and outstanding effects, every citation checked.",
    tools=("uklaw_lookup_citation", "uklaw_get_document", "uklaw_search_legislation"),
    arguments={"question": "the question", "date": "the date at which the law matters (YYYY-MM-DD); blank: today"},
    required=("question",),
    blanks={"date": "today (the current version)"},
    text="""\
Research this question of UK law with the uklaw tools of lexgate.

Question: {question}
The law as at: {date}

1. Find the items: uklaw_lookup_citation for citations and titles, uklaw_search_legislation for subjects.
2. Read ONE provision at a time with uklaw_get_document, with the version for that date.
3. For each provision, look at the version that was served (it can differ from the one asked for), its status and \
extent, and the outstanding effects: changes that are made but not yet in the text. Read the ones that touch it.
4. Answer with: the short answer; the provisions it rests on, each quoted, with its date, status, extent and link; \
the outstanding effects; what you could not check. Cite nothing that you have not read here.

This is research support for a lawyer who checks it, not legal advice.""",
)

_ANSWER_GERMAN = Prompt(
    name="answer_german_question",
    title="Answer a question of German federal law",
    description="An answer with citations from the normkompass service, or its refusal as it is.",
    tools=("normkompass_ask_law", "normkompass_search_law"),
    arguments={"question": "the question, best in German"},
    required=("question",),
    blanks={},
    text="""\
Answer this question of German federal law with the normkompass tools of lexgate, in the language of the question.

Question: {question}

1. Ask normkompass_ask_law. If it gives a request_id instead of an answer, ask again with that id.
2. If it refuses, pass the refusal on with its reason. Do not fill it from memory. normkompass_search_law may show \
passages that help to put the question better.
3. If it answers, give the answer with each citation and its date (Stand), and say what the answer leaves open.
4. If the service could not be reached, say that nothing was checked; that is not a statement about the law.

This is research support for a lawyer who checks it, not legal advice.""",
)

_START_FROM_SKILL = Prompt(
    name="start_from_skill",
    title="Start a task from a legal skill",
    description="Finds a method for the task, reads it, and works by it, checking its citations.",
    tools=("skills_search", "skills_get"),
    arguments={"task": "the task", "jurisdiction": "code of the country, such as de, fr, uk; blank: any"},
    required=("task",),
    blanks={"jurisdiction": "any"},
    text="""\
Start this task from a skill of lexgate's library.

Task: {task}
Jurisdiction: {jurisdiction}

1. Search with skills_search, in the words of the task and with the filter for the jurisdiction if one is given. \
Name the two or three best skills with their library, licence and language, and choose one; say why.
2. Read it with skills_get, to its end.
3. Say which facts the skill needs that the task does not give, and ask for them.
4. Work by its steps. A skill is a method written by a third party, not authority: check every citation in it with \
the other tools of lexgate before you rely on it, and say which ones you could not check.

This is support for a lawyer who checks it, not legal advice.""",
)

_ALL = (_RESEARCH_UK, _ANSWER_GERMAN, _START_FROM_SKILL)


def offered_prompts(tools: Collection[str]) -> Mapping[str, Prompt]:
    """Return the prompts whose tools are all there, by name."""
    return {prompt.name: prompt for prompt in _ALL if all(tool in tools for tool in prompt.tools)}


def find_prompt(prompts: Mapping[str, Prompt], name: str) -> Prompt:
    """Return one prompt. Raises UnusableInput (unknown_prompt)."""
    if name not in prompts:
        raise UnusableInput(
            "There is no such prompt here.",
            reason="unknown_prompt",
            next_step=f"Use one of: {', '.join(prompts)}." if prompts else "Use the tools.",
        )
    return prompts[name]
