"""One question, one request to the service, and what its status means. It repeats nothing and keeps nothing."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NoReturn
from urllib.parse import urlsplit

from lexgate_kit import http
from lexgate_kit.errors import NO_EVIDENCE, NotConfigured, UpstreamChanged, UpstreamRefused, UpstreamUnavailable
from lexgate_normkompass.settings import SECTION, NormkompassSettings
from lexgate_normkompass.wire import Answer, Passage, Reader, Refusal, Unexpected

NAME = "normkompass"
_NO_MODEL = "no_answer_model"


class Service:
    """The service at the configured address. `environment` holds the bearer token where one is named."""

    def __init__(self, settings: NormkompassSettings, version: str, environment: Mapping[str, str]) -> None:
        self._settings = settings
        self._environment = environment
        self._source = http.Source(NAME, settings.api_url, f"{SECTION}.api_url")
        self._reader = Reader(settings.names)
        self._http = http.new_client(
            self._source,
            headers={
                "User-Agent": f"lexgate/{version}",
                "Accept": "application/json",
                "Content-Type": "application/json",
            },
        )

    async def aclose(self) -> None:
        await http.close(self._http)

    async def search(self, question: str, limit: int, within_s: float | None = None) -> list[Passage]:
        """Return passages in the service's order. Raises ToolFailure."""
        settings = self._settings
        asked = {settings.question_field: question, settings.limit_field: limit}
        seconds = within_s or settings.search_timeout_s
        answer = await self._post(settings.search_path, asked, self._limits(seconds, "search_timeout_s"))
        if not 200 <= answer.status < 300:
            self._fail(answer, "search_path")
        try:
            return self._reader.passages(answer.body)
        except Unexpected as problem:
            raise self._changed(answer.status, str(problem)) from problem

    async def ask(self, question: str) -> Answer | Refusal:
        """Return the answer or the service's refusal. Raises ToolFailure."""
        settings = self._settings
        limits = self._limits(settings.ask_timeout_s, "ask_timeout_s")
        answer = await self._post(settings.ask_path, {settings.question_field: question}, limits)
        usable = 200 <= answer.status < 300
        if not usable and answer.status != 422:
            self._fail_to_answer(answer)
        try:
            said = self._reader.answer(answer.body)
        except Unexpected as problem:
            raise self._changed(answer.status, str(problem)) from problem
        if not usable and isinstance(said, Answer):
            raise self._changed(answer.status, "an answer came with the status of an error")
        return said

    def _limits(self, seconds: float, setting: str) -> http.Limits:
        settings = self._settings
        return http.Limits(seconds, f"{SECTION}.{setting}", settings.connect_timeout_s, settings.max_body_bytes)

    async def _post(self, path: str, asked: Mapping[str, object], limits: http.Limits) -> http.Answer:
        body = json.dumps(asked).encode()
        request = http.Request("POST", self._settings.api_url + path, self._authorisation(), body)
        parts = urlsplit(request.url)
        if parts.hostname != "localhost":
            return await http.send(self._http, request, self._source, limits)
        port = "" if parts.port is None else f":{parts.port}"
        named = replace(request, headers={**request.headers, "Host": parts.netloc}, server_name="localhost")
        v4, v6 = (replace(named, url=parts._replace(netloc=host + port).geturl()) for host in ("127.0.0.1", "[::1]"))
        try:
            return await http.send(self._http, v4, self._source, limits)
        except UpstreamUnavailable as failure:
            if failure.reason != http.NOT_REACHED:
                raise
        # Nothing was sent; "localhost" can mean the other address family only.
        return await http.send(self._http, v6, self._source, limits)

    def _authorisation(self) -> dict[str, str]:
        name = self._settings.token_env
        if not name:
            return {}
        token = self._environment.get(name, "").strip()
        if not token or "${" in token or not token.isascii() or not token.isprintable() or " " in token:
            raise NotConfigured(
                f"The variable {name} should hold the token for normkompass, but it is unset or no token; nothing was "
                f"sent. {NO_EVIDENCE}",
                next_step=f"set {name} where lexgate starts, or leave {SECTION}.token_env blank.",
            )
        return {"Authorization": f"Bearer {token}"}

    def _fail_to_answer(self, answer: http.Answer) -> NoReturn:
        code = self._reader.error_code(answer.body)
        known = {each.lower().replace("_", "").replace("-", "") for each in self._settings.no_model_codes}
        if code in known or (answer.status == 501 and not code):
            raise NotConfigured(
                f"The normkompass service has no answer model configured, so it cannot answer. {NO_EVIDENCE}",
                next_step="use normkompass_search_law, which still works; a model is configured in the service itself.",
                reason=_NO_MODEL,
            )
        self._fail(answer, "ask_path")

    def _fail(self, answer: http.Answer, path_setting: str) -> NoReturn:
        status, at = answer.status, f"normkompass at {self._source.address}"
        if status in (401, 403):
            raise NotConfigured(
                f"{at} did not accept the credentials (status {status}). {NO_EVIDENCE}",
                next_step=f"let {SECTION}.token_env name a variable with a valid token.",
            )
        if status == 429:
            wait = answer.headers.get("retry-after", "").strip()
            raise UpstreamRefused(
                f"{at} takes no more questions for now (status 429).",
                next_step="wait before asking again.",
                retry_after=float(wait) if wait.isdecimal() and len(wait) < 6 else None,
            )
        if status >= 500:
            raise UpstreamUnavailable(
                f"{at} failed (status {status}); it was asked once.", next_step="try again later, or look at its log."
            )
        if status in (404, 405):
            raise self._changed(status, f"nothing answers there; {SECTION}.{path_setting} may be another path")
        raise self._changed(status, "redirects are not followed" if status < 400 else "it did not accept the request")

    def _changed(self, status: int, what: str) -> UpstreamChanged:
        return UpstreamChanged(
            f"normkompass at {self._source.address} sent an unexpected response (status {status}): {what}.",
            next_step=f"check that {SECTION}.api_url names the service's API; the contract is in "
            "docs/normkompass-contract.md.",
        )
