"""The gateway as an MCP server: the only module that builds on the SDK's server."""

from collections.abc import Mapping, Sequence
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from lexgate import __version__
from lexgate.gateway import Gateway
from lexgate.instructions import INSTRUCTIONS
from lexgate.mounting import Tool
from lexgate.outcome import Outcome
from lexgate.prompts import find_prompt, offered_prompts
from lexgate.resources import MOST_SUGGESTIONS, Resources
from lexgate.schema import input_schema, output_schema
from lexgate_kit.errors import ToolFailure

_Context = ServerRequestContext[Any, Any]


def build_server(gateway: Gateway) -> Server[Any]:
    """Return the SDK's server for a gateway. The list of tools is made once: it never changes while serving."""
    listed = types.ListToolsResult(tools=[listed_tool(tool) for tool in gateway.tools.values()])

    async def list_tools(context: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    async def call_tool(context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def progress(done: float, total: float | None, words: str) -> None:
            await context.session.report_progress(done, total, words)

        who = caller_of(context.request)
        answer = await gateway.call(params.name, params.arguments or {}, caller=who, progress=progress)
        return wire_result(answer)

    resources, prompts = ResourceHandlers(gateway), PromptHandlers(gateway)

    async def complete(context: _Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        values: Sequence[str] = ()
        if isinstance(params.ref, types.ResourceTemplateReference):
            values = await resources.suggest(params.ref.uri, params.argument.value)
        shown = list(values[:MOST_SUGGESTIONS])
        return types.CompleteResult(
            completion=types.Completion(values=shown, total=len(values), has_more=len(values) > len(shown))
        )

    return Server(
        "lexgate",
        version=__version__,
        title="lexgate",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=resources.listed,
        on_list_resource_templates=resources.templates,
        on_read_resource=resources.read,
        on_list_prompts=prompts.listed,
        on_get_prompt=prompts.get,
        on_completion=complete,
    )


class ResourceHandlers:
    """`resources/*`: templates only, each read by the tool that reads such documents."""

    def __init__(self, gateway: Gateway) -> None:
        self._resources = Resources(gateway)
        self._templates = types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(
                    name=spec.scheme,
                    title=spec.title,
                    uri_template=spec.template,
                    description=spec.description,
                    mime_type="text/markdown",
                )
                for spec in self._resources.specs
            ]
        )

    async def listed(self, context: _Context, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        """Return none: there are tens of thousands, and a list of them helps nobody."""
        return types.ListResourcesResult(resources=[])

    async def templates(
        self, context: _Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        """Return the templates, in the order of the adapters."""
        return self._templates

    async def read(self, context: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        """Return the document as its tool renders it; a failure is a protocol error with the same words."""
        uri = str(params.uri)
        answer = await self._resources.read(uri, caller_of(context.request))
        if answer.is_error:
            raise MCPError(types.INVALID_PARAMS, answer.text, dict(answer.structure))
        content = types.TextResourceContents(uri=uri, mime_type="text/markdown", text=answer.text)
        return types.ReadResourceResult(contents=[content])

    async def suggest(self, template: str, typed: str) -> Sequence[str]:
        """Return what may stand in a template, for what was typed so far."""
        return await self._resources.suggest(template, typed)


class PromptHandlers:
    """`prompts/*`: the jobs whose tools are there."""

    def __init__(self, gateway: Gateway) -> None:
        self._prompts = offered_prompts(gateway.tools)
        self._list = types.ListPromptsResult(
            prompts=[
                types.Prompt(
                    name=each.name,
                    title=each.title,
                    description=each.description,
                    arguments=[
                        types.PromptArgument(name=name, description=words, required=name in each.required)
                        for name, words in each.arguments.items()
                    ],
                )
                for each in self._prompts.values()
            ]
        )

    async def listed(self, context: _Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        """Return every prompt that is offered."""
        return self._list

    async def get(self, context: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        """Return one prompt with the person's words in it."""
        try:
            prompt = find_prompt(self._prompts, params.name)
            text = prompt.written(params.arguments or {})
        except ToolFailure as failure:
            raise MCPError(types.INVALID_PARAMS, failure.text) from None
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])


CALLER_KEY = "lexgate.caller"
"""Where the HTTP front writes, in a request's scope, who asks."""


def caller_of(request: Any) -> str:
    """Return who asks: "local" over stdio, where there is no request; over HTTP never "local"."""
    if request is None:
        return "local"
    return str(request.scope.get(CALLER_KEY, "unknown"))


def listed_tool(tool: Tool) -> types.Tool:
    """Return a tool as `tools/list` shows it."""
    spec = tool.spec
    hints = types.ToolAnnotations(
        read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=spec.open_world
    )
    return types.Tool(
        name=tool.name,
        title=spec.title,
        description=spec.description,
        input_schema=input_schema(spec.arguments),
        output_schema=output_schema(spec.result),
        annotations=hints,
    )


def wire_result(answer: Outcome) -> types.CallToolResult:
    """Return an outcome as the SDK's result."""
    structure: Mapping[str, Any] = answer.structure
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=answer.text)],
        structured_content=dict(structure),
        is_error=answer.is_error,
    )
