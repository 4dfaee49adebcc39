"""Tries a model before it is put in place: loads it in a helper process of its own and embeds a text."""

from pathlib import Path

from lexgate_skills.embedding.embedder import Embedder, HelperLimits
from lexgate_skills.embedding.process import EmbeddingFailed
from lexgate_skills.model.reports import InstallFailed

_SECONDS = 60.0


def try_model(folder: Path) -> None:
    """Raise InstallFailed when the model in the folder gives no usable vector."""
    import anyio

    embedder = Embedder(folder, HelperLimits(idle_seconds=_SECONDS))

    async def one() -> None:
        await embedder.embed_query("a tenant gives notice", _SECONDS)

    try:
        anyio.run(one)
    except EmbeddingFailed as failed:
        raise InstallFailed(
            failed.reason, f"The model was fetched but does not work: {failed.what}", "Check adapters.skills.model."
        ) from failed
    finally:
        embedder.close()
